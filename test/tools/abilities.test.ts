// What Peacrab says of itself: from the tools that have a place, the settings and the channel, and the same in the prompt, in the
// skill about-peacrab, in the help and at home.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { english, sayIn } from '../../src/language/say.ts';
import { abilitiesOf, abilityLines, withDeeds } from '../../src/tools/abilities.ts';
import { createFetchPage } from '../../src/tools/fetch-page/fetch-page.ts';
import { tools as builtIn } from '../../src/tools/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { outsideTools } from '../fakes/outside-tools.ts';

const page = { name: 'fetch_page', description: createFetchPage().description, outside: true } as const;
const mail = { name: 'hub_send', description: 'Sends an e-mail.', outside: true } as const;
const reads = { fetch: () => Promise.reject(new Error('not here')) };
const said = (facts: Partial<Parameters<typeof abilitiesOf>[0]>) =>
  abilityLines(abilitiesOf({ tools: builtIn, readImages: false, channel: reads, ...facts }), english);
const PROMPT = '- Be true.\n- You cannot {{cannot}}. Say so.\n- Be brief.\n';

describe('what can be done and what not', () => {
  it('is by the tools, the settings and the channel', () => {
    const never = 'read PDF or Office files, join calls, read other rooms.';
    assert.deepEqual(said({}), [
      'I can also: read attached text files.',
      `I cannot: send mail, browse the web, book, buy, look at pictures, ${never}`,
    ]);
    assert.deepEqual(said({ readImages: true, tools: [...builtIn, page] }), [
      'I can also: read attached text files, look at pictures, read a web page you name.',
      `I cannot: send mail, book, buy, ${never}`,
    ]);
    assert.deepEqual(said({ channel: {}, readImages: true, tools: [...builtIn, mail] }), [
      'I can also: use these tools: hub_send.',
      `I cannot: browse the web, book, buy, read attached text files, ${never}`,
    ]);
  });

  it('is said in the language of the person', () => {
    const abilities = abilitiesOf({ tools: builtIn, readImages: false, channel: reads });
    assert.match(
      abilityLines(abilities, sayIn('de')).join('\n'),
      /^Ich kann auch: .*\nIch kann nicht: E-Mails senden,/,
    );
  });

  it('gives the prompt its line, without what a tool does, and none where tools do it all', () => {
    assert.match(
      withDeeds(PROMPT, builtIn),
      /^- You cannot send mail, browse the web, book or buy\. Say so\.$/m,
    );
    assert.match(withDeeds(PROMPT, [...builtIn, page]), /^- You cannot send mail, book or buy\./m);
    const rest = { name: 'agent', description: 'Mails, browses, books and buys.', outside: true } as const;
    assert.equal(withDeeds(PROMPT, [rest]), '- Be true.\n- Be brief.\n');
  });
});

for (const engine of scenarioEngines())
  describe(`what a bot says of itself (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    for (const [what, policy, images] of [
      ['by itself', '', 'false'],
      [
        'with tools that reach outside and pictures',
        'places: [use_skill, fetch_page, post_note, look_up]',
        'true',
      ],
    ] as const)
      it(`agrees everywhere, ${what}`, async () => {
        const channel = new FakeChannel();
        const tools = policy === '' ? [] : [...outsideTools().tools, createFetchPage() as never];
        const bot = await startBot({
          engine,
          channels: [channel],
          policy,
          env: { READ_IMAGES: images },
          overrides: { outside: tools },
        });
        bots.push(bot);
        bot.model.script([
          { calls: [{ name: 'use_skill', args: { name: 'about-peacrab' } }] },
          'I read texts.',
        ]);
        const answerTo = async (text: string) => {
          const count = channel.sent.length + 1;
          await channel.say('Ann', text);
          await channel.until((sent) => sent.length >= count);
          await whenIdle(bot.database);
          const parts = channel.sent.slice(count - 1).map(({ text }) => text);
          return parts.join('');
        };
        await answerTo('what can you do?');
        const lines = abilityLines(
          abilitiesOf({ tools: [...builtIn, ...tools], readImages: images === 'true', channel }),
          english,
        );
        const [first, second] = bot.model.requests;
        const skill = second?.messages.find(({ role }) => role === 'tool')?.content ?? '';
        const [help, home] = [await answerTo('/help'), await answerTo('/home')];
        for (const line of lines)
          for (const text of [skill, help, home]) assert.ok(text.includes(line), `${line}\n${text}`);
        assert.doesNotMatch(skill, /\{\{/);
        const system = first?.messages[0]?.content ?? '';
        const missing = /You cannot (.*)\. Say so\./.exec(system)?.[1] ?? '';
        for (const deed of missing.split(/, | or /)) assert.ok(lines.at(-1)?.includes(deed), deed);
        assert.equal(system.includes('browse the web'), lines.at(-1)?.includes('browse the web'));
      });
  });
