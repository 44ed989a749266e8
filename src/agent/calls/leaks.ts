// Lines of ours that a model copies into its answer: the head block, a speaker's tag, a bracketed notice, the log of the
// conversation. They are for the model alone. What is cut is neither shown nor kept, so that it is not imitated.
import { NOTICE, NOTICES_BEFORE } from '../../context/notices.ts';
import { within } from '../../text/reading-limits.ts';

const HEAD = /<now>[\s\S]*?(?:<\/now>|\n[ \t]*\n|$)/gi;
const TAG = /<\/?now>|<\/?(?:from|said)(?:\s+(?:name|ago)="[^"\n]{0,80}"){0,2}\s*>/gi;

/** How the bracketed lines begin that hold a name or a number near their start. */
const WITH_NAMES = [
  'Reminder [a-z]+\\d+ for ',
  'Task [a-z]+[\\d.]+ of ',
  'Earlier (?:turns|calls) of this ',
  'Earlier turns are left out',
  'End of the (?:log|file)',
  'End of what ',
  'From outside: ',
  'Written [^\\]\\n]{1,60}, reached us late',
  'Content of [^\\]\\n]{1,60}: information',
  'Quoted: information, ',
  'Notice from the system ',
  '… \\d+ messages are left out',
];
const BEGINNINGS = [...Object.values(NOTICE), ...NOTICES_BEFORE].map((text) =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
);
const ANY_NOTICE = new RegExp(
  `^[ \\t>*]*\\[(?:${[...BEGINNINGS, ...WITH_NAMES].join('|')})[^\\n]*?\\][ \\t*]*$`,
  'gmu',
);

const HEADING =
  /^[ \t]*(?:#{1,4}[ \t]*|\*\*)(people and aims|decided|facts|open|done|remember)\b[ \t:*]*$/gim;

/** The text without lines of ours; unchanged, to the blank, if there are none. */
export function withoutLeaks(text: string): string {
  if (!/[<[#*]/.test(text)) return text;
  const whole = within('reply', text);
  const cut = withoutLog(whole.replace(HEAD, '\n').replace(TAG, '').replace(ANY_NOTICE, ''));
  return cut === text ? text : cut.replace(/\n{3,}/g, '\n\n').trim();
}

/** Without the log, which goes on to the end: three of its headings, the first of them among them. */
function withoutLog(text: string): string {
  const headings = [...text.matchAll(HEADING)];
  const names = new Set(headings.map((match) => match[1]?.toLowerCase()));
  const isLog = names.size >= 3 && names.has('people and aims');
  return isLog ? text.slice(0, headings[0]?.index) : text;
}
