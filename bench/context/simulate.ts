// Runs a recorded conversation under a policy: the product's own compile makes every request, a model of a server bills it,
// and each fact that a turn needs is looked up in the request from which that turn's reply is written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textLimits } from '../../src/context/budget.ts';
import { calibrate, factorOf, uncalibrated } from '../../src/context/calibrate.ts';
import { type Compiled, type CompileInput, compile } from '../../src/context/compile.ts';
import type { Ageing } from '../../src/context/elide.ts';
import type { EntryBody } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import type { Bounds } from '../../src/context/plan.ts';
import { systemPrompt } from '../../src/context/prompt.ts';
import { type Sent, watch } from '../../src/context/watchdog.ts';
import { tools } from '../../src/tools/index.ts';
import { pagesOf } from '../../src/tools/pages.ts';
import { toolSchema } from '../../src/tools/tool.ts';
import { Conversation, type Opening, stepsOf, type TimedTurn } from './conversation.ts';
import { keepHeads } from './heads.ts';
import { boundaryFor, type Policy } from './policies.ts';
import { find, resolverOf } from './reach.ts';
import type { Script } from './script.ts';
import { type CacheRules, Server, tokensOf } from './server.ts';

export interface Setting {
  readonly window: number;
  readonly maxOutput: number;
  readonly cache: CacheRules;
}

export interface Figures {
  needs: number;
  inRequest: number;
  byHandle: number;
  requests: number;
  background: number;
  input: number;
  cached: number;
  /** Sent anew though an earlier request within the cache's life had it; and what of it no moved boundary and no head explains. */
  resent: number;
  avoidable: number;
  output: number;
  /** What it would cost besides to read the facts that only a handle leads to, billed-equivalent. */
  recalls: number;
  /** Times a bound moved. */
  moves: number;
  /** Requests that the server would have refused as too long. */
  tooLong: number;
}

export const nothing: Figures = {
  needs: 0,
  inRequest: 0,
  byHandle: 0,
  requests: 0,
  background: 0,
  input: 0,
  cached: 0,
  resent: 0,
  avoidable: 0,
  output: 0,
  recalls: 0,
  moves: 0,
  tooLong: 0,
};

/** What a cached token and one of output cost, beside a fresh one of input. */
export const CACHED_PRICE = 0.1;
export const OUTPUT_PRICE = 4;

/** The bill in fresh input tokens. */
export function billed({ input, cached, output }: Pick<Figures, 'input' | 'cached' | 'output'>): number {
  return input - cached + CACHED_PRICE * cached + OUTPUT_PRICE * output;
}

const system = systemPrompt(readFileSync(join(import.meta.dirname, '../../prompts/system.md'), 'utf8'));
const schemas = tools.map((tool) => toolSchema(tool));
/** No limit, for the raw transcript. */
const ENDLESS = 100_000_000;
const SECONDS_PER_REQUEST = 6;
/** Tokens of output that a call of `recall` takes. */
const RECALL_CALL = 25;

function ageing(name: string): Ageing {
  const ages = tools.find((tool) => tool.name === name)?.ages ?? 'handle';
  return ages === 'handle' ? 'offload' : ages;
}

/** True if a moved boundary or the last turn's head block is where a request first differs from the one before. */
function explained(last: Sent | null, request: Sent): boolean {
  const { part } = watch(last, request, 1);
  return part === 'cut' || part === 'elision' || part === 'head';
}

/** One more request that reads a page of what a handle stands for: the last one from the cache, the page, the call. */
function recallBill(input: number, text: string): number {
  return CACHED_PRICE * input + tokensOf(pagesOf(text)[0] ?? '') + OUTPUT_PRICE * RECALL_CALL;
}

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
  private readonly figures: Figures = { ...nothing };
  private bounds: Bounds = { firstKept: null, elisionBefore: null };
  private calibration = uncalibrated;
  private last: Sent | null = null;
  private lastInput = 0;
  /** All messages so far but the system prompt, for the raw transcript: compiling them each time would take minutes. */
  private transcript: readonly ChatMessage[] = [];
  private turnsSince = 0;
  private milestone = false;

  constructor(script: Script, policy: Policy, setting: Setting) {
    this.script = script;
    this.policy = policy;
    this.setting = policy.baseline === 'raw' ? { ...setting, window: ENDLESS } : setting;
    this.conversation = new Conversation(script);
    this.server = new Server(setting.cache);
  }

  all(): Figures {
    for (const turn of this.script.turns) this.turn(turn);
    return this.figures;
  }

  private turn(turn: TimedTurn): void {
    const idleSince = this.conversation.path.at(-1)?.at ?? null;
    const opening = this.conversation.open(turn);
    const factor = factorOf(this.calibration);
    const first = this.start(
      opening,
      factor,
      idleSince === null ? null : (turn.time.getTime() - idleSince.getTime()) / 60_000,
    );
    const limits = this.policy.baseline === 'raw' ? null : textLimits(this.setting);
    let at = turn.time.getTime();
    let request = this.sent(first);
    const actual = this.send(request, new Date(at));
    this.calibration = calibrate(this.calibration, first.estimated, actual);
    const done: EntryBody[] = [];
    for (const step of stepsOf(turn, opening.turn, limits)) {
      done.push(...step);
      at += SECONDS_PER_REQUEST * 1000;
      request = this.sent(compile({ ...this.input(opening, factor), ...this.bounds, turn: done }));
      this.send(request, new Date(at));
    }
    this.look(turn, request, opening, done, new Date(at));
    this.count(turn, done);
    this.conversation.close(opening, done, turn.reply, new Date(at + SECONDS_PER_REQUEST * 1000));
    this.milestone = turn.milestone !== undefined;
    if (this.policy.baseline === 'raw')
      this.transcript = [...request.messages.slice(1), { role: 'assistant', content: turn.reply }];
  }

  /** The turn's first request, with the boundary where the policy wants it. */
  private start(opening: Opening, factor: number, idleMinutes: number | null): Compiled {
    const input = this.input(opening, factor);
    const asItIs = compile({ ...input, ...this.bounds, turn: [] });
    if (this.policy.baseline === 'raw') return asItIs;
    const { path } = this.conversation;
    const elisionBefore = boundaryFor(this.policy.boundary, {
      path,
      firstKept: asItIs.firstKept,
      elisionBefore: asItIs.elisionBefore,
      rendering: { room: input.room, texts: textLimits(this.setting), ageing },
      factor,
      idleMinutes,
      cacheMinutes: this.setting.cache.lifeMinutes,
      tokens: asItIs.tokens,
      start: asItIs.budget.start,
      fitted: false,
      turnsSince: this.turnsSince,
      milestone: this.milestone,
    });
    const bounds = { firstKept: asItIs.firstKept, elisionBefore };
    const moved =
      bounds.firstKept !== this.bounds.firstKept || bounds.elisionBefore !== this.bounds.elisionBefore;
    this.turnsSince = moved ? 0 : this.turnsSince + 1;
    if (moved) this.figures.moves += 1;
    const compiled =
      elisionBefore === asItIs.elisionBefore ? asItIs : compile({ ...input, ...bounds, turn: [] });
    this.bounds = { firstKept: compiled.firstKept, elisionBefore: compiled.elisionBefore };
    return compiled;
  }

  private input(
    opening: Opening,
    factor: number,
  ): Omit<CompileInput, 'turn' | 'firstKept' | 'elisionBefore'> {
    const { baseline } = this.policy;
    return {
      system: baseline === 'clock-first' ? `${opening.head}\n\n${system}` : system,
      tools: schemas,
      path: baseline === 'raw' ? this.conversation.waiting() : this.conversation.path,
      newest: { messages: opening.messages, head: baseline === undefined ? opening.head : '' },
      ageing,
      room: this.script.room.kind,
      limits: this.setting,
      factor,
    };
  }

  /** The compiled request as the policy sends it. */
  private sent(compiled: Compiled): Sent {
    if (this.policy.baseline !== 'raw') return keepHeads(compiled, this.conversation.path, this.policy.heads);
    const [first, ...rest] = compiled.messages;
    const messages = first === undefined ? rest : [first, ...this.transcript, ...rest];
    return { ...compiled, messages, prefixEnd: compiled.prefixEnd + this.transcript.length };
  }

  /** @returns what the server counted */
  private send(request: Sent, at: Date): number {
    const { figures } = this;
    const bill = this.server.request(request.tools, request.messages, at);
    figures.requests += 1;
    figures.input += bill.input;
    figures.cached += bill.cached;
    figures.resent += bill.resent;
    if (bill.resent > 0 && !explained(this.last, request)) figures.avoidable += bill.resent;
    if (bill.input > this.setting.window - this.setting.maxOutput) figures.tooLong += 1;
    this.last = request;
    this.lastInput = bill.input;
    return bill.input;
  }

  /** Looks up what the turn needs, in the request from which its reply is written. */
  private look(turn: TimedTurn, sent: Sent, opening: Opening, done: readonly EntryBody[], at: Date): void {
    if (turn.needs.length === 0) return;
    const now = new Conversation(this.script);
    now.path.push(...this.conversation.path);
    now.close(opening, done, '-', at);
    const resolve = resolverOf(now.path);
    for (const id of turn.needs) {
      const found = find(this.script.facts.get(id) ?? '', sent.messages, resolve);
      this.figures.needs += 1;
      if (found.where === 'request') this.figures.inRequest += 1;
      if (found.where === 'handle') {
        this.figures.byHandle += 1;
        this.figures.recalls += recallBill(this.lastInput, found.text);
      }
    }
  }

  private count(turn: TimedTurn, done: readonly EntryBody[]): void {
    for (const body of done) {
      if (body.type !== 'assistant') continue;
      this.figures.output += tokensOf(
        `${body.payload.text}${body.payload.calls.map((call) => `${call.name}${call.arguments}`).join('')}`,
      );
    }
    this.figures.output += tokensOf(turn.reply);
  }
}
