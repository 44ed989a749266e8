// Whether the rows are as expected after a turn. What an expectation leaves out has to stand as it stood before the turn.
// Pure.
import type { Expect, ExpectedReminder } from '../script.ts';
import type { Standing, StandingReminder } from '../standing.ts';

/** What is wrong with the rows, in a few words each; none: they are as expected. */
export function wrongRows(expect: Expect, before: Standing, after: Standing): readonly string[] {
  return [
    ...wrongReminders(expect.reminders, before, after),
    ...wrongNotes(expect.notes, before, after),
    ...wrongPersona(expect.persona, before, after),
    ...wrongTasks(expect.tasks, after),
  ];
}

export const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'iu').test(text);

function wrongReminders(expected: Expect['reminders'], before: Standing, after: Standing): readonly string[] {
  if (expected === undefined) {
    const [was, is] = [before, after].map(({ reminders }) => reminders.map(told).sort().join('; '));
    return was === is ? [] : [`reminders changed from [${was}] to [${is}]`];
  }
  const ringing = expected.some(({ state }) => state === 'ringing') ? after.ringing : [];
  const rows = [...after.reminders, ...ringing];
  if (rows.length === expected.length && paired(expected, rows)) return [];
  return [`reminders are [${rows.map(told).join('; ')}], not [${expected.map(wanted).join('; ')}]`];
}

/** Whether each expected one has a row of its own. */
function paired(expected: readonly ExpectedReminder[], rows: readonly StandingReminder[]): boolean {
  const [first, ...rest] = expected;
  if (!first) return true;
  return rows.some((row, at) => fits(first, row) && paired(rest, rows.toSpliced(at, 1)));
}

function fits(expected: ExpectedReminder, row: StandingReminder): boolean {
  return (
    matches(expected.about, row.text) &&
    (expected.at === undefined || expected.at === row.at) &&
    (expected.repeats === undefined || expected.repeats === row.repeats) &&
    (expected.state === undefined || expected.state === row.state) &&
    (expected.to === undefined || matches(expected.to, row.to)) &&
    (expected.work === undefined || expected.work === row.work)
  );
}

const told = ({ text, at, repeats, state, to, work }: StandingReminder): string =>
  `${text} ${at ?? 'no time'}${repeats ? ', repeats' : ''}${state === 'active' ? '' : `, ${state}`}, to ${to}${work ? ', work' : ''}`;

const wanted = ({ about, ...rest }: ExpectedReminder): string =>
  [about, ...Object.entries(rest).map(([key, value]) => `${key} ${value}`)].join(' ');

function wrongNotes(expected: Expect['notes'], before: Standing, after: Standing): readonly string[] {
  if (expected === undefined)
    return before.notes.join('\n') === after.notes.join('\n')
      ? []
      : [`notes changed from [${before.notes.join('; ')}] to [${after.notes.join('; ')}]`];
  const fit = (patterns: readonly string[], notes: readonly string[]): boolean => {
    const [first, ...rest] = patterns;
    if (first === undefined) return true;
    return notes.some((note, at) => matches(first, note) && fit(rest, notes.toSpliced(at, 1)));
  };
  if (expected.length === after.notes.length && fit(expected, after.notes)) return [];
  return [`notes are [${after.notes.join('; ')}], not [${expected.join('; ')}]`];
}

function wrongPersona(expected: Expect['persona'], before: Standing, after: Standing): readonly string[] {
  const should = expected ?? before.persona;
  return after.persona === should ? [] : [`the persona is ${after.persona}, not ${should}`];
}

function wrongTasks(expected: Expect['tasks'], { tasks }: Standing): readonly string[] {
  if (expected === undefined) return [];
  const lists = ['open', 'done'] as const;
  return lists.flatMap((list) => {
    const texts = tasks[list];
    const missing = expected[list].filter((pattern) => !texts.some((text) => matches(pattern, text)));
    const more = texts.filter((text) => !expected[list].some((pattern) => matches(pattern, text)));
    return missing.length + more.length === 0
      ? []
      : [`${list} tasks are [${texts.join('; ')}], not [${expected[list].join('; ')}]`];
  });
}
