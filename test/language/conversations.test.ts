// People are spoken to in the language that they write in, whatever their platform's locale: a reminder set and changed, a
// failure of the model, the home, why and context, and what commands answer. No English sentence of ours is among it, and the model sees none
// but English ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { type Tag, tags } from '../../src/language/languages.ts';
import { startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { ScriptedCall, Step } from '../fakes/model/scripted-model.ts';
import { englishIn } from './english.ts';
import { talkAtTerminal, talks } from './terminal-talk.ts';

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

const words: Readonly<Record<string, Words>> = {
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
  fr: {
    set: 'Rappelle-moi demain à 9h de m’étirer',
    when: 'demain à 9h',
    move: 'déplace-le à demain à 10h',
    to: 'demain à 10h',
    done: 'D’accord.',
    question: 'Comment vas-tu aujourd’hui, et que fais-tu ?',
  },
  it: {
    set: 'Ricordami domani alle 9 di fare stretching',
    when: 'domani alle 9',
    move: 'meglio domani alle 10',
    to: 'domani alle 10',
    done: 'Va bene.',
    question: 'Come stai oggi? Cosa fai di bello?',
  },
  pt: {
    set: 'Me lembre amanhã às 9 de me alongar',
    when: 'amanhã às 9',
    move: 'melhor amanhã às 10',
    to: 'amanhã às 10',
    done: 'Certo.',
    question: 'Tudo bem com você hoje?',
  },
  nl: {
    set: 'Herinner me morgen om 9 uur aan het rekken',
    when: 'morgen om 9 uur',
    move: 'liever morgen om 10 uur',
    to: 'morgen om 10 uur',
    done: 'Oké.',
    question: 'Hoe gaat het vandaag met je?',
  },
  ru: {
    set: 'Напомни мне завтра в 9 сделать растяжку',
    when: 'завтра в 9',
    move: 'лучше завтра в 10',
    to: 'завтра в 10',
    done: 'Хорошо.',
    question: 'Как дела сегодня?',
  },
  ar: {
    set: 'ذكرني غدا الساعة 9 بالتمدد',
    when: 'غدا الساعة 9',
    move: 'الأفضل غدا الساعة 10',
    to: 'غدا الساعة 10',
    done: 'حسنا.',
    question: 'كيف حالك اليوم؟',
  },
  hi: {
    set: 'मुझे कल सुबह 9 बजे स्ट्रेचिंग याद दिलाना',
    when: 'कल सुबह 9 बजे',
    move: 'इसे कल सुबह 10 बजे कर दो',
    to: 'कल सुबह 10 बजे',
    done: 'ठीक है।',
    question: 'आज आप कैसे हैं?',
  },
  zh: {
    set: '明天上午9点提醒我伸展',
    when: '明天上午9点',
    move: '改到明天上午10点吧',
    to: '明天上午10点',
    done: '好的。',
    question: '你今天怎么样?',
  },
  ja: {
    set: '明日の9時にストレッチをリマインドして',
    when: '明日の9時',
    move: '明日の10時に変えてください',
    to: '明日の10時',
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
  '/why',
  '/why silent',
  '/why r1',
  '/why r9999',
  '/context',
  '/remind 2026-02-30 x',
  '/remind 2030-01-01T09:00 Nowhere/Place x',
  '/remind * * * * * x',
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

describe('a conversation at the terminal', () => {
  for (const tag of ['de', 'es', 'ja'] as const)
    it(`has no English word of ours in it: ${tag}`, async () => {
      const screen = await talkAtTerminal(talks[tag]);
      const flowing = screen.replace(/(\S)\n +/g, '$1 ');
      assert.deepEqual([...englishIn(screen, tag), ...englishIn(flowing, tag)], [], screen);
      for (const word of ['you>', 'Undo', 'Type', 'Keys', 'Ctrl-C stops', 'Bye'])
        assert.ok(!screen.includes(word), `${word} in:\n${screen}`);
    });
});

async function converse(
  bot: Awaited<ReturnType<typeof startBot>>,
  channel: FakeChannel,
  tag: Tag,
  { set, when, move, to, done, question }: Words,
): Promise<void> {
  const from = channel.sent.length;
  const asked = bot.model.requests.length;
  const user = `Ann-${tag}`;
  const say = async (text: string) => {
    const before = channel.sent.length;
    await channel.say(user, text, { zone: 'Europe/Berlin', locale: 'en-US' });
    await channel.until((sent) => sent.length > before);
    await whenIdle(bot.database);
  };
  let handle = '';
  bot.model.rules(({ messages, lastUser }) => {
    if (lastUser.includes(question)) return { status: 503 };
    if (messages.at(-1)?.role === 'tool') return done;
    return lastUser.includes(move)
      ? call('change_reminder', { reminder: handle, action: 'move', when: to })
      : call('set_reminder', { text: 'x', when });
  });
  await say(set);
  handle = /\((r\d+)\)/.exec(channel.sent.at(-1)?.text ?? '')?.[1] ?? '';
  await say(move);
  await say(question);
  for (const command of commands) await say(command.replace('r1', handle));
  const told = channel.sent
    .slice(from)
    .flatMap(({ text, buttons, panel }) => [
      text,
      ...buttons.map(({ label }) => label),
      ...(panel ? [JSON.stringify(panel.sections)] : []),
    ]);
  for (const text of told) assert.deepEqual(englishIn(text, tag), [], `${tag}: ${text}`);
  const results = bot.model.requests
    .slice(asked)
    .flatMap(({ messages }) => messages)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content));
  assert.ok(
    results.some((text) => /^Done: "x", \w{3} \d+ \w{3}, 10:00 Europe\/Berlin, in \d+ h/.test(text)),
    `${tag}: ${results.join('\n')}`,
  );
}
