// The code fences of a reply, and whose they are: a family's own way to write a call, data that may be one, or code in a
// language of its own, which never is. Linear.

export interface Fence {
  /** Index of its first sign. */
  readonly start: number;
  /** Where what is in it begins and ends. */
  readonly inner: number;
  readonly innerEnd: number;
  /** Index behind its last sign. */
  readonly end: number;
  readonly kind: 'own' | 'data' | 'code';
  readonly closed: boolean;
}

const OWN = /^(?:tool(?:[_-]?(?:code|calls?|use|request))?|function(?:[_-]?calls?)?|invoke|action)(?![\w-])/i;
const DATA = /^(?:json\w*|xml|text|txt|plain\w*)?$/i;
const OPENING = /(?<![`~])(`{3,}|~{3,})[ \t]*([^`~\n]{0,60})$/gm;

/** @param names the tools: a fence that has the name of one is its call */
export function fencesIn(text: string, names: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  const opening = new RegExp(OPENING.source, OPENING.flags);
  const unclosed = new Set<string>();
  for (let match = opening.exec(text); match !== null && fences.length < 500; match = opening.exec(text)) {
    const [all, signs = '', label = ''] = match;
    const inner = match.index + all.length;
    const close = closing(text, inner, signs[0] ?? '`', unclosed);
    const body = text.slice(inner, close.innerEnd);
    fences.push({ start: match.index, inner, ...close, kind: kindOf(label.trim(), body, names) });
    opening.lastIndex = Math.max(close.end, inner);
  }
  return fences;
}

/** The fence that this place is in. */
export const fenceAt = (fences: readonly Fence[], at: number): Fence | undefined =>
  fences.find((fence) => fence.start <= at && at < fence.end);

function kindOf(label: string, body: string, names: readonly string[]): Fence['kind'] {
  if (OWN.test(label) || names.includes(label)) return 'own';
  return DATA.test(label) || isCalls(body, names) ? 'data' : 'code';
}

/** Nothing but `functions.recall({...})`: one family writes its calls as TypeScript. */
function isCalls(body: string, names: readonly string[]): boolean {
  const lines = body.trim().split(/;?\s*\n(?=functions\.)/);
  return lines.every((line) =>
    names.includes(/^functions\.(\w{1,64})\(\s*\{[\s\S]*\}\s*\);?$/.exec(line)?.[1] ?? ''),
  );
}

/**
 * Where a fence ends: at a line that closes it, else at the end of one, else with the text. Another opening one ends it too.
 * `unclosed`: signs that no line begins with from an earlier place on, so from here on neither; filled as that is found out.
 */
function closing(
  text: string,
  from: number,
  sign: string,
  unclosed: Set<string>,
): Pick<Fence, 'innerEnd' | 'end' | 'closed'> {
  const line = new RegExp(`^[ \\t]*(${sign}{3,})[ \\t]*([^\\n]*)$`, 'gm');
  line.lastIndex = from;
  const own = unclosed.has(sign) ? null : line.exec(text);
  if (own === null) unclosed.add(sign);
  if (own !== null && /^[\w-]+$/.test(own[2] ?? ''))
    return { innerEnd: own.index, end: own.index, closed: false };
  if (own !== null)
    return { innerEnd: own.index, end: own.index + own[0].length - (own[2] ?? '').length, closed: true };
  const last = new RegExp(`${sign}{3,}[ \\t]*$`, 'gm');
  last.lastIndex = from;
  const end = last.exec(text);
  return end === null
    ? { innerEnd: text.length, end: text.length, closed: false }
    : { innerEnd: end.index, end: end.index + end[0].length, closed: true };
}
