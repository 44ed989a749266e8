// Plays conversations on a stage, turn by turn, and judges each turn: the clock moves, what falls due comes, the person
// speaks, the rows are read.
import { DateTime } from 'luxon';
import type { Endpoint, Meter, Used } from './endpoint.ts';
import type { Fillers } from './filler.ts';
import { judge, type OwnLines, type Verdict } from './judge/judge.ts';
import { factsOf, heardIn } from './knowledge.ts';
import { reportOf } from './paste.ts';
import { type Conversation, type Filler, noExpectation, type Turn } from './script.ts';
import type { Heard, Stage } from './stage.ts';

/** A turn that was played. */
export interface Played {
  readonly conversation: string;
  readonly kind: Conversation['kind'] | 'filler';
  readonly language: Conversation['language'];
  /** From 1, fillers counted. */
  readonly turn: number;
  readonly says: string;
  readonly shown: readonly string[];
  readonly fired: readonly string[];
  readonly verdict: Verdict;
  readonly used: Used;
  readonly seconds: number;
}

export interface Setting {
  readonly stage: Stage;
  readonly meter: Meter;
  readonly simulated: Endpoint['simulated'];
  /** The share of faulty answers of the simulated model, from 0 to 1. */
  readonly rate: number;
  readonly seed: number;
  readonly fillers: Fillers;
  readonly lines: OwnLines;
  readonly signal?: AbortSignal;
  /** Told after each turn. */
  readonly played?: (one: Played) => void;
}

/** Plays one conversation. @throws the signal's reason */
export async function playConversation(
  setting: Setting,
  conversation: Conversation,
): Promise<readonly Played[]> {
  const { stage, simulated, seed } = setting;
  const begins = DateTime.fromISO(conversation.starts, { zone: conversation.zone });
  simulated?.open(seed + hash(conversation.name));
  await stage.begin(conversation, begins.toJSDate());
  const scene = new Scene(setting, conversation, begins);
  const played: Played[] = [];
  for (const turn of expanded(conversation, setting.fillers)) {
    setting.signal?.throwIfAborted();
    const one = await scene.turn(turn);
    played.push(one);
    setting.played?.(one);
  }
  return played;
}

/** A turn to play; `isFiller` if it is only small talk in between. */
type Planned = Turn & { readonly isFiller: boolean };

/** The turns of a conversation, with its fillers laid out. */
export function expanded({ turns, language }: Conversation, fillers: Fillers): readonly Planned[] {
  let at = 0;
  const talk = (_: unknown): Planned => {
    const { says, say } = fillers.nth(language, at++);
    return { ...smallTalk, says, model: [{ say }], isFiller: true };
  };
  return turns.flatMap((turn: Turn | Filler) =>
    'filler' in turn ? Array.from({ length: turn.filler }, talk) : [{ ...turn, isFiller: false }],
  );
}

const smallTalk = { after: '1m', quiet: false, files: {}, expect: noExpectation } as const;

const units = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const;

class Scene {
  readonly #setting: Setting;
  readonly #conversation: Conversation;
  #now: DateTime;
  #count = 0;
  /** What was told so far, and what was answered, by place. */
  #told = '';
  readonly #replies = new Map<string, readonly string[]>();

  constructor(setting: Setting, conversation: Conversation, begins: DateTime) {
    [this.#setting, this.#conversation, this.#now] = [setting, conversation, begins];
  }

  async turn(turn: Planned): Promise<Played> {
    const { stage, meter, simulated, lines } = this.#setting;
    const { name, language, kind, people } = this.#conversation;
    const who = turn.who ?? people[0] ?? '';
    // The clock stands still while a turn is played; the first is at the start.
    if (this.#count++ > 0) this.#now = this.#after(turn.after);
    meter.taken();
    simulated?.begin(null, 0);
    const fired = await stage.until(this.#now.toJSDate());
    const before = await stage.standing(who, turn.thread);
    simulated?.begin(this.#part(turn, before.persona), this.#setting.rate);
    const began = performance.now();
    const heard = await stage.say({
      who,
      text: this.#textOf(turn),
      thread: turn.thread,
      quiet: turn.quiet,
      files: turn.files,
    });
    const seconds = (performance.now() - began) / 1000;
    const after = await stage.standing(who, turn.thread);
    const earlier = this.#replies.get(`${who} ${turn.thread}`) ?? [];
    const { expect } = turn;
    const outcome = { expect, language, before, after, fired, earlier, ...heard };
    this.#remember(turn, who, heard);
    return {
      conversation: name,
      kind: turn.isFiller ? 'filler' : kind,
      language,
      turn: this.#count,
      says: turn.says,
      shown: heard.shown,
      fired,
      verdict: judge(outcome, lines),
      used: meter.taken(),
      seconds,
    };
  }

  #after(after: string): DateTime {
    const unit = units[after.at(-1) as keyof typeof units];
    // Days are days of the calendar: at the same hour, also over a change of the clocks.
    return this.#now.plus({ [unit]: Number.parseInt(after, 10) });
  }

  #textOf({ says, paste }: Planned): string {
    return paste ? `${says}\n\n${reportOf(paste.characters, paste.facts)}` : says;
  }

  #part(turn: Planned, persona: string) {
    return {
      steps: turn.model,
      language: turn.expect.language ?? this.#conversation.language,
      facts: factsOf(turn, this.#told),
      persona: persona === 'assistant' || turn.expect.persona !== undefined ? null : persona,
      claim: turn.expect.claim,
    };
  }

  #remember(turn: Planned, who: string, heard: Heard): void {
    this.#told += heardIn(turn);
    const place = `${who} ${turn.thread}`;
    this.#replies.set(place, [...(this.#replies.get(place) ?? []), heard.shown.join('\n')].slice(-2));
  }
}

function hash(text: string): number {
  let sum = 7;
  for (const sign of text) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return sum % 1_000_000;
}
