// The markers that models put around calls, of all the families that were met. Opening ones start a call, closing ones
// end a broken one; none of them is for people.

/** An opening marker; what follows is a call. */
export const OPEN =
  /<(?:\w+:)?(?:tool[_-]calls?|tool_code|toolcall|tool_use|tools|function_calls?|functioncall|invoke|longcat_tool_call|start_function_call)>|<\|(?:tool_calls?|tool_call_start|tool_calls_section_begin|tool_calls?_begin|tools_prefix|python_tag|python_start|start_action|action_start|plugin|function_call)\|?>|<[|｜]tool[▁_ ]calls?[▁_ ]begin[|｜]>|(?:function)?<[|｜]tool[▁_ ]sep[|｜]>|\[TOOL_CALLS?\]|\[TOOL_REQUEST\]|\bfunctools(?=\s*\[)|\[unused11\]|\bfunction call<\|role_sep\|>|->\s*tool\/function_call|<\|plamo:begin_tool_request:plamo\|>|<\|recipient\|>(?!\s*all\b)|✿FUNCTION✿:?/gi;

/** A closing marker. */
export const CLOSE =
  /<\/(?:\w+:)?(?:tool[_-]\w+|tools|toolcall|function\w*|longcat_tool_call|invoke)>|<\|\/\w+\|>|<\|(?:\w+_end|tools_suffix|end_action|eom_id|eot_id|call|return|end)\|>|<tool_call\|>|\[\/?(?:END_)?TOOL_\w+\]|<[|｜]tool[▁_ ]calls?[▁_ ]end[|｜]>|<end_function_call>|\[unused12\]|<\|plamo:end_tool_request:plamo\|>/gi;

/** Tokens of chat templates: never prose. */
export const TOKENS =
  /<\|from\|>\s*(?:assistant|user)?|<\|?\/?tool_calls?\|?>?|<[|｜]\/?(?:tool|python|plugin|constrain|im_end|eot|eom|return|call)[\w▁]*[|｜]?>?|<\|channel\|>\s*(?:final|commentary|analysis)?|<\|(?:im_start|start_header_id|start)\|>\s*(?:assistant|user|system|tool)?(?:<\|end_header_id\|>)?|<start_of_turn>\s*(?:model|user)?|<\|start_of_role\|>\w*<\|end_of_role\|>|<[|｜][\w▁/ .:"-]{1,60}[|｜]?>|<[\w▁/]{1,40}[|｜]>|<\/?(?:think|thinking|thought|reasoning)\s*>|\[\/?THINK\]|<\/?(?:arg_key|arg_value|parameter|function|invoke|tool|param)(?:=[^<>\n]{0,60}|\s+name\s*=[^<>\n]{0,60})?>|\[ARGS\]|<(?:end_of_turn|eos|bos|pad|unk)>|<\/s>\s*$|[◁][/\w]+[▷]/gi;

const NOISE = new RegExp(
  `(?:\\s|\`\`\`[\\w-]*|json(?=\\s*[\\[{])|function(?=<)|\\u2581|${OPEN.source.replace('\\bfunctools(?=\\s*\\[)|', '')})*`,
  'iy',
);

/** Index behind white space, fences and further opening markers. */
export function skipNoise(text: string, at: number): number {
  NOISE.lastIndex = at;
  return at + (NOISE.exec(text)?.[0].length ?? 0);
}

/** Where a broken call ends: at the next closing marker, else at the next opening one, else at the end. */
export function endOfBroken(text: string, at: number): number {
  const close = next(CLOSE, text, at);
  const open = next(OPEN, text, at);
  if (close !== undefined && (open === undefined || close.start <= open.start)) return close.end;
  return open?.start ?? text.length;
}

/** The next match of `pattern` from `at` on. */
export function next(pattern: RegExp, text: string, at: number): { start: number; end: number } | undefined {
  const own = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  own.lastIndex = at;
  const match = own.exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

/** Whether there is a marker of a call or a token of a template in it. */
export const hasMarkers = (text: string): boolean =>
  [OPEN, CLOSE, TOKENS].some((signs) => next(signs, text, 0) !== undefined);
