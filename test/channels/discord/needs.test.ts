// The invite link in the guide asks for exactly what the code names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  hearsWords,
  inviteLink,
  invitePermissions,
  lackingPermissions,
} from '../../../src/channels/discord/connection/needs.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/discord.md'), 'utf8');

test('the link in docs/discord.md asks for the sum of the permissions that the code names', () => {
  assert.equal(new Set(invitePermissions.map(({ bit }) => bit)).size, invitePermissions.length);
  const sum = invitePermissions.reduce((all, { bit }) => all + bit, 0n);
  assert.equal(sum, 309_237_746_752n);
  assert.ok(guide.includes(`\n   ${inviteLink('APPLICATION_ID')}\n`));
  for (const { name } of invitePermissions) assert.ok(guide.includes(name), `${name} is not in the guide`);
});

test('what an invite lacks is told by name; an administrator lacks nothing', () => {
  assert.deepEqual(
    lackingPermissions(String(309_237_746_752n - (1n << 38n))).map(({ name }) => name),
    ['Send Messages in Threads'],
  );
  assert.deepEqual(lackingPermissions('309237746752'), []);
  assert.deepEqual(lackingPermissions('8'), []);
});

test('either flag of the message content intent will do, no other', () => {
  assert.ok(hearsWords(1 << 18));
  assert.ok(hearsWords((1 << 19) | 64));
  assert.equal(hearsWords((1 << 15) | (1 << 13)), false);
});
