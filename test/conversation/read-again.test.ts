// What the model does not see any more it can read again by the handles that it is shown, with the real `recall` and the
// real rows: within the turn in which it was cut, and after a compaction.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';

const LOG = ['People and aims', 'Decided', 'Facts', 'Open', 'Done']
  .map((name) => `## ${name}\n- Ann talks about the office and its many rooms (${name}).`)
  .join('\n');

const isLog = (words: string) => /write the running log/.test(words);

/** Answers with the log when asked for it, reads on and on what is cut until an earlier result has given way, and that. */
function answer({ messages, lastUser }: SeenRequest): Step {
  if (isLog(lastUser)) return LOG;
  const read = (query: string) => ({ calls: [{ name: 'recall', args: { query } }] });
  const words = messages.at(-1)?.content ?? '';
  const more = /\[more: recall "(m[^"]+)"\]/.exec(words)?.[1];
  const gone = messages.findLast(({ content }) => / reads it\]$/.test(content))?.content ?? '';
  if (messages.at(-1)?.role === 'tool') {
    if (more === undefined || !/reads on/.test(lastUser)) return 'I have read it.';
    return read(/recall (t\d+\.\d+) reads it/.exec(gone)?.[1] ?? more);
  }
  const asked = /^Read ([\w.:-]+) again/m.exec(lastUser)?.[1] ?? /recall (m\S*\d) …\]/.exec(lastUser)?.[1];
  return asked === undefined ? `That is a good thought. ${'Rooms are rooms. '.repeat(20)}` : read(asked);
}

/** The results by which these requests were asked, each as it read when it was new. */
function results(requests: readonly SeenRequest[]): readonly string[] {
  return requests.flatMap(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === 'tool' ? [last.content] : [];
  });
}

for (const engine of scenarioEngines())
  describe(`reading again (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    it('a long message and a long result within their turn, and all of it after a compaction', async () => {
      const channel = new FakeChannel();
      const env = { CONTEXT_WINDOW: '9000', MAX_OUTPUT_TOKENS: '1000' };
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      bot.model.rules(answer);
      let said = 0;
      /** Says something. @returns the requests of its turn */
      const say = async (text: string): Promise<readonly SeenRequest[]> => {
        const before = bot.model.requests.length;
        said += 1;
        await channel.say('Ann', text, { id: `in${said}` });
        await channel.until((sent) => sent.length === said);
        return bot.model.requests.slice(before).filter(({ lastUser }) => !isLog(lastUser));
      };

      const page = `The penguin stands in line 1. ${'日本の部屋は広いです。'.repeat(2000)}`;
      const pasted = results(await say(`Ann reads on: ${page} ${'and so on '.repeat(5000)}the end`));
      assert.match(
        pasted[0] ?? '',
        /^min1, message of Ann, part 1 of \d+:\nAnn reads on: The penguin stands/,
      );
      assert.match(pasted[1] ?? '', /^min1, message of Ann, part 2 of \d+:\n/);
      for (const result of pasted) assert.doesNotMatch(result, /characters are left out/, 'a page is whole');
      const handle = /^(t\d+\.\d+), result of recall.*:\n/.exec(pasted.at(-1) ?? '')?.[1];
      assert.ok(handle !== undefined, 'a result that had given way was read again in its turn');

      const summaries = () =>
        bot.database.db.selectFrom('entry').select('id').where('type', '=', 'summary').execute();
      let latest: SeenRequest | undefined;
      while ((await summaries()).length === 0) {
        assert.ok(said < 60, 'older turns are compacted at some time');
        latest = (await say(`And what about room ${said}? ${'It has a window and a door. '.repeat(20)}`)).at(
          -1,
        );
      }
      const front = latest?.messages.find(({ role }) => role === 'user')?.content ?? '';
      const earlier = /^\[Earlier turns are left out here;.* recall (e\d+)\]/.exec(front)?.[1];
      assert.ok(earlier !== undefined, front.slice(0, 200));
      assert.doesNotMatch(JSON.stringify(latest?.messages), /penguin/);
      assert.doesNotMatch(front, /^- .*(?:result of recall|message of Ann)/m, 'our own lines are not kept');

      assert.match(
        results(await say(`Read ${earlier} again`))[0] ?? '',
        /^e\d+, earlier turns .*, part (\d+) of \1:\n[\s\S]*Rooms are/,
      );
      assert.match(
        results(await say(`Read ${earlier}:1 again`)).at(0) ?? '',
        /Ann: Ann reads on: The penguin stands/,
      );
      assert.match(results(await say(`Read ${handle} again`)).at(0) ?? '', /result of recall/);
      assert.match(
        results(await say('Read min1 again')).at(0) ?? '',
        /^min1, message of Ann.*\nAnn reads on: The penguin/,
      );
    });

    it('of many messages at once the handle reads on from the first that is left out', async () => {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env: { CONTEXT_WINDOW: '9000' } });
      bots.push(bot);
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'Go on.' }]);
      bot.model.rules(answer);
      await channel.say('Ann', 'I shall write a lot now');
      await bot.model.waitForRequest(1);
      for (let at = 1; at <= 20; at += 1)
        await channel.say(
          'Ann',
          `point ${at} of the list: ${'the chairs stand in the hall and wait. '.repeat(20)}`,
        );
      resolve();
      await channel.until((sent) => sent.length === 2);
      // The log may be asked for after the answer.
      const words =
        bot.model.requests.findLast(({ lastUser }) => !lastUser.includes('write the running log'))
          ?.lastUser ?? '';
      assert.match(words, /\[… \d+ messages are left out here\. To read them: recall min\d+ …\]/);
      const shown = words.match(/point \d+ of/g) ?? [];
      const text = results(bot.model.requests).join('\n');
      const [from] = /(?<=\n|^)point \d+ of/.exec(text) ?? [];
      assert.ok(from !== undefined && !shown.some((point) => point === from), text.slice(0, 300));
      assert.ok(text.includes('\nAnn: point '), text.slice(0, 300));
    });
  });
