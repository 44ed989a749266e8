// Takes thinking out of what the model said: it is never shown and never sent again. Templates open the tag
// themselves or forget to close it, so half a tag counts too.

const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /<(?:think|thinking|thought|thoughts|reasoning|reflection|seed:think|inner_monologue)>/gi,
    /<\/(?:think|thinking|thought|thoughts|reasoning|reflection|seed:think|inner_monologue)\s*>/gi,
  ],
  [/\[THINK\]/g, /\[\/THINK\]/g],
  [/◁think▷/g, /◁\/think▷/g],
  [/<\|START_THINKING\|>/g, /<\|END_THINKING\|>/g],
  [/<\|begin_of_thought\|>/g, /<\|end_of_thought\|>/g],
  [/<unused94>(?:thought)?/g, /<unused95>/g],
  [/<\|channel>\s*(?:thought|analysis|thinking)\b/g, /<channel\|>/g],
  [
    /<\|channel\|>\s*analysis(?![^<]*\bto=)/g,
    /<\|(?:end|return)\|>|(?=<\|start\|>)|(?=<\|channel\|>\s*(?:final|commentary))/g,
  ],
];

/** An unclosed thought ends where a call begins: that is how the models' own parsers read it. */
const CALL_AHEAD =
  /<\|?tool_call|<function[=_]|\[TOOL_CALLS\]|<\|tool_calls?_|<｜tool▁call|<\|python_tag\|>|\bto=functions\./;

interface Spoken {
  readonly text: string;
  readonly thought: boolean;
  /** True when a thought was closed that was never opened: the text before it was thinking. */
  readonly orphan: boolean;
}

/** Splits what was said from what was thought. */
export function stripThinking(content: string): Spoken {
  let text = collapsedHarmony(content);
  let thought = text !== content;
  let orphan = false;
  for (const [open, close] of PAIRS) {
    const stripped = stripPair(text, open, close);
    thought ||= stripped.thought;
    orphan ||= stripped.orphan;
    text = stripped.text;
  }
  return { text: text.trim(), thought, orphan };
}

function stripPair(content: string, open: RegExp, close: RegExp): Spoken {
  const kept: string[] = [];
  let at = 0;
  let [thought, orphan] = [false, false];
  const opens = finder(open, content);
  const closes = finder(close, content);
  for (;;) {
    const start = opens(at);
    const end = closes(at);
    if (end !== undefined && end.text !== '' && (start === undefined || end.at < start.at)) {
      // Channel markers close more than thoughts, so a lone closer says nothing about the text before it.
      const unopened = !open.source.includes('channel');
      if (unopened) kept.length = 0;
      else kept.push(content.slice(at, end.at));
      [thought, orphan] = [true, orphan || unopened];
      at = end.at + end.text.length;
      continue;
    }
    if (start === undefined) break;
    kept.push(content.slice(at, start.at));
    thought = true;
    at = endOfThought(content, start.at + start.text.length, opens, closes);
  }
  return { text: kept.join('') + content.slice(at), thought, orphan };
}

/** Index behind the thought that begins at `from`; thoughts inside thoughts end with the outer one. */
function endOfThought(content: string, from: number, opens: Find, closes: Find): number {
  const end = closes(from);
  if (end === undefined) {
    const call = CALL_AHEAD.exec(content.slice(from));
    return call === null || !/[>}\])]\s*$/.test(content) ? content.length : from + call.index;
  }
  const inner = opens(from);
  if (inner !== undefined && inner.at < end.at && end.text !== '') {
    const outer = closes(end.at + end.text.length);
    const next = opens(end.at + end.text.length);
    if (outer !== undefined && (next === undefined || outer.at < next.at))
      return outer.at + outer.text.length;
  }
  return end.at + end.text.length;
}

/**
 * The calls with which thinking in a field of its own ends: some servers' parsers put them there. Empty when it ends
 * otherwise. `before` is what was thought until then.
 */
export function callsAtEnd(reasoning: string): { readonly text: string; readonly before: string } {
  const text = reasoning.trimEnd();
  const call = CALL_AHEAD.exec(text);
  return call !== null && /(?:>|\}|\])$/.test(text)
    ? { text: text.slice(call.index), before: text.slice(0, call.index) }
    : { text: '', before: '' };
}

type Find = (from: number) => { readonly at: number; readonly text: string } | undefined;

/** Looks for the next match from a place on. What was found once is not looked for again from before it. */
function finder(pattern: RegExp, content: string): Find {
  const own = new RegExp(pattern.source, pattern.flags);
  let known: { readonly from: number; readonly found: ReturnType<Find> } | undefined;
  return (from) => {
    const holds =
      known !== undefined && known.from <= from && (known.found === undefined || known.found.at >= from);
    if (!holds) {
      own.lastIndex = from;
      const match = own.exec(content);
      known = { from, found: match === null ? undefined : { at: match.index, text: match[0] } };
    }
    return known?.found;
  };
}

/** gpt-oss behind a server that drops special tokens: "analysisThe user ...assistantfinalHello!". */
function collapsedHarmony(content: string): string {
  const collapsed =
    /^\s*(?:assistant)?analysis(?=\S)[\s\S]*?assistant(?:final(?=\S)|(?=commentary to=))/.exec(content);
  return collapsed === null ? content : content.slice(collapsed[0].length);
}
