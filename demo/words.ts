// What the demo model reads out of a request: the person's own words in the newest user message, the persona it is to
// speak as, and what has happened in this turn so far.

export interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** A call that was made in this turn, and what came of it. */
export interface Made {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
}

export interface Situation {
  /** The person's words, line by line. */
  readonly lines: readonly string[];
  readonly persona: string;
  /** "Friday 2 January 2026, 09:05 (Europe/Berlin)", if the head block says it. */
  readonly time: string | undefined;
  readonly made: readonly Made[];
}

/** Reads a request's messages. */
export function situationOf(messages: readonly WireMessage[]): Situation {
  const at = messages.findLastIndex(
    (message) => message.role === 'user' && linesOf(message.content ?? '').length > 0,
  );
  const content = messages[at]?.content ?? '';
  const head = /<now>\n?([\s\S]*?)<\/now>/.exec(content)?.[1] ?? '';
  const made = madeSince(messages.slice(at + 1));
  const switched = made.findLast((call) => call.name === 'switch_persona')?.result;
  const persona =
    /^You are now ([^.\n]+)/.exec(switched ?? '')?.[1] ?? /^You speak as:? ([^.\n]+)/m.exec(head)?.[1];
  return {
    lines: linesOf(content),
    persona: persona?.trim() ?? 'Assistant',
    time: /\d{1,2}:\d{2}/.test(head.split('\n')[0] ?? '') ? head.split('\n')[0] : undefined,
    made,
  };
}

/** Without head block, bracketed lines and speaker tags. */
function linesOf(content: string): string[] {
  return content
    .replace(/<now>[\s\S]*?(?:<\/now>|$)/g, '')
    .replace(/<\/?(?:from|speaker|user|msg|message)\b[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\[[^\]]*\]$/.test(line));
}

function madeSince(messages: readonly WireMessage[]): Made[] {
  const results = new Map(messages.map((message) => [message.tool_call_id ?? '', message.content ?? '']));
  return messages
    .flatMap((message) => message.tool_calls ?? [])
    .map((call) => ({
      name: call.function.name,
      args: argumentsOf(call.function.arguments),
      result: results.get(call.id) ?? '',
    }));
}

function argumentsOf(written: string): Record<string, unknown> {
  try {
    return JSON.parse(written) as Record<string, unknown>;
  } catch {
    return {};
  }
}
