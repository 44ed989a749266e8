// Runs a recorded conversation under a policy: the product's own functions make every request, compaction and log
// included; a model of a server bills it; each fact that a turn needs is looked up in the request from which its reply is
// written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../src/agent/limits.ts';
import { textLimits } from '../../src/context/budget/budget.ts';
import { calibrate, factorOf, uncalibrated } from '../../src/context/budget/calibrate.ts';
import { type Sent, watch } from '../../src/context/budget/watchdog.ts';
import { type CompactionPlan, compacted, covers, currentLog } from '../../src/context/compact/compact.ts';
import { passAfter, summaryRequest } from '../../src/context/compact/journal.ts';
import { readLog } from '../../src/context/compact/log-form.ts';
import { logLimits } from '../../src/context/compact/log-limits.ts';
import { scaffold } from '../../src/context/compact/scaffold.ts';
import { type Compiled, type CompileInput, compile } from '../../src/context/compile.ts';
import type { EntryBody } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { type Bounds, movedTo, NO_BOUNDS } from '../../src/context/plan.ts';
import { systemPrompt } from '../../src/context/prompt.ts';
import { startTurn } from '../../src/context/turn-start.ts';
import type { EntryId } from '../../src/database/ids.ts';
import { withDeeds } from '../../src/tools/abilities.ts';
import { tools } from '../../src/tools/index.ts';
import { pagesOf } from '../../src/tools/pages.ts';
import { toolSchema } from '../../src/tools/tool.ts';
import { Conversation, type Opening, stepsOf, type TimedTurn } from './conversation.ts';
import { billed, CACHED_PRICE, type Figures, nothing, OUTPUT_PRICE } from './figures.ts';
import { writeLog } from './log.ts';
import type { Policy } from './policies.ts';
import { Facts, resolverOf } from './reach.ts';
import { type Script, squeezed } from './script.ts';
import { type CacheRules, Server, tokensOf } from './server.ts';

export interface Setting {
  readonly window: number;
  readonly maxOutput: number;
  readonly cache: CacheRules;
}

const prompts = join(import.meta.dirname, '../../prompts');
const system = systemPrompt(withDeeds(readFileSync(join(prompts, 'system.md'), 'utf8'), []));
const journalPrompt = readFileSync(join(prompts, 'journal.md'), 'utf8');
const schemas = tools.map((tool) => toolSchema(tool));
const ages = new Map(tools.map((tool) => [tool.name, tool.ages]));
/** No limit, for the raw transcript. */
const ENDLESS = 100_000_000;
const MINUTE = 60_000;
const PER_REQUEST = 6_000;
/** Tokens of output that a call of `recall` takes. */
const RECALL_CALL = 25;
const ROUNDS = DEFAULT_LIMITS.rounds;

/** Runs one script under one policy. */
export function simulate(script: Script, policy: Policy, setting: Setting): Figures {
  return new Run(script, policy, setting).all();
}

class Run {
  private readonly script: Script;
  private readonly policy: Policy;
  private readonly setting: Setting;
  private readonly conversation: Conversation;
  private readonly server: Server;
  private readonly facts: Facts;
  private readonly figures: Figures = { ...nothing };
  private bounds: Bounds = NO_BOUNDS;
  private calibration = uncalibrated;
  private last: Sent | null = null;
  private lastInput = 0;
  /** All messages so far but the system prompt, for the raw transcript: compiling them each time would take minutes. */
  private transcript: readonly ChatMessage[] = [];
  /** The simulated time, in milliseconds. */
  private now = 0;

  constructor(script: Script, policy: Policy, setting: Setting) {
    this.script = script;
    this.policy = policy;
    this.setting = policy.baseline === 'raw' ? { ...setting, window: ENDLESS } : setting;
    this.conversation = new Conversation(script);
    this.server = new Server(setting.cache);
    this.facts = new Facts(script.facts);
  }

  all(): Figures {
    for (const turn of this.script.turns) this.turn(turn);
    return this.figures;
  }

  private turn(turn: TimedTurn): void {
    const idleMinutes = this.last === null ? null : (turn.time.getTime() - this.now) / MINUTE;
    this.now = Math.max(this.now, turn.time.getTime());
    const opening = this.conversation.open(turn);
    const factor = factorOf(this.calibration);
    let compiled = this.start(turn, opening, factor, idleMinutes);
    this.calibration = calibrate(this.calibration, compiled.estimated, this.send(this.sent(compiled)));
    const limits = this.policy.baseline === 'raw' ? null : textLimits(this.setting);
    const done: EntryBody[] = [];
    for (const step of stepsOf(turn, opening.turn, limits)) {
      done.push(...step);
      compiled = compile({ ...this.input(opening, factor), ...this.bounds, turn: done });
      this.send(this.sent(compiled));
    }
    this.conversation.close(opening, done, turn.reply, new Date(this.now));
    this.look(turn, this.sent(compiled));
    this.say(turn, done);
    if (this.policy.baseline !== 'raw') this.runJournalPass(turn, compiled, factor);
    else
      this.transcript = [
        ...this.sent(compiled).messages.slice(1),
        { role: 'assistant', content: turn.reply },
      ];
  }

  /** The turn's first request, with the boundary where the policy wants it, after a compaction if there must be one. */
  private start(turn: TimedTurn, opening: Opening, factor: number, idleMinutes: number | null): Compiled {
    const { baseline, boundary: policy } = this.policy;
    if (baseline === 'raw') return compile({ ...this.input(opening, factor), ...NO_BOUNDS });
    const before = this.bounds;
    const end = ((this.conversation.path.at(-1)?.id ?? 0) + 1) as EntryId;
    if (baseline === 'clock-first') this.bounds = { ...before, ...movedTo(before, end) };
    const { lifeMinutes: cacheMinutes } = this.setting.cache;
    const timing = { idleMinutes, cacheMinutes, policy };
    let { compiled, compaction } = startTurn({ ...this.input(opening, factor), ...timing });
    if (compaction !== null) {
      this.compact(turn, opening, compaction, factor);
      this.bounds = compaction;
      ({ compiled } = startTurn({ ...this.input(opening, factor), ...timing }));
    }
    const { firstKept, elisionBefore, olderBefore } = compiled;
    this.bounds = { firstKept, elisionBefore, olderBefore };
    if (firstKept !== before.firstKept || elisionBefore !== before.elisionBefore) this.figures.moves += 1;
    return compiled;
  }

  /** Lets the oldest turns go: for the log written ahead, or for one that is asked for while somebody waits. */
  private compact(turn: TimedTurn, opening: Opening, plan: CompactionPlan, factor: number): void {
    const limits = logLimits(this.setting);
    const ahead = plan.covered ? plan.journal : null;
    const input = this.input(opening, factor);
    const asked = ahead
      ? null
      : this.ask(summaryRequest(input, plan, journalPrompt, []), covers(plan.going), plan.going);
    const log = ahead?.text ?? asked ?? currentLog(plan) ?? '';
    const by = ahead ? 'journal' : asked === null ? 'rule' : 'model';
    const put = scaffold(this.conversation.scaffoldFacts(turn, plan.going), limits.scaffold);
    this.conversation.compact(compacted(plan, { log, by, scaffold: put }, limits));
    this.figures.compactions += 1;
  }

  /** The background pass after a reply, if it is time for one. */
  private runJournalPass(turn: TimedTurn, compiled: Compiled, factor: number): void {
    const { firstKept, messages, tokens } = compiled;
    const path = this.conversation.visible(firstKept);
    const facts = { path, firstKept, messages, tokens, reply: turn.reply, prompt: journalPrompt, tasks: [] };
    const pass = passAfter({ ...facts, limits: this.setting, factor });
    const through = path.at(-1)?.id;
    if (pass === null || through === undefined) return;
    const text = this.ask(pass, covers(path), path);
    if (text !== null) this.conversation.note({ type: 'journal', payload: { text, through } });
  }

  /** Asks the stand-in for a log. @returns null if what it wrote is no log */
  private ask(
    messages: readonly ChatMessage[],
    covered: number,
    path: CompactionPlan['going'],
  ): string | null {
    const text = writeLog(this.script.facts, this.facts.within(messages), path);
    this.figures.background += 1;
    const output = tokensOf(text);
    this.figures.output += output;
    this.figures.aside += billed({ ...this.bill({ messages, tools: schemas }), output });
    const read = readLog(text, { ...logLimits(this.setting), covers: covered });
    return read.ok ? read.log : null;
  }

  private input(opening: Opening, factor: number): CompileInput {
    const { baseline } = this.policy;
    return {
      ...this.bounds,
      system: baseline === 'clock-first' ? `${opening.head}\n\n${system}` : system,
      tools: schemas,
      path:
        baseline === 'raw' ? this.conversation.waiting() : this.conversation.visible(this.bounds.firstKept),
      newest: { messages: opening.messages, head: baseline === undefined ? opening.head : '' },
      turn: [],
      ageing: (name) => ages.get(name) ?? 'offload',
      room: this.script.room.kind,
      limits: this.setting,
      factor,
    };
  }

  /** The compiled request as it is sent. */
  private sent(compiled: Compiled): Sent {
    if (this.policy.baseline !== 'raw') return compiled;
    const [first, ...rest] = compiled.messages;
    const messages = first === undefined ? rest : [first, ...this.transcript, ...rest];
    return { ...compiled, messages, prefixEnd: compiled.prefixEnd + this.transcript.length };
  }

  /** @returns what the server counted */
  private send(request: Sent): number {
    const { input, resent } = this.bill(request);
    if (resent > 0 && !isExplained(this.last, request)) this.figures.avoidable += resent;
    this.figures.requests += 1;
    this.last = request;
    this.lastInput = input;
    return input;
  }

  private bill({ tools: offered, messages }: Pick<Sent, 'tools' | 'messages'>) {
    const { figures, setting } = this;
    const bill = this.server.request(offered, messages, new Date(this.now));
    this.now += PER_REQUEST;
    figures.input += bill.input;
    figures.cached += bill.cached;
    figures.resent += bill.resent;
    if (bill.input > setting.window - setting.maxOutput) figures.tooLong += 1;
    return bill;
  }

  /** Looks up what the turn needs, in the request from which its reply was written. */
  private look(turn: TimedTurn, { messages }: Sent): void {
    const resolve = resolverOf(this.conversation.path);
    for (const id of turn.needs) {
      const fact = this.script.facts.get(id) ?? '';
      const found = this.facts.find(id, messages, resolve);
      this.figures.needs += 1;
      if (found.where === 'request') this.figures.inRequest += 1;
      if (found.where !== 'handle') continue;
      this.figures.byHandle += 1;
      const { bill, isDeep } = recalled(this.lastInput, fact, found);
      this.figures.recalls += bill;
      if (isDeep) this.figures.deep += 1;
    }
  }

  private say(turn: TimedTurn, done: readonly EntryBody[]): void {
    this.figures.output += tokensOf(turn.reply);
    for (const { type, payload } of done)
      if (type === 'assistant')
        this.figures.output += tokensOf(
          [payload.text, ...payload.calls.map((call) => call.name + call.arguments)].join(''),
        );
  }
}

/** True if a moved bound or the last turn's head block is where a request first differs from the one before. */
function isExplained(last: Sent | null, request: Sent): boolean {
  const { part } = watch(last, request, 1);
  return part === 'cut' || part === 'elision' || part === 'head';
}

/**
 * What it costs to read a handle page by page up to the fact, within a turn's rounds: a request each, with the last one
 * from the cache. Earlier turns are read from their end.
 */
function recalled(input: number, fact: string, { handle, text }: { handle: string; text: string }) {
  const pages = handle.startsWith('e') ? pagesOf(text).toReversed() : pagesOf(text);
  const at = pages.findIndex((page) => squeezed(page).includes(squeezed(fact)));
  let bill = 0;
  let length = input;
  for (const page of pages.slice(0, Math.min(at + 1, ROUNDS))) {
    const tokens = tokensOf(page);
    bill += CACHED_PRICE * length + tokens + OUTPUT_PRICE * RECALL_CALL;
    length += tokens;
  }
  return { bill, isDeep: at >= ROUNDS };
}
