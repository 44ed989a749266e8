import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PersonId } from '../../src/database/ids.ts';
import { isAdmitted } from '../../src/people/admission.ts';

const member = { id: 'slack:T1:U1' as PersonId, name: 'Ann', member: true };
const stranger = { id: 'discord:456' as PersonId, name: 'Ben', member: false, roles: ['789'] };

describe('who may talk', () => {
  for (const [name, speaker, allow, admins, wanted] of [
    ['nobody listed: a member', member, [], [], true],
    ['nobody listed: a stranger', stranger, [], [], false],
    ['listed by user id', member, ['slack:U1'], [], true],
    ['a member who is not listed', member, ['slack:U2'], [], false],
    ['a stranger who is listed', stranger, ['discord:456'], [], true],
    ['listed by role', stranger, ['discord-role:789'], [], true],
    ['the id on another platform', stranger, ['slack:456'], [], false],
    ['an admin is always admitted', member, ['slack:U2'], ['slack:U1'], true],
  ] as const) {
    it(`${name}: ${wanted ? 'yes' : 'no'}`, () =>
      assert.equal(isAdmitted(speaker, { allow, admins }), wanted));
  }
});
