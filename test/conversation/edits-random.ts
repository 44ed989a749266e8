// One person's random doings in a DM for the property of edits: messages, edits, clicks, going back. It keeps its own account
// of what each message counts as saying, to be held against the rows.
import type { Row } from '../../src/database/tables.ts';
import type { Bot } from '../e2e/harness.ts';
import type { FakeChannel } from '../fakes/channel.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';
import { mulberry } from '../fakes/mulberry.ts';

const things = ['swim', 'run', 'read'] as const;
const times = [
  'tomorrow at 9',
  'tomorrow at 10',
  'in 4 minutes',
  'every day at 9',
  'every weekday 8:30',
  'every day at 10',
  'tomorrow at 9 or 10',
] as const;
/** What follows something set, or something changed: an edit, or a click on one of the newest buttons of this kind. */
const afterSet: readonly (readonly string[])[] = [
  ['regret'],
  ['snooze', 'edit', 'undo'],
  ['snooze', 'edit', 'undo', 'undo'],
  ['edit', 'undo', 'undo'],
  ['retry', 'edit'],
  ['snooze', 'regret', 'snooze'],
  [],
  [],
];
const afterChange: readonly (readonly string[])[] = [['regret'], ['regret'], ['edit'], ['undo', 'edit'], []];
const minutesAtMost = 10;

interface Message {
  readonly id: string;
  readonly sentAt: Date;
  /** What it says as far as it was taken: an older message's edit is only told. */
  taken: string;
}

export class Doer {
  readonly seed: number;
  readonly name: string;
  readonly log: string[] = [];
  /** What stood before the message said last: the test's to write. */
  found: { readonly message: string; readonly live: readonly Row<'schedule'>[] } | null = null;
  readonly #random: () => number;
  readonly #messages: Message[] = [];
  /** The turns that count, by their message, the oldest first. */
  #turns: Message[] = [];
  /** The message said last, as long as nothing but edits of it came after. */
  #fresh: Message | null = null;
  /** What comes next, for what seldom meets by chance. */
  #plan: string[] = [];
  #count = 0;
  /** What was asked to be reminded of last. */
  #last = 'swim';

  constructor(seed: number) {
    this.seed = seed;
    this.name = `P${seed}`;
    this.#random = mulberry(seed);
  }

  taken(id: string): string | undefined {
    return this.#messages.find((message) => message.id === id)?.taken;
  }

  /** The message said last, if it now asks for nothing and nothing came between: then all stands as before it. */
  get tookBack(): string | null {
    return this.#fresh?.taken.startsWith('thanks') ? this.#fresh.id : null;
  }

  get said(): string | null {
    return this.#fresh?.id ?? null;
  }

  /** Does one thing; resolves when it is stored. @returns the words that were taken just now, if any */
  async act(bot: Bot, channel: FakeChannel, now: Date): Promise<string | null> {
    const next = this.#plan.shift();
    if (next === 'regret') return this.#edit(channel, now, this.#turns.at(-1), `thanks ${++this.#count}`);
    if (next === 'edit') return this.#edit(channel, now, this.#turns.at(-1), this.#words());
    if (next !== undefined) return this.#click(bot, channel, now, next);
    const roll = this.#random();
    if (roll < 0.3) return this.#edit(channel, now, this.#turns.at(-1), this.#words());
    if (roll < 0.6) return this.#say(channel, now, this.#words());
    if (roll < 0.64) return this.#say(channel, now, this.#pick(this.#messages)?.taken ?? this.#words());
    if (roll < 0.67) return this.#twice(channel, now);
    if (roll < 0.7) return this.#edit(channel, now, this.#pick(this.#messages), this.#words());
    if (roll < 0.72) return this.#same(channel, now);
    if (roll < 0.76) return this.#command(channel, now, '/undo');
    if (roll < 0.8) return this.#rewind(channel, now);
    return this.#click(bot, channel, now);
  }

  async #say(channel: FakeChannel, now: Date, text: string): Promise<string> {
    const message = { id: `${this.name}-${++this.#count}`, sentAt: now, taken: text };
    this.#messages.push(message);
    this.#turns.push(message);
    this.#fresh = message;
    this.#plan = [...(this.#pick(text.startsWith('remind') ? afterSet : afterChange) ?? [])];
    this.log.push(`${message.id}: ${text}`);
    await channel.say(this.name, text, { id: message.id, sentAt: now });
    return text;
  }

  async #edit(channel: FakeChannel, now: Date, message: Message | undefined, text: string) {
    if (!message) return this.#say(channel, now, text);
    const minutes = (now.getTime() - message.sentAt.getTime()) / 60_000;
    const counts = this.#turns.at(-1) === message && minutes <= minutesAtMost && text !== message.taken;
    if (counts) message.taken = text;
    this.log.push(`edit ${message.id}${counts ? '' : ' (not taken)'}: ${text}`);
    await channel.edit(this.name, message.id, text, { id: this.#own('edit'), sentAt: now });
    return counts ? text : null;
  }

  /** Two edits of the last message, one right after the other. */
  async #twice(channel: FakeChannel, now: Date): Promise<string | null> {
    const message = this.#turns.at(-1);
    await this.#edit(channel, now, message, this.#words());
    return this.#edit(channel, new Date(now.getTime() + 1000), this.#turns.at(-1), this.#words());
  }

  /** The same words with another space. */
  async #same(channel: FakeChannel, now: Date): Promise<null> {
    const message = this.#pick(this.#messages);
    if (!message) return null;
    this.log.push(`the same again of ${message.id}`);
    const text = message.taken.replace(' ', '  ');
    await channel.edit(this.name, message.id, text, { id: this.#own('edit'), sentAt: now });
    return null;
  }

  async #command(channel: FakeChannel, now: Date, text: string): Promise<null> {
    this.#fresh = null;
    this.log.push(text);
    await channel.say(this.name, text, { id: this.#own('command'), sentAt: now });
    return null;
  }

  async #rewind(channel: FakeChannel, now: Date): Promise<null> {
    this.#turns.pop();
    return this.#command(channel, now, '/rewind');
  }

  async #click(bot: Bot, channel: FakeChannel, now: Date, kind = ''): Promise<null> {
    const actions = (await actionsFor(bot, this.name)).filter(({ action }) => action.startsWith(kind));
    const action = this.#pick(kind === '' ? actions : actions.slice(-3));
    if (action === undefined) return null;
    this.#fresh = null;
    this.log.push(`click ${action.action}`);
    const { retries } = action;
    const retried = this.#turns.find(({ id, taken }) => id === retries?.messageId && taken === retries.text);
    if (retried && this.#turns.at(-1) !== retried) this.#turns.push(retried);
    await channel.click(this.name, action.action, { id: this.#own('click'), sentAt: now });
    return null;
  }

  #words(): string {
    const thing = this.#pick(things) ?? 'swim';
    const time = this.#pick(times) ?? 'tomorrow at 9';
    const roll = this.#random();
    if (roll < 0.53) this.#last = thing;
    if (roll < 0.4) return `remind me ${time} to ${thing}`;
    if (roll < 0.46) return `remind me tomorrow at 9 to ${thing}, please`;
    if (roll < 0.53) return `remind me tomorrow at 9 to ${thing} (${++this.#count} breaks)`;
    if (roll < 0.65) return `cancel ${this.#last}`;
    if (roll < 0.77) return `move ${this.#last} to friday 10:00`;
    if (roll < 0.82) return 'snooze that in 1 hour';
    return `thanks ${++this.#count}`;
  }

  #own = (kind: string) => `${this.name}-${kind}-${++this.#count}`;

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }
}

interface Action {
  readonly action: string;
  /** The message that is answered again by it. */
  readonly retries?: { readonly messageId: string; readonly text: string };
}

/** Every button that this person was ever shown, those that were used included. */
async function actionsFor(bot: Bot, name: string): Promise<readonly Action[]> {
  const person = `slack:T1:${name}` as never;
  const { db } = bot.database;
  const effects = await db
    .selectFrom('effect')
    .select('id')
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();
  const schedules = await db
    .selectFrom('schedule')
    .select('id')
    .where('owner_id', '=', person)
    .orderBy('id')
    .execute();
  const failed = await db
    .selectFrom('entry')
    .innerJoin('turn', 'turn.id', 'entry.turn_id')
    .select(['turn.id', 'entry.payload'])
    .where('turn.person_id', '=', person)
    .where('turn.state', '=', 'failed')
    .where('entry.type', '=', 'user')
    .orderBy('turn.id')
    .execute();
  return [
    ...effects.map(({ id }) => ({ action: `undo:${id}` })),
    ...schedules.flatMap(({ id }) =>
      [`reading:${id}:0`, `reading:${id}:1`, `done:${id}`, `snooze:${id}:in 1 hour`].map((action) => ({
        action,
      })),
    ),
    ...failed.flatMap(({ id, payload }) =>
      messagesOf(payload).map((retries) => ({ action: `retry:${id}`, retries })),
    ),
  ];
}

export const messagesOf = (payload: unknown) =>
  (payload as { readonly messages: readonly { readonly messageId: string; readonly text: string }[] })
    .messages;

/** The newest words without bracketed lines and head block. */
const wordsOf = (request: SeenRequest) =>
  (request.lastUser.split('\n\n<now>')[0] ?? '').replace(/^\[.*\]\n/gm, '');

/** A model that obeys the newest words to the letter: by tools, by prose alone (", please"), or at the second try ("breaks"). */
export function obeying(): (request: SeenRequest) => Step {
  const broken = new Set<string>();
  const call = (name: string, args: object): Step => ({ calls: [{ name, args }] });
  return (request) => {
    if (request.messages.at(-1)?.role === 'tool') return 'All right.';
    const words = wordsOf(request);
    const breaks = /\(\d+ breaks\)/.exec(words)?.[0];
    if (breaks && !broken.has(words)) {
      broken.add(words);
      return { status: 400 };
    }
    const [, when = '', text = ''] = /^remind me (.+) to (\w+)/.exec(words) ?? [];
    if (words.endsWith(', please')) return `I'll remind you ${when} to ${text}.`;
    if (when) return call('set_reminder', { text, when });
    const [, action = '', reminder = '', , time] =
      /^(cancel|move|snooze) (\w+)(?: (?:to )?(.+))?/.exec(words) ?? [];
    const to = /(?:to|that) ((?:friday|in 1).*)/.exec(words)?.[1] ?? time;
    if (action) return call('change_reminder', { reminder, action, ...(to ? { when: to } : {}) });
    return 'All right.';
  };
}
