// The terminal channel on a fake screen, with an intake that notes what comes in: for scenarios without a bot.
import { Terminal, type TerminalParts, terminalPlace } from '../../../src/channels/terminal/terminal.ts';
import { commands, typedCommand } from '../../../src/conversation/commands/index.ts';
import type { OutboxId } from '../../../src/database/ids.ts';
import type { Incoming, Intake, Suggestion, Typed } from '../../../src/delivery/channel.ts';
import type { OutgoingMessage } from '../../../src/delivery/outgoing.ts';
import { Screen, type ScreenOptions } from '../../fakes/terminal/screen.ts';

export interface Scene {
  readonly screen: Screen;
  readonly terminal: Terminal;
  /** What came in, in short: "message hello", "command stop ", "click undo:1". */
  readonly heard: readonly string[];
  readonly ended: Promise<string>;
  /** Resolves when so much has come in. */
  heardSo(count: number): Promise<void>;
  say(text: string, more?: Partial<OutgoingMessage>): Promise<string>;
  working(doing: string | null): Promise<void>;
  /** Moves the clock of the line that shows what is being done. */
  pass(ms: number): void;
}

export interface SceneOptions extends ScreenOptions {
  readonly history?: readonly string[];
  readonly suggest?: (typed: Typed) => readonly Suggestion[];
  readonly parts?: Partial<TerminalParts>;
  /** False: the banner is not shown yet. */
  readonly open?: boolean;
}

export const banner =
  'Peacrab is on.\n  Where   this terminal\n  Try     hello | remind me in 10 seconds to stretch';

export async function sceneOf(options: SceneOptions = {}): Promise<Scene> {
  const screen = new Screen(options);
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  const ended = Promise.withResolvers<string>();
  let now = 0;
  const terminal = new Terminal({
    input: screen.input,
    output: screen.output,
    user: 'ann',
    zone: 'Europe/Berlin',
    locale: 'en',
    command: typedCommand,
    commands,
    history: async () => options.history ?? [],
    settled: async () => undefined,
    ended: ended.resolve,
    now: () => new Date('2026-11-21T11:00:00Z'),
    folder: 'never-written',
    monotonic: () => now,
    drawEveryMs: 5,
    ...options.parts,
  });
  const intake: Partial<Intake> = {
    receive: async (incoming) => {
      heard.push(inShort(incoming));
      for (const look of waiting) look();
      return 'stored';
    },
    suggest: async (_speaker, _place, typed) => options.suggest?.(typed) ?? [],
  };
  await terminal.start(intake as Intake);
  if (options.open !== false) await terminal.open(banner);
  let sent = 0;
  return {
    screen,
    terminal,
    heard,
    ended: ended.promise,
    heardSo: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (heard.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    say: (text, more = {}) => terminal.send({ ...messageOf(++sent, text), ...more }),
    working: (doing) => terminal.working(terminalPlace, 'm1', doing),
    pass: (ms) => {
      now += ms;
    },
  };
}

function inShort(incoming: Incoming): string {
  if (incoming.type === 'message') return `message ${incoming.text}`;
  if (incoming.type === 'command') return `command ${incoming.name} ${incoming.args}`.trim();
  return incoming.type === 'click' ? `click ${incoming.action}` : incoming.type;
}

const messageOf = (id: number, text: string): OutgoingMessage => ({
  id: id as OutboxId,
  key: `turn:${id}:1:0`,
  place: terminalPlace,
  text,
  buttons: [],
  times: [],
  mention: null,
  privateTo: null,
  replyToken: null,
  replaces: null,
  createdAt: new Date('2026-11-21T11:00:00Z'),
});
