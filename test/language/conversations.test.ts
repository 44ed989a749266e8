// People are spoken to in the language that they write in, whatever their platform's locale: a reminder set and changed, a
// failure of the model, the home, and what commands answer. No English sentence of ours is among it, and the model sees none
// but English ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { fileOf, type Tag, tags } from '../../src/language/languages.ts';
import { startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { ScriptedCall, Step } from '../fakes/model/scripted-model.ts';

interface Words {
  /** Asks for a reminder. */
  readonly set: string;
  readonly when: string;
  /** Moves it. */
  readonly move: string;
  readonly to: string;
  /** What the model answers. */
  readonly done: string;
  readonly question: string;
}

const words: Readonly<Partial<Record<Tag, Words>>> = {
  de: {
    set: 'Erinnere mich bitte morgen um 9 ans Dehnen',
    when: 'morgen um 9',
    move: 'verschieb das bitte auf morgen um 10',
    to: 'morgen um 10',
    done: 'Ist notiert.',
    question: 'Wie geht es dir heute?',
  },
  es: {
    set: 'Recuérdame mañana a las 9 que estire',
    when: 'mañana a las 9',
    move: 'mejor mañana a las 10',
    to: 'mañana a las 10',
    done: 'Apuntado.',
    question: '¿Qué tal estás hoy?',
  },
  ja: {
    set: '明日の9時にストレッチをリマインドして',
    when: '明日9時',
    move: '明日の10時に変えてください',
    to: '明日10時',
    done: '了解です。',
    question: '今日の調子はどうですか?',
  },
};

/** What answers without the model, in this order. */
const commands = [
  '/home',
  '/help',
  '/reminders',
  '/reminders history',
  '/reminders late r1 skip',
  '/agenda',
  '/remind',
  '/timezone',
  '/timezone Nowhere',
  '/tasks',
  '/tasks add x; y',
  '/tasks done 1',
  '/memory',
  '/memory forget n99',
  '/usage',
  '/room',
  '/room mode',
  '/room brief x',
  '/now',
  '/persona nobody',
  '/approvals',
  '/approve 9',
  '/undo',
  '/rewind 99',
  '/forget me',
  '/reset',
  '/stop',
];

const call = (name: string, args: object): Step => ({ calls: [{ name, args } as ScriptedCall] });

describe('a conversation', () => {
  it('is in the person’s language throughout', async () => {
    const channel = new FakeChannel();
    const bot = await startBot({ channels: [channel] });
    try {
      for (const tag of tags) {
        const said = words[tag];
        if (said) await converse(bot, channel, tag, said);
      }
    } finally {
      await bot.stop();
    }
  });
});

async function converse(
  bot: Awaited<ReturnType<typeof startBot>>,
  channel: FakeChannel,
  tag: Tag,
  { set, when, move, to, done, question }: Words,
): Promise<void> {
  const from = channel.sent.length;
  let asked = bot.model.requests.length;
  const user = `Ann-${tag}`;
  const say = async (text: string) => {
    const before = channel.sent.length;
    await channel.say(user, text, { zone: 'Europe/Berlin', locale: 'en-US' });
    await channel.until((sent) => sent.length > before);
  };
  bot.model.script([call('set_reminder', { text: 'x', when }), done]);
  await say(set);
  const handle = /\((r\d+)\)/.exec(channel.sent.at(-1)?.text ?? '')?.[1] ?? '';
  bot.model.script([call('change_reminder', { reminder: handle, action: 'move', when: to }), done]);
  await say(move);
  bot.model.script([{ status: 503 }, { status: 503 }, { status: 503 }]);
  await say(question);
  for (const command of commands) await say(command.replace('r1', handle));
  const told = channel.sent
    .slice(from)
    .flatMap(({ text, buttons, panel }) => [
      text,
      ...buttons.map(({ label }) => label),
      ...(panel ? [JSON.stringify(panel.sections)] : []),
    ]);
  for (const text of told)
    for (const piece of english) assert.ok(!text.includes(piece), `${tag}: "${piece}" in: ${text}`);
  const results = bot.model.requests.slice(asked).flatMap(({ messages }) => messages);
  asked = bot.model.requests.length;
  assert.ok(
    results.some(({ role, content }) => role === 'tool' && String(content).startsWith('Done: "x", ')),
  );
}

/** All that we say in English, in pieces of three words or more between the values. */
const english: readonly string[] = Object.values(fileOf('en').messages())
  .flatMap((message) => literals(parse(message, { ignoreTag: true })))
  .map((piece) => piece.trim())
  .filter((piece) => (piece.replace(/"[^"]*"/g, '').match(/[a-z']+/gi) ?? []).length >= 3);

function literals(elements: ReturnType<typeof parse>): readonly string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap(({ value }) => literals(value));
  });
}
