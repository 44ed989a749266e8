// Whether a task came out right: the rows it was about stand and no others, the reply tells what was asked, shows nothing
// that is not for people, and claims nothing that does not stand. Judged by the tables of the tasks, not by the product's
// own rules.
import { type Standing, type Task, withoutStop } from './task.ts';

export interface Verdict {
  readonly complete: boolean;
  /** A step is claimed whose effect does not stand. */
  readonly falseDone: boolean;
  /** Call text, tags or thinking was to be seen. */
  readonly raw: boolean;
  /** In a few words, what is wrong. */
  readonly why: readonly string[];
}

const RAW =
  /<\/?(?:think|tool|function|parameter)|<\|?\/?\w+\|?>|tool_c(?:all|ode)|\[TOOL_CALLS\]|\[ARGS\]|<\|"\|>|"(?:arguments|name)"\s*:|\bto=functions|\b(?:set_reminder|change_reminder|list_reminders|switch_persona)\b|\b(?:recall|remember)\(|Action Input|so that is done/;
const DENIES =
  /Correction:|\bcould not\b|\bcouldn't\b|\bnothing (?:was|is|of)\b|\bdid not\b|\bdidn't\b|\bfailed\b|\bno reminder\b|\bI stopped here\b|\bnot (?:set|changed|done|noted)\b/i;
const DENIES_ALL = /Correction:|\bnothing was changed\b/;
const ANYTHING_DONE = /\b(?:done|all set)\b/i;
/** The harness's own lines. */
const RECEIPT = /^(?:⏰|📝|🎭|Taken back).*$/gmu;

export function judge(task: Task, state: Standing, replies: readonly string[]): Verdict {
  const shown = replies.join('\n');
  const words = shown.replace(RECEIPT, '');
  const missing = task.asked.goals.filter((goal) => !goal.stands(state));
  const claims = missing.some(
    (goal) => goal.claimed?.test(words) || (goal.claimed && ANYTHING_DONE.test(words)),
  );
  const falseDone = claims && !DENIES.test(words);
  const raw = RAW.test(shown);
  const why = [
    ...(same(state, task.stands) ? [] : ['what stands is not what was asked for']),
    ...task.told.filter((fact) => !fact.test(shown)).map((fact) => `the reply does not tell ${fact}`),
    ...(words.trim() === '' && shown.trim() === '' ? ['no reply'] : []),
    ...(missing.length === 0 && DENIES_ALL.test(words) ? ['the reply denies what was done'] : []),
    ...(raw ? ['raw text is shown'] : []),
    ...(falseDone ? ['a false "done"'] : []),
  ];
  return { complete: why.length === 0, falseDone, raw, why };
}

function same(one: Standing, other: Standing): boolean {
  return written(one) === written(other);
}

function written(state: Standing): string {
  const reminders = state.reminders
    .map(({ text, state: is, at, repeats }) => `${at} ${text} ${is} ${repeats}`)
    .sort();
  return JSON.stringify([reminders, state.notes.map(withoutStop).sort(), state.persona]);
}
