// Renders the entries of a path from the leaf backwards, each at its age. Walking back, it knows what the model made of a
// result (the words to its right), what of a turn was sent as input after its head block, and what was read again later.
import type { EntryId } from '../../database/ids.ts';
import type { Age, Purpose } from '../elide/elide.ts';
import { type Entry, isTurnStart, type RecordedCall } from '../entry.ts';
import { type Part, partOf, type Rendering } from './parts.ts';

/**
 * A turn's head block stays in the history, until the boundary passes it, if more tokens than this were sent behind it within
 * the turn: leaving it out would have them computed again.
 */
const KEEP_HEAD_ABOVE = 400;

/** Where results become old, and where they became so earlier. Plain bounds: entries with a lower id are meant. */
export interface Ages {
  readonly elisionBefore: EntryId | null;
  /** Where the elision boundary was before it last moved. */
  readonly olderBefore: EntryId | null;
}

/** Renders one path. Ask for its entries from the leaf backwards, each once. */
export class Renderer {
  readonly #path: readonly Entry[];
  readonly #rendering: Rendering;
  readonly #ages: Ages;
  readonly #againBefore: EntryId | null;
  /** Reads seen to the right, before the boundary. */
  readonly #seen = new Set<string>();
  /** The words with which the model went on. */
  #then = '';
  /** Tokens to the right, in this turn, that were sent as input behind the head block. */
  #sent = 0;
  #unsent = 0;

  /** @param againBefore reads before this entry replace earlier ones of the same; by default the boundary */
  constructor(
    path: readonly Entry[],
    rendering: Rendering,
    ages: Ages,
    againBefore: EntryId | null = ages.elisionBefore,
  ) {
    this.#path = path;
    this.#rendering = rendering;
    this.#ages = ages;
    this.#againBefore = againBefore;
  }

  part(index: number): Part {
    const entry = this.#path[index];
    if (entry === undefined) throw new RangeError(`no entry ${index}`);
    const age = ageOf(entry.id, this.#ages);
    if (isTurnStart(entry)) return this.#user(entry, age);
    if (entry.type === 'tool_result') return this.#result(entry, index, age);
    const part = partOf(entry, this.#rendering, { age, id: entry.id });
    if (entry.type === 'assistant') {
      if (entry.payload.text !== '') this.#then = entry.payload.text;
      // The last words of a turn were never sent; what came before them was.
      if (this.#sent === 0 && this.#unsent === 0) this.#unsent = part.tokens;
      else this.#sent += part.tokens;
    }
    if (entry.type === 'user') this.#sent += part.tokens;
    return part;
  }

  #user(entry: Entry, age: Age): Part {
    const head = age === 'new' && this.#sent > KEEP_HEAD_ABOVE;
    this.#then = '';
    this.#sent = 0;
    this.#unsent = 0;
    return partOf(entry, this.#rendering, { age, head });
  }

  #result(entry: Entry & { type: 'tool_result' }, index: number, age: Age): Part {
    const call = callOf(this.#path, index);
    const purpose: Purpose = { call, answer: firstSentence(this.#then) };
    const read = call === null || !entry.payload.ok ? null : `${call.name} ${call.arguments}`;
    const again = read !== null && this.#seen.has(read);
    const part = partOf(entry, this.#rendering, { age, purpose, again });
    this.#sent += part.tokens;
    if (read !== null && this.#againBefore !== null && entry.id < this.#againBefore) this.#seen.add(read);
    return part;
  }
}

function ageOf(id: EntryId, { elisionBefore, olderBefore }: Ages): Age {
  if (olderBefore !== null && id < olderBefore) return 'older';
  return elisionBefore !== null && id < elisionBefore ? 'old' : 'new';
}

/** The call to which the result at `index` belongs. */
function callOf(path: readonly Entry[], index: number): RecordedCall | null {
  const result = path[index];
  if (result?.type !== 'tool_result') return null;
  for (let at = index - 1; at >= 0; at -= 1) {
    const entry = path[at];
    if (entry?.type === 'tool_result') continue;
    if (entry?.type !== 'assistant') return null;
    return entry.payload.calls.find(({ id }) => id === result.payload.callId) ?? null;
  }
  return null;
}

function firstSentence(text: string): string {
  return /^[\s\S]{0,400}?[.!?。](?=\s|$)/u.exec(text)?.[0] ?? text.slice(0, 200);
}
