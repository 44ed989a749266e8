// A conversation at a person's screen, with the scripted model: a reminder is set and changed, the model fails, and commands
// are asked. For every line it waits until all is answered.
import { Terminal } from '../../src/channels/terminal/terminal.ts';
import { commands, typedCommand } from '../../src/conversation/commands/index.ts';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { sayFor } from '../../src/language/say.ts';
import { startBot } from '../e2e/harness.ts';
import { keys, Screen } from '../fakes/terminal/screen.ts';

export interface Talk {
  readonly locale: string;
  readonly set: string;
  readonly when: string;
  readonly move: string;
  readonly to: string;
  readonly done: string;
  /** Here the model fails. */
  readonly question: string;
}

export const talks: Readonly<Record<'de' | 'es' | 'ja', Talk>> = {
  de: {
    locale: 'de-DE',
    set: 'Erinnere mich bitte morgen um 9 ans Dehnen',
    when: 'morgen um 9',
    move: 'verschieb das bitte auf morgen um 10',
    to: 'morgen um 10',
    done: 'Ist notiert.',
    question: 'Wie geht es dir heute?',
  },
  es: {
    locale: 'es-ES',
    set: 'Recuérdame mañana a las 9 que estire',
    when: 'mañana a las 9',
    move: 'mejor mañana a las 10',
    to: 'mañana a las 10',
    done: 'Apuntado.',
    question: '¿Qué tal estás hoy?',
  },
  ja: {
    locale: 'ja-JP',
    set: '明日の9時にストレッチをリマインドして',
    when: '明日の9時',
    move: '明日の10時に変えてください',
    to: '明日の10時',
    done: '了解です。',
    question: '今日の調子はどうですか?',
  },
};

const asked = [
  '/home',
  '/why',
  '/why silent',
  '/context',
  '/remind 2026-02-30 x',
  '/reminders',
  '/undo',
  '/help',
];

/** @returns what stands on the screen at its end, from the first line on, but for the operator's rows of the start screen */
export async function talkAtTerminal({
  set,
  when,
  move,
  to,
  done,
  question,
  ...talk
}: Talk): Promise<string> {
  const screen = new Screen({ columns: 100, rows: 50 });
  const left = Promise.withResolvers<string>();
  let sent = 0;
  let look = (): void => undefined;
  const terminal = new Terminal({
    input: screen.input,
    output: screen.output,
    user: 'ann',
    folder: 'never-written',
    zone: 'Europe/Berlin',
    locale: talk.locale,
    command: typedCommand,
    commands,
    history: async () => [],
    settled: async () => undefined,
    ended: left.resolve,
    now: () => new Date(),
  });
  const send = terminal.send.bind(terminal);
  terminal.send = async (message) => {
    const id = await send(message);
    sent++;
    look();
    return id;
  };
  const bot = await startBot({ channels: [terminal] });
  try {
    bot.model.rules(({ messages, lastUser }) => {
      if (lastUser.includes(question)) return { status: 503 };
      if (messages.at(-1)?.role === 'tool') return done;
      return lastUser.includes(move)
        ? { calls: [{ name: 'change_reminder', args: { reminder: 'r1', action: 'move', when: to } }] }
        : { calls: [{ name: 'set_reminder', args: { text: 'x', when } }] };
    });
    await terminal.open('Peacrab');
    for (const line of [set, move, question, ...asked]) {
      const before = sent;
      const answered = new Promise<void>((resolve) => {
        look = () => (sent > before ? resolve() : undefined);
      });
      screen.type(`${line}${keys.enter}`);
      await answered;
      await whenIdle(bot.database);
    }
    screen.type(keys.ctrlD);
    await left.promise;
    await screen.until(sayFor(talk)('terminal.bye'));
    return screen.all.join('\n');
  } finally {
    await bot.stop();
  }
}
