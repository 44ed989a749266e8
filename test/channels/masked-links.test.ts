// Words of a link that pass for another address: people see where it leads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitForDiscord } from '../../src/channels/discord/outgoing/message.ts';
import { masks, shownName } from '../../src/channels/markdown/masked-links.ts';
import { splitForSlack } from '../../src/channels/slack/outgoing/message.ts';

const MASKED = [
  '[bank.com](https://evil.example)',
  '[https://bank.com](https://evil.example)',
  '[log in at www.bank.com/now](https://evil.example)',
];
const HONEST = [
  '[the bank](https://bank.com)',
  '[bank.com](https://www.bank.com/login)',
  '[readme.md](https://example.com/a)',
  '[v1.2.3](https://example.com)',
];

describe('links whose words are another address', () => {
  for (const link of MASKED) {
    it(`${link} is written out`, () => {
      for (const text of [splitForSlack(`See ${link}.`), splitForDiscord(`See ${link}.`)].map((all) =>
        all.join(''),
      )) {
        assert.doesNotMatch(text, /\]\(/);
        assert.match(text, /bank\.com.*\(<?https:\/\/evil\.example>?\)/);
      }
    });
  }
  for (const link of HONEST) {
    it(`${link} stays`, () => {
      assert.equal(splitForSlack(`See ${link}.`).join(''), `See ${link}.`);
      assert.equal(splitForDiscord(`See ${link}.`).join(''), `See ${link}.`);
    });
  }
  it('code stays as it is', () => {
    assert.equal(
      splitForSlack('`[bank.com](https://evil.example)`').join(''),
      '`[bank.com](https://evil.example)`',
    );
  });
  it('a display name brings no link', () => {
    assert.equal(shownName('[bank.com](https://evil.example)'), '[bank.com] (https://evil.example)');
    assert.equal(shownName('<https://evil.example|bank>'), '‹https://evil.example|bank›');
    assert.equal(shownName('Ann [she/her]'), 'Ann [she/her]');
  });
  it('a host within the real one is honest', () =>
    assert.equal(masks('example.com', 'https://docs.example.com/a'), false));
});
