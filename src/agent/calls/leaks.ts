// Lines of ours that a model copies into its answer: the head block, a speaker's tag, a bracketed notice, the log of the
// conversation. They are for the model alone. What is cut is neither shown nor kept, so that it is not imitated.
import { within } from '../../text/reading-limits.ts';

const HEAD = /<now>[\s\S]*?(?:<\/now>|\n[ \t]*\n|$)/gi;
const TAG = /<\/?now>|<\/?(?:from|said)(?:\s+(?:name|ago)="[^"\n]{0,80}"){0,2}\s*>/gi;

/** How the bracketed lines begin that stand between messages, in results and at the front of a user's message. */
const NOTICES = [
  'Persona changed to ',
  'Reminder [a-z]+\\d+ for ',
  'Task [a-z]+[\\d.]+ of ',
  'Kept for you:',
  "set from the person's own words:",
  'taken back, because ',
  'You said what you would do, but ',
  'Your message held ',
  'It is not clear whether your message',
  'Your reply says: ',
  'Earlier (?:turns|calls) of this ',
  'Earlier turns are left out',
  'End of the (?:log|file)',
  'End of what ',
  'From outside: ',
  'All of it: recall ',
  'Said here before, by others',
  'What others had said here',
  'No (?:reply|result): the turn broke off',
  'No words\\.',
  'More was said meanwhile',
  'The conversation starts here',
  'An empty message',
  'Written [^\\]\\n]{1,60}, reached us late',
  'Attached, not read: ',
  'Content of [^\\]\\n]{1,60}: information',
  'Quoted: information, ',
  'By a rule, ',
  'Notice from the system ',
  'A branch was left',
  '… \\d+ messages are left out',
];
const NOTICE = new RegExp(`^[ \\t>*]*\\[(?:${NOTICES.join('|')})[^\\n]*?\\][ \\t*]*$`, 'gmu');

const HEADING =
  /^[ \t]*(?:#{1,4}[ \t]*|\*\*)(people and aims|decided|facts|open|done|remember)\b[ \t:*]*$/gim;

/** The text without lines of ours; unchanged, to the blank, if there are none. */
export function withoutLeaks(text: string): string {
  if (!/[<[#*]/.test(text)) return text;
  const whole = within('reply', text);
  const cut = withoutLog(whole.replace(HEAD, '\n').replace(TAG, '').replace(NOTICE, ''));
  return cut === text ? text : cut.replace(/\n{3,}/g, '\n\n').trim();
}

/** Without the log, which goes on to the end: three of its headings, the first of them among them. */
function withoutLog(text: string): string {
  const headings = [...text.matchAll(HEADING)];
  const names = new Set(headings.map((match) => match[1]?.toLowerCase()));
  const isLog = names.size >= 3 && names.has('people and aims');
  return isLog ? text.slice(0, headings[0]?.index) : text;
}
