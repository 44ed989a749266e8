// Whether a request holds a fact, or names a handle by which the model could read it: what `recall` would find over the
// entries of the conversation.
import type { Entry } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { transcript } from '../../src/context/render/transcript.ts';
import { squeezed } from './script.ts';
import { textOf } from './server.ts';

export type Found =
  | { readonly where: 'request' | 'lost' }
  /** `text`: what a handle that the request names reads. */
  | { readonly where: 'handle'; readonly handle: string; readonly text: string };

/** What stands behind a handle of this conversation; null if nothing does. */
export type Resolve = (handle: string) => string | null;

/** Results by their handle wherever it stands; messages and earlier turns where `recall` is said. */
const NAMED = /(?<![\w.])(t\d+\.\d+)\b|\brecall "?([me][\w.-]*\d)/g;

/** The facts of a script that stand in texts; each text is looked through once. White space does not matter. */
export class Facts {
  private readonly wanted: readonly (readonly [id: string, text: string])[];
  private readonly seen = new Map<string, ReadonlySet<string>>();

  constructor(facts: ReadonlyMap<string, string>) {
    this.wanted = [...facts].map(([id, fact]) => [id, squeezed(fact)]);
  }

  /** Ids of the facts that stand in a text. */
  in(text: string): ReadonlySet<string> {
    const known = this.seen.get(text);
    if (known !== undefined) return known;
    const flat = squeezed(text);
    const found = new Set(this.wanted.filter(([, fact]) => flat.includes(fact)).map(([id]) => id));
    this.seen.set(text, found);
    return found;
  }

  /** Ids of the facts that stand in some message. */
  within(messages: readonly ChatMessage[]): ReadonlySet<string> {
    return new Set(messages.flatMap((message) => [...this.in(textOf(message))]));
  }

  /** Looks a fact up in a request, then behind the handles that the request names. */
  find(id: string, messages: readonly ChatMessage[], resolve: Resolve): Found {
    const texts = messages.map(textOf);
    if (texts.some((text) => this.in(text).has(id))) return { where: 'request' };
    const named = texts.flatMap((text) =>
      [...text.matchAll(NAMED)].map((match) => match[1] ?? match[2] ?? ''),
    );
    // What is short first: a result is read before all that was said earlier.
    const handles = new Set(named.toSorted((a, b) => Number(a.startsWith('e')) - Number(b.startsWith('e'))));
    for (const handle of handles) {
      const text = resolve(handle);
      if (text !== null && this.in(text).has(id)) return { where: 'handle', handle, text };
    }
    return { where: 'lost' };
  }
}

/** Reads handles of results, messages and earlier turns, as `recall` does. */
export function resolverOf(entries: readonly Entry[]): Resolve {
  return (handle) => {
    if (handle.startsWith('e')) return transcript(entries.filter(({ id }) => id < Number(handle.slice(1))));
    for (const entry of entries.toReversed()) {
      if (entry.type === 'tool_result' && entry.payload.handle === handle)
        return entry.payload.full ?? entry.payload.text;
      const message =
        entry.type === 'user'
          ? entry.payload.messages.find(({ messageId }) => `m${messageId}` === handle)
          : undefined;
      if (message !== undefined) return message.text;
    }
    return null;
  };
}
