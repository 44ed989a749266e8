// A model server as far as its cache goes: it finds the longest front, in tokens, that a request shares with an earlier one
// of the conversation within the cache's life. The tokenizer is o200k_base; messages are encoded one by one, as a chat
// template's own signs would cut them. Also says what was sent anew although an earlier request had it.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage, ToolSchema } from '../../src/context/message.ts';

export interface CacheRules {
  readonly lifeMinutes: number;
  /** Fronts shorter than this are not cached. Local servers: 0; hosted ones: 1,024. */
  readonly minimum: number;
  /** Fronts are cached in whole blocks of so many tokens. Local servers: 1; hosted ones: 128. */
  readonly block: number;
}

export interface Billing {
  readonly input: number;
  readonly cached: number;
  /** Tokens not cached although an earlier request had them, and the cache could still live. */
  readonly resent: number;
}

/** A message, or the schemas, as tokens. The same text is the same object. */
interface Piece {
  readonly role: string;
  readonly tokens: readonly number[];
}

/** What a chat template puts around a message. */
const AROUND = 4;
/** Partly the same messages count from so many tokens on: less is chance. */
const PARTLY = 8;

const pieces = new Map<string, Piece>();

function pieceOf(role: string, text: string): Piece {
  const key = `${role}\n${text}`;
  const known = pieces.get(key);
  if (known !== undefined) return known;
  const piece = { role, tokens: encode(text, { disallowedSpecial: new Set() }) };
  pieces.set(key, piece);
  return piece;
}

/** Tokens of a text as the server counts them. */
export function tokensOf(text: string): number {
  return pieceOf('text', text).tokens.length;
}

function piecesOf(tools: readonly ToolSchema[], messages: readonly ChatMessage[]): readonly Piece[] {
  const first = tools.length === 0 ? [] : [pieceOf('tools', JSON.stringify(tools))];
  return [...first, ...messages.map((message) => pieceOf(message.role, textOf(message)))];
}

/** All that the model reads of a message. */
export function textOf(message: ChatMessage): string {
  if (message.role === 'tool') return `${message.tool_call_id}\n${message.content}`;
  const calls = message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : '';
  return `${message.content}${calls}`;
}

export class Server {
  private readonly rules: CacheRules;
  private earlier: { readonly at: number; readonly pieces: readonly Piece[] }[] = [];

  constructor(rules: CacheRules) {
    this.rules = rules;
  }

  /** Takes a request of the conversation. Times only go forward. */
  request(tools: readonly ToolSchema[], messages: readonly ChatMessage[], at: Date): Billing {
    const now = at.getTime();
    this.earlier = this.earlier.filter((one) => now - one.at <= this.rules.lifeMinutes * 60_000);
    const sent = piecesOf(tools, messages);
    const input = sent.reduce((sum, { tokens }) => sum + tokens.length + AROUND, 0);
    const shared = Math.max(0, ...this.earlier.map((one) => sharedFront(one.pieces, sent).tokens));
    const whole = Math.floor(shared / this.rules.block) * this.rules.block;
    const cached = whole < this.rules.minimum ? 0 : whole;
    const resent = shared - cached + this.again(sent);
    this.earlier.push({ at: now, pieces: sent });
    return { input, cached, resent };
  }

  /** Tokens behind the shared front that an earlier request had, wherever they stood in it. */
  private again(sent: readonly Piece[]): number {
    const fronts = this.earlier.map((one) => sharedFront(one.pieces, sent));
    const longest = fronts.reduce((most, front) => (front.tokens > most.tokens ? front : most), {
      pieces: 0,
      tokens: 0,
    });
    const had = new Map<Piece, number>();
    for (const one of this.earlier) {
      const here = new Map<Piece, number>();
      for (const piece of one.pieces) here.set(piece, (here.get(piece) ?? 0) + 1);
      for (const [piece, count] of here) had.set(piece, Math.max(had.get(piece) ?? 0, count));
    }
    for (const piece of sent.slice(0, longest.pieces)) had.set(piece, (had.get(piece) ?? 0) - 1);
    const here = new Set(sent);
    const changed = new Set([...had.keys()].filter((piece) => !here.has(piece)));
    let tokens = 0;
    for (const [index, piece] of sent.slice(longest.pieces).entries()) {
      const left = had.get(piece) ?? 0;
      had.set(piece, left - 1);
      if (left > 0) tokens += piece.tokens.length + AROUND;
      else if (index > 0) tokens += partlyAmong(changed, piece);
    }
    return tokens;
  }
}

/** How many whole pieces two requests share at their front, and how many tokens with those of the first that differs. */
function sharedFront(
  a: readonly Piece[],
  b: readonly Piece[],
): { readonly pieces: number; readonly tokens: number } {
  let tokens = 0;
  let at = 0;
  for (; at < Math.min(a.length, b.length) && a[at] === b[at]; at += 1)
    tokens += (a[at]?.tokens.length ?? 0) + AROUND;
  const [one, other] = [a[at], b[at]];
  if (one === undefined || other === undefined || one.role !== other.role) return { pieces: at, tokens };
  return { pieces: at, tokens: tokens + sameFront(one.tokens, other.tokens) };
}

/** Most tokens that a changed message shares, front and end, with one that went before it. */
function partlyAmong(changed: ReadonlySet<Piece>, piece: Piece): number {
  let most = 0;
  for (const { role, tokens } of changed) {
    if (role !== piece.role) continue;
    const front = sameFront(tokens, piece.tokens);
    const rest = Math.min(tokens.length, piece.tokens.length) - front;
    let end = 0;
    while (end < rest && tokens.at(-1 - end) === piece.tokens.at(-1 - end)) end += 1;
    most = Math.max(most, front + end);
  }
  return most < PARTLY ? 0 : most;
}

function sameFront(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}
