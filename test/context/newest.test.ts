// The newest words are whole, or visibly cut with a handle to the rest, however much comes at once and however full the
// conversation is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Compiled } from '../../src/context/compile.ts';
import type { EntryBody, SpokenMessage } from '../../src/context/entry.ts';
import { Life, type Newest, type Setting } from './life.ts';
import { RandomPath, seeded, spoken, text } from './random.ts';
import { assertReadable, handlesNamed, readAgain } from './readable.ts';
import { assertAccepted, realTokens } from './strict.ts';

const HEAD = '<now>\nFriday\n</now>';

/** A conversation that has filled its window. */
function full(window: number): Life {
  const setting: Setting = {
    system: 'You are Peacrab. Keep it short. '.repeat(150),
    tools: [],
    ageing: () => 'offload',
    room: 'channel',
    limits: { window, maxOutput: Math.min(1024, window / 8) },
    factor: 1,
  };
  const path = new RandomPath(seeded(window));
  while (path.entries.length < window / 60) path.grow(600);
  return new Life(setting, path);
}

const said = (id: string, words: string): SpokenMessage => ({
  ...spoken(seeded(1), id),
  name: 'Ann',
  text: words,
  late: false,
});

function assertHolds(
  life: Life,
  compiled: Compiled,
  newest: Newest,
  turn: readonly EntryBody[] = [],
): string {
  const { limits } = life.setting;
  assert.ok(compiled.fits);
  assertAccepted(compiled.messages);
  assert.ok(1.3 * realTokens(compiled.messages, []) <= limits.window - limits.maxOutput);
  assertReadable(compiled, life.path.entries, { newest, turn });
  return compiled.messages[compiled.prefixEnd]?.content ?? '';
}

for (const window of [8000, 24_000, 200_000])
  describe(`the newest message in a full window of ${window}`, () => {
    for (const [kind, middle] of [
      ['prose', 'the invoice from Tuesday was wrong and we should call about it. '],
      ['minified code', 'function e(t,n){return t&&n?(t.x=n.y||0):null}'],
      ['Chinese', '会议已经改到星期三下午，因为经理要出差。'],
      ['base64', Buffer.from(text(seeded(5), 4000)).toString('base64')],
      ['emoji', '👨‍👩‍👧‍👦🎉🔥👍🏽❤️🇩🇪🦀'],
    ] as const)
      test(`a paste of 100,000 characters of ${kind} keeps both ends and says how to read the rest`, () => {
        const life = full(window);
        const paste = `FIRST ${middle.repeat(Math.ceil(100_000 / middle.length)).slice(0, 100_000)} LAST`;
        const newest = { messages: [said('17.1', paste)], head: HEAD };
        const { compiled } = life.start(newest);
        const words = assertHolds(life, compiled, newest);
        assert.match(words, /FIRST /);
        assert.match(words, / LAST<\/from>/);
        if (!compiled.trimmed) return assert.ok(words.includes(paste.trim()));
        assert.match(words, /\n\[… [\d,]+ characters are left out here\. To read them: recall m17\.1 …\]\n/);
        assert.equal(readAgain('m17.1', life.path.entries, [{ type: 'user', payload: newest }]), paste);
      });

    test('500 short messages at once: each is whole or among those that the handle reads', () => {
      const life = full(window);
      const messages = Array.from({ length: 500 }, (_, at) =>
        said(`20.${at}`, `message number ${at}, and on we go`),
      );
      const newest = { messages, head: HEAD };
      const { compiled } = life.start(newest);
      const words = assertHolds(life, compiled, newest);
      assert.match(words, /number 0,[\s\S]*number 499,/);
      const shown = words.match(/number \d+,/g) ?? [];
      assert.equal(compiled.trimmed, shown.length < 500);
      const [handle] = [...handlesNamed([{ role: 'user', content: words }])].filter((one) =>
        one.startsWith('m20.'),
      );
      if (!compiled.trimmed) return assert.equal(handle, undefined);
      assert.ok(handle !== undefined);
      const rest = readAgain(handle, life.path.entries, [{ type: 'user', payload: newest }]) ?? '';
      const all = new Set([...shown, ...(rest.match(/number \d+,/g) ?? [])]);
      assert.equal(all.size, 500);
    });

    for (const length of [200, 4000])
      test(`40 results of ${length} characters in one turn: the words stay, each result is whole or named`, () => {
        const life = full(window);
        const newest = { messages: [said('30.1', 'Please look all of this up.')], head: HEAD };
        life.start(newest);
        const random = seeded(length);
        const turn: EntryBody[] = [];
        for (let call = 1; call <= 40; call += 1) {
          const id = `c${call}`;
          const body = `RESULT ${call}: ${text(random, length)}`;
          turn.push(
            {
              type: 'assistant',
              payload: { text: '', calls: [{ id, name: 'fetch', arguments: `{"q":${call}}` }] },
            },
            {
              type: 'tool_result',
              payload: { callId: id, name: 'fetch', ok: true, text: body, handle: `t9.${call}` },
            },
          );
          const compiled = life.next(newest, turn);
          const words = assertHolds(life, compiled, newest, turn);
          assert.match(words, /Please look all of this up\./);
          assert.match(compiled.messages.at(-1)?.content ?? '', new RegExp(`RESULT ${call}:`));
        }
      });
  });
