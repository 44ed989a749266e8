// What Tab completes: commands, their sub-commands, and what exists: reminders (r1), notes (n3), tasks, personas, zones. A
// command's own forms ("reminders cancel|pause r3") are the grammar; what exists is suggested by the core, as on Discord.
import type { Suggestion, Typed } from '../../delivery/channel.ts';
import { english, type Line, type Say } from '../../language/say.ts';

export interface CompletedCommand {
  readonly name: string;
  readonly usage: string;
  readonly help: string | Line;
  readonly forms?: readonly string[];
  readonly hidden?: boolean;
}

export interface Completion {
  /** The part of the line, up to the cursor, that is completed. */
  readonly partial: string;
  /** What may be in its place. */
  readonly choices: readonly Suggestion[];
}

type Suggest = (typed: Typed) => Promise<readonly Suggestion[]>;

const nothing: Completion = { partial: '', choices: [] };

/** The placeholders in a command's forms for something that exists. */
const examples: ReadonlyMap<string, Pick<Typed, 'command' | 'option'>> = new Map([
  ['r3', { command: 'reminders', option: 'reminder' }],
  ['n3', { command: 'memory', option: 'note' }],
  ['2', { command: 'tasks', option: 'task' }],
  ['7', { command: 'approvals', option: 'question' }],
  ['NUMBER', { command: 'approvals', option: 'question' }],
  ['p3', { command: 'approvals', option: 'permission' }],
  ['cfo', { command: 'persona', option: 'name' }],
  ['Europe/Berlin', { command: 'timezone', option: 'zone' }],
  ['WHO', { command: 'people', option: 'who' }],
  ['COMMAND', { command: 'help', option: 'command' }],
]);

/** Their arguments are plain words. */
const free: ReadonlySet<string> = new Set(['remind', 'task']);

/** @param line what is before the cursor */
export async function complete(
  line: string,
  commands: readonly CompletedCommand[],
  suggest: Suggest,
  say: Say = english,
): Promise<Completion> {
  const name = /^\/([a-z]*)$/i.exec(line)?.[1];
  if (name !== undefined) {
    const choices = commands
      .filter((command) => !command.hidden && command.name.startsWith(name.toLowerCase()))
      .map(({ name: value, help }) => ({
        value: `/${value}`,
        label: typeof help === 'string' ? help : help(say),
      }));
    return { partial: line, choices };
  }
  const [, called, args = ''] = /^\/([a-z]+)\s+(.*)$/i.exec(line) ?? [];
  const command = commands.find((each) => each.name === called?.toLowerCase());
  if (command) return free.has(command.name) ? inProse(args, suggest) : argument(command, args, suggest);
  return line.startsWith('/') ? nothing : inProse(line, suggest);
}

async function argument(
  { name, usage, forms }: CompletedCommand,
  args: string,
  suggest: Suggest,
): Promise<Completion> {
  const words = args.split(/\s+/);
  const partial = words.pop() ?? '';
  const expected = (forms ?? [usage]).map(wordsOf).filter((form) => follows(form, words));
  const tokens = new Set(expected.flatMap((form) => nextOf(form, words.length)));
  const choices: Suggestion[] = [];
  for (const token of tokens) {
    const example = examples.get(token);
    if (example) {
      // The state of a reminder decides whether it can be paused or resumed.
      const sub = example.command === name ? words.join(' ') : '';
      choices.push(
        ...(await suggest({ ...example, command: `${example.command} ${sub}`.trim(), typed: partial })),
      );
    } else if (token.startsWith(partial.toLowerCase())) choices.push({ value: token, label: '' });
  }
  return { partial, choices };
}

/** "reminders cancel|done r3": what may come at each place, after the command's name. */
const wordsOf = (form: string): readonly (readonly string[])[] =>
  form
    .replace(/[[\]]/g, '')
    .replace(/\s*\|\s*/g, '|')
    .split(/\s+/)
    .slice(1)
    .map((word) => word.split('|'));

const isLiteral = (word: string): boolean => /^[a-z][a-z-]*$/.test(word) && !examples.has(word);

/** Whether these words begin this form. */
const follows = (form: readonly (readonly string[])[], words: readonly string[]): boolean =>
  words.every((word, at) =>
    form[at]?.some((expected) => !isLiteral(expected) || expected === word.toLowerCase()),
  );

/** What may come next: behind an example, "friday 10:00" is only one more example. */
function nextOf(form: readonly (readonly string[])[], at: number): readonly string[] {
  const next = form[at] ?? [];
  const isAfterExample = form.slice(0, at).some((words) => words.some((word) => examples.has(word)));
  return next.filter(
    (word) => examples.has(word) || (isLiteral(word) && !(isAfterExample && next.length === 1)),
  );
}

/** In plain words: "snooze r1", "forget n3", "switch to the cfo". */
async function inProse(line: string, suggest: Suggest): Promise<Completion> {
  const persona = /\b(?:switch|change) to (?:the )?(\p{L}*)$/iu.exec(line.slice(-100))?.[1];
  if (persona !== undefined)
    return {
      partial: persona,
      choices: await suggest({ command: 'persona', option: 'name', typed: persona }),
    };
  const handle = /(?:^|\s)([rn]\d{0,9})$/i.exec(line.slice(-20))?.[1];
  if (handle === undefined) return nothing;
  const option = handle.toLowerCase().startsWith('r')
    ? { command: 'reminders', option: 'reminder' }
    : { command: 'memory', option: 'note' };
  const choices = (await suggest({ ...option, typed: handle })).filter(({ value }) =>
    value.startsWith(handle.toLowerCase()),
  );
  return { partial: handle, choices };
}

/** What all of them begin with. Pure. */
export function commonStart(words: readonly string[]): string {
  const [first = '', ...others] = words;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
