// The guard against loops of programs: as a table of rhythms, and in a whole bot.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answered, loopReached } from '../../src/people/loops.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

/** Rounds of a message, our answer `thinks` seconds later, and the next message `pauses` seconds after that. */
function rounds(count: number, thinks: number, pauses: number, from = 0) {
  const theirs = Array.from({ length: count }, (_, n) => at(from + n * (thinks + pauses)));
  const ours = theirs.map((said): Answered => {
    const ready = new Date(said.getTime() + thinks * 1000 - 100);
    return { ready, sent: new Date(ready.getTime() + 100) };
  });
  return { theirs, ours, end: theirs.at(-1) ?? at(0) };
}

describe('a loop', () => {
  const rows: [string, { theirs: Date[]; ours: Answered[]; end: Date }, boolean][] = [
    ['eleven messages, ten of them right after ours', rounds(11, 3, 0.2), true],
    ['ten messages', rounds(10, 3, 0.2), false],
    ['slow answers of ours change nothing', rounds(11, 90, 1.9), true],
    ['somebody who takes three seconds', rounds(40, 3, 3), false],
    ['a flood without answers of ours', { ...rounds(40, 0.5, 0.1), ours: [] }, false],
    [
      'a flood that one answer of ours happens to stand in',
      { ...rounds(40, 0.5, 0.1), ours: rounds(40, 0.5, 0.1).ours.slice(10, 12) },
      false,
    ],
    [
      'an answer recorded as sent only after the next message came',
      {
        ...rounds(12, 3, 0.1),
        ours: rounds(12, 3, 0.1).ours.map(({ ready, sent }) => ({
          ready,
          sent: new Date(sent.getTime() + 500),
        })),
      },
      true,
    ],
    ['a pause in between begins anew', join(rounds(8, 3, 0.2), rounds(8, 3, 0.2, 100)), false],
  ];
  for (const [name, { theirs, ours, end }, isOne] of rows)
    it(name, () => assert.equal(loopReached(theirs, ours, 2000, end) !== null, isOne));

  it('is left alone for ten minutes from the message that made it one, whatever comes meanwhile', () => {
    const { theirs, ours, end } = rounds(11, 3, 0.2);
    const more = [...theirs, at(60), at(120)];
    const until = new Date(end.getTime() + 600_000);
    assert.deepEqual(loopReached(more, ours, 2000, at(130)), { by: 'loop', most: 10, until });
    assert.equal(loopReached(more, ours, 2000, until), null);
    assert.equal(loopReached(theirs, ours, 0, end), null);
  });
});

function join(one: ReturnType<typeof rounds>, other: ReturnType<typeof rounds>) {
  return {
    theirs: [...one.theirs, ...other.theirs],
    ours: [...one.ours, ...other.ours],
    end: other.end,
  };
}

for (const engine of engines())
  describe(`a program that answers us (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    it('gets one sentence, then nothing; commands and others go on', async () => {
      const channel = new FakeChannel();
      const turn = { loopMs: 600_000 };
      const bot = await startBot({ engine, channels: [channel], overrides: { turn } });
      bots.push(bot);
      bot.model.rules(() => 'And you?');
      const where = { channel: 'C1' };
      let sent = 0;
      const said = async (user: string, text: string) => {
        await channel.say(user, text, where);
        sent += 1;
        await channel.until((all) => all.length === sent);
        return channel.sent.at(-1)?.text ?? '';
      };
      for (let n = 0; n < 10; n++) assert.equal(await said('Echo', 'And you?'), 'And you?');
      let last = '';
      for (let n = 0; n < 3 && !last.startsWith('Sorry'); n++) last = await said('Echo', 'And you?');
      assert.match(last, /^Sorry, each of your last 10 messages here came right after mine/);
      const asked = bot.model.requests.length;
      await channel.say('Echo', 'And you?', where);
      assert.match(await said('Ann', 'hello'), /And you/);
      assert.equal(bot.model.requests.length, asked + 1);
      assert.match(await said('Echo', '!help'), /Talk to me/);
      assert.equal(channel.sent.filter(({ text }) => text.startsWith('Sorry')).length, 1);
    });
  });
