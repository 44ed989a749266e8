// A simulated weak model. It knows the right next step of a scripted task and reads from the results what is done; at a
// stated rate it answers faultily instead, and what it then gets back tells it, as a real one, only so much: after an
// error that shows the call as it looks right it is faulty half as often. Seeded: the same answers bring the same answers.
import type { ChatMessage } from '../../../src/context/message.ts';
import { type Random, seeded } from '../../agent/random.ts';
import type { Step } from '../model/steps.ts';
import {
  aloud,
  asText,
  CALL_FAULTS,
  type Call,
  drawFault,
  FAILED_FAULTS,
  type Fault,
  malformed,
  twice,
  WORD_FAULTS,
  wrongName,
  wrongParameters,
} from './faults.ts';
import type { Exchange, Goal } from './task.ts';

/** The factor on the rate after an error with a corrected example. */
const HELPED = 0.5;
/** How likely it stays in a loop, answer by answer; once told that it repeats itself, half of that. */
const STAYS = 0.6;

interface Situation {
  readonly due: readonly Goal[];
  /** Results of this exchange, in order. */
  readonly results: readonly string[];
  readonly last: ChatMessage | undefined;
  readonly seen: string;
}

export class WeakModel {
  /** Answers of the running exchange, and how often each fault was drawn, over all. */
  answers = 0;
  readonly faults = new Map<Fault, number>();
  readonly #seed: number;
  #random: Random;
  #exchange: Exchange = { says: '', goals: [] };
  #rate = 0;
  #called: Call | undefined;
  #loop: Call | undefined;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seeded(seed);
  }

  /** From now on it is asked about this; `rate` of its answers are faulty. `number` sets its chances apart from others'. */
  begin(exchange: Exchange, rate: number, number: number): void {
    this.#exchange = exchange;
    this.#rate = rate;
    this.#random = seeded(this.#seed + number * 7_919);
    [this.answers, this.#called, this.#loop] = [0, undefined, undefined];
  }

  /** The answer to a request. */
  answer(messages: readonly ChatMessage[]): Step {
    this.answers++;
    if (/one word: yes or no/.test(messages[0]?.content ?? '')) return this.#draws(this.#rate) ? '' : 'yes';
    const now = this.#read(messages);
    const told = now.last?.content ?? '';
    if (this.#loop && this.#draws(/same call again/.test(told) ? STAYS / 2 : STAYS))
      return calling(this.#loop);
    this.#loop = undefined;
    const rate = /like this:|again with /.test(told) ? this.#rate * HELPED : this.#rate;
    const mayCall = now.due.length > 0 && !/This was the last step/.test(told);
    if (this.#draws(rate)) return this.#faulty(now, mayCall);
    return mayCall ? this.#step(now) : this.#words(now);
  }

  #draws(chance: number): boolean {
    return this.#random.below(10_000) < chance * 10_000;
  }

  #read(messages: readonly ChatMessage[]): Situation {
    const asked = messages.findLastIndex(
      (message) => message.role === 'user' && message.content.includes(this.#exchange.says),
    );
    const results = messages
      .slice(asked + 1)
      .flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    const due = this.#exchange.goals.filter((goal) => !results.some((result) => goal.settled.test(result)));
    return {
      due,
      results,
      last: messages.at(-1),
      seen: messages.map((message) => message.content).join('\n'),
    };
  }

  /** The next right call; what is meant may have to be looked up first. */
  #next(now: Situation): Call {
    const goal = now.due[0] ?? this.#exchange.goals[0];
    const args = goal?.arguments(now.seen);
    return goal && args ? { name: goal.tool, args } : { name: 'list_reminders', args: {} };
  }

  /** What is due, in one call or, now and then, in all at once. */
  #step(now: Situation): Step {
    const first = this.#next(now);
    const second = now.due[1]?.arguments(now.seen);
    this.#called = first;
    if (now.due[1] && second && this.#draws(0.5))
      return { calls: [first, { name: now.due[1].tool, args: second }] };
    return calling(first);
  }

  /** The last words: what was done, as the results say. */
  #words(now: Situation): string {
    const done = this.#exchange.goals.filter((goal) => !now.due.includes(goal));
    const said = done.map((goal) => {
      const result = now.results.find((one) => goal.settled.test(one)) ?? '';
      return this.#random.pick(goal.words(result));
    });
    if (now.due.length > 0) said.push('Sorry, I could not do all of it.');
    return said.join(' ');
  }

  #faulty(now: Situation, mayCall: boolean): Step {
    const failed =
      now.last?.role === 'tool' &&
      !this.#exchange.goals.some((goal) => goal.settled.test(now.last?.content ?? ''));
    const fault = drawFault(mayCall ? (failed ? FAILED_FAULTS : CALL_FAULTS) : WORD_FAULTS, this.#random);
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    if (!mayCall) return this.#faultyWords(fault, now);
    const call = this.#next(now);
    this.#called = call;
    switch (fault) {
      case 'malformed arguments':
        return malformed(call, this.#random);
      case 'call as text':
        return asText(call, this.#random);
      case 'wrong name':
        return calling({ ...call, name: wrongName(call.name, this.#random) });
      case 'wrong parameters':
        return calling({ ...call, args: wrongParameters(call.args, this.#random) });
      case 'called twice':
        return { calls: twice(call, this.#random) };
      case 'forgotten call':
        return this.#random.pick(now.due[0]?.announced ?? ['One moment.']);
      case 'done without a call':
        return this.#claim(now);
      case 'loop':
        this.#loop = this.#random.pick([call, { name: 'list_reminders', args: {} }]);
        return calling(this.#loop);
      default:
        return this.#nothing();
    }
  }

  #faultyWords(fault: Fault, now: Situation): Step {
    const words = this.#words(now);
    const again = this.#called ?? { name: 'list_reminders', args: {} };
    if (fault === 'thinking aloud') return aloud(words, this.#called, this.#random);
    if (fault === 'call as text') return `${words}\n${asText(again, this.#random)}`;
    if (fault !== 'loop') return this.#nothing();
    this.#loop = again;
    return calling(again);
  }

  /** As if all that is due were done. */
  #claim(now: Situation): string {
    const said = now.due.flatMap((goal) => (goal.claimed ? [this.#random.pick(goal.words(''))] : []));
    return said.length === 0 || this.#draws(0.3)
      ? this.#random.pick(['Done!', 'All set!', 'Done, anything else?'])
      : said.join(' ');
  }

  #nothing(): Step {
    return this.#random.pick<Step>(['', '<think>Hm.</think>', { reasoning: 'What now?' }, '\n\n']);
  }
}

const calling = (call: Call): Step => ({ calls: [call] });
