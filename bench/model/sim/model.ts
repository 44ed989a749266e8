// The simulated model: it knows what a good model does at each turn of a script, reads from the results what is done, and
// at a rate answers faultily instead. Seeded. What it says of earlier turns it has to find in the request: a fact that
// does not stand there is not known, a persona that is not named near the end of it is lost.
import type { ChatMessage } from '../../../src/context/message.ts';
import { type Random, seeded } from '../../../test/agent/random.ts';
import type { Step } from '../../../test/fakes/model/steps.ts';
import {
  aloud,
  asText,
  type Call,
  malformed,
  twice,
  wrongName,
  wrongParameters,
} from '../../../test/fakes/weak-model/faults.ts';
import { words as judged, type Language } from '../judge/words.ts';
import type { Step as Scripted } from '../script.ts';
import {
  type AnyFault,
  callFaults,
  draw,
  failedFaults,
  inventedTimes,
  withLeak,
  wordFaults,
} from './faults.ts';
import { asksForLog, logOf } from './log.ts';
import {
  type Answered,
  answeredSince,
  handleFor,
  headIn,
  isHelpful,
  isSettled,
  textIn,
  textOf,
} from './reading.ts';
import { foreign, phrases } from './words.ts';

/** What it is to do at a turn. */
export interface Part {
  readonly steps: readonly Scripted[];
  readonly language: Language;
  /** Patterns of facts that were told earlier and that its words use: they have to stand in the request. */
  readonly facts: readonly string[];
  /** The slug of the persona that it should speak as; null: the usual one. */
  readonly persona: string | null;
  readonly claim: string | undefined;
}

/** The factor on the rate after an error that shows the right form. */
const HELPED = 0.5;
/** How likely it stays in a loop, answer by answer; once told that it repeats itself, half of that. */
const STAYS = 0.6;
/** In how many characters at the end of a request it still notices who it is. */
const NOTICED = 8000;

/** The lines that name a persona in a request. @param slug such as `teaching-assistant` */
const speaksAs = (slug: string): RegExp =>
  new RegExp(`(?:You speak as:|You are now) ${slug.replace('-', '[ -]')}`, 'i');

const calling = (call: Call): Step => ({ calls: [call] });

interface Situation {
  readonly messages: readonly ChatMessage[];
  /** Calls that are still to be made. */
  readonly due: readonly Call[];
  readonly results: readonly Answered[];
  readonly last: string;
  readonly seen: string;
}

export class SimulatedModel {
  readonly faults = new Map<AnyFault, number>();
  #part: Part | null = null;
  #rate = 0;
  #random: Random = seeded(1);
  #asked: string | null = null;
  #loop: Call | undefined;
  #called: Call | undefined;
  #said = '';

  /** A conversation begins. */
  open(seed: number): void {
    this.#random = seeded(seed);
    this.#said = '';
  }

  /** From now on it answers at this turn; null: between turns, where only what fell due is put to it. */
  begin(part: Part | null, rate: number): void {
    [this.#part, this.#rate, this.#asked] = [part, rate, null];
    [this.#loop, this.#called] = [undefined, undefined];
  }

  answer(messages: readonly ChatMessage[]): Step {
    const last = messages.at(-1);
    const told = last ? textIn(last) : '';
    if (/one word: yes or no/.test(textIn(messages[0] ?? { role: 'system', content: '' })))
      return this.#yesOrNo(told);
    if (asksForLog(told)) return this.#draws(this.#rate) ? this.#nothing() : logOf(messages);
    const now = this.#read(messages);
    if (this.#loop && this.#draws(/same call again/.test(told) ? STAYS / 2 : STAYS))
      return calling(this.#loop);
    this.#loop = undefined;
    const mayCall = now.due.length > 0 && !/This was the last step/.test(told);
    if (this.#draws(isHelpful(told) ? this.#rate * HELPED : this.#rate)) return this.#faulty(now, mayCall);
    return mayCall ? this.#step(now) : this.#say(this.#words(now));
  }

  #draws(chance: number): boolean {
    return this.#random.below(10_000) < chance * 10_000;
  }

  get #language(): Language {
    return this.#part?.language ?? 'en';
  }

  #read(messages: readonly ChatMessage[]): Situation {
    const texts = messages.map((message) => (message.role === 'user' ? textIn(message) : null));
    this.#asked ??= texts.findLast((text) => text !== null) ?? '';
    const asked = Math.max(0, texts.lastIndexOf(this.#asked));
    const results = answeredSince(messages, asked);
    const open = [...results];
    const due = (this.#part?.steps ?? []).flatMap((step): Call[] => {
      if (!('call' in step)) return [];
      const at = open.findIndex((one) => one.name === step.call && isSettled(one));
      if (at < 0) return [{ name: step.call, args: step.args }];
      open.splice(0, at + 1);
      return [];
    });
    const last = messages.at(-1);
    return { messages, due, results, last: last ? textIn(last) : '', seen: textOf(messages.slice(1)) };
  }

  /** The call with the handle that is meant; what shows none is looked up first, and then named by its words. */
  #resolved(call: Call, { seen, results }: Situation): Call {
    const args: Record<string, unknown> = { ...call.args };
    for (const [name, value] of Object.entries(args)) {
      const word = typeof value === 'string' ? /^handle of (.+)$/is.exec(value.trim())?.[1] : undefined;
      if (word === undefined) continue;
      const handle = handleFor(word, seen);
      if (handle === null && !results.some((one) => one.name === 'list_reminders'))
        return { name: 'list_reminders', args: {} };
      args[name] = handle ?? word;
    }
    return { name: call.name, args };
  }

  /** What is due, in one call or, now and then, in all at once. */
  #step(now: Situation): Step {
    const [first, second] = now.due.map((call) => this.#resolved(call, now));
    if (!first) return this.#words(now);
    this.#called = first;
    const isBoth = second && second.name !== 'list_reminders' && first.name !== 'list_reminders';
    return isBoth && this.#draws(0.5) ? { calls: [first, second] } : calling(first);
  }

  /** The last words, as far as they can be known. */
  #words(now: Situation): string {
    const { sorry, unknown, bland } = phrases[this.#language];
    if (!this.#part) return taskWords(now.last);
    const isUnknown = this.#part.facts.some((pattern) => !new RegExp(pattern, 'iu').test(now.seen));
    if (isUnknown) return unknown;
    const { persona } = this.#part;
    const near = now.seen.slice(-NOTICED);
    if (persona !== null && !speaksAs(persona).test(near)) return bland;
    const said = this.#part.steps.flatMap((step) => ('say' in step ? [step.say] : [])).join('\n\n');
    return now.due.length > 0 ? sorry : said;
  }

  #say(words: string): string {
    this.#said = words;
    return words;
  }

  #faulty(now: Situation, mayCall: boolean): Step {
    const failed = now.results.at(-1);
    const shares = failed && !isSettled(failed) ? failedFaults : callFaults;
    const fault = draw(mayCall ? shares : wordFaults, this.#random);
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    const [due] = now.due;
    if (!mayCall || !due) return this.#faultyWords(fault, now);
    const call = this.#resolved(due, now);
    this.#called = call;
    switch (fault) {
      case 'malformed arguments':
        return malformed(call, this.#random);
      case 'call as text':
        return asText(call, this.#random);
      case 'wrong name':
        return calling({ ...call, name: wrongName(call.name, this.#random) });
      case 'wrong parameters':
        return calling(
          Object.keys(call.args).length === 0
            ? call
            : { ...call, args: wrongParameters(call.args, this.#random) },
        );
      case 'called twice':
        return { calls: twice(call, this.#random) };
      case 'invented time':
        return calling(
          'when' in call.args
            ? { ...call, args: { ...call.args, when: this.#random.pick(inventedTimes) } }
            : call,
        );
      case 'forgotten call':
        return this.#random.pick(phrases[this.#language].announced);
      case 'done without a call':
        return this.#claim();
      case 'loop':
        this.#loop = this.#random.pick([call, { name: 'list_reminders', args: {} }]);
        return calling(this.#loop);
      default:
        return this.#nothing();
    }
  }

  #faultyWords(fault: AnyFault, now: Situation): Step {
    const words = this.#words(now);
    const again = this.#called ?? { name: 'list_reminders', args: {} };
    switch (fault) {
      case 'thinking aloud':
        return aloud(words, this.#called, this.#random);
      case 'call as text':
        return `${words}\n${asText(again, this.#random)}`;
      case 'loop':
        this.#loop = again;
        return calling(again);
      case 'another language':
        return foreign(this.#language);
      case 'head line':
        return withLeak(words, headIn(now.seen.slice(-NOTICED)), this.#random);
      case 'said twice':
        return `${words}\n\n${words}`;
      case 'same again':
        return this.#said || words;
      default:
        return this.#nothing();
    }
  }

  /** As if all that is due were done. */
  #claim(): string {
    const said = this.#part?.steps.flatMap((step) => ('say' in step ? [step.say] : [])).join('\n\n') ?? '';
    return said === '' || this.#draws(0.4) ? this.#random.pick(phrases[this.#language].done) : said;
  }

  /** Asked whether an answer claims something: it looks for the words of a claim, and at the rate it errs. */
  #yesOrNo(question: string): Step {
    const said = /^An assistant answered: (.*)$/m.exec(question)?.[1] ?? question;
    const pattern = this.#part?.claim;
    const claims =
      judged[this.#language].done.test(said) ||
      (pattern !== undefined && new RegExp(pattern, 'iu').test(said));
    if (this.#draws(this.#rate)) return this.#random.pick<Step>(['', claims ? 'no' : 'yes']);
    return claims ? 'yes' : 'no';
  }

  #nothing(): Step {
    return this.#random.pick<Step>(['', '<think>Hm.</think>', { reasoning: 'What now?' }, '\n\n']);
  }
}

/** What it writes when a task of its own has fallen due: the text of the task, done. */
function taskWords(told: string): string {
  const text = /\[Task r\d+[^\n]*? is due: ([^\n\]]*)/.exec(told)?.[1]?.split(/[;(]/)[0]?.trim();
  return text === undefined || text === ''
    ? 'Here it is, as asked.'
    : `Here it is: ${text.replace(/^"|"$/g, '')}.`;
}
