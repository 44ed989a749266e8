// The format of a conversation that a model is measured by, and its reading: YAML, checked, with file and place in every
// complaint. README.md beside it says what the fields mean, for whoever writes further conversations.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const KINDS = [
  'reminder',
  'repeating',
  'others',
  'moved',
  'cancelled',
  'dst',
  'notes',
  'persona',
  'tasks',
  'skills',
  'pastes',
  'long',
  'refusals',
  'small-talk',
  'attachments',
  'rooms',
  'two-things',
  'corrections',
  'silence',
] as const;

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ru', 'ja', 'zh', 'hi', 'ar'] as const;

const words = z.string().min(1);
/** A regular expression, matched without regard to case. */
const pattern = words.refine((text) => isPattern(text), { message: 'is no regular expression' });
const duration = z.string().regex(/^\d+(?:s|m|h|d)$/, 'a number and s, m, h or d, such as 20m');
const local = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'a local time, such as 2026-11-19T09:00');

const Step = z.union([
  z.strictObject({ say: words }),
  z.strictObject({ call: words, args: z.record(z.string(), z.unknown()).default({}) }),
]);

const Reminder = z.strictObject({
  about: pattern,
  at: local.optional(),
  repeats: z.boolean().optional(),
  state: z.enum(['active', 'paused', 'ringing']).optional(),
  to: pattern.optional(),
  work: z.boolean().optional(),
});

const Expect = z.strictObject({
  reminders: z.array(Reminder).optional(),
  notes: z.array(pattern).optional(),
  persona: words.optional(),
  tasks: z
    .strictObject({ open: z.array(pattern).default([]), done: z.array(pattern).default([]) })
    .optional(),
  shown: z.array(pattern).default([]),
  never: z.array(pattern).default([]),
  claim: pattern.optional(),
  asks: z.boolean().optional(),
  silent: z.boolean().default(false),
  language: z.enum(LANGUAGES).optional(),
  fired: z.array(pattern).default([]),
});

const Turn = z.strictObject({
  says: words,
  who: words.optional(),
  after: duration.default('1m'),
  thread: words.optional(),
  quiet: z.boolean().default(false),
  files: z.record(z.string(), z.string()).default({}),
  paste: z
    .strictObject({ characters: z.number().int().min(100).max(60_000), facts: z.array(words).default([]) })
    .optional(),
  model: z.array(Step).default([]),
  expect: Expect.default(() => Expect.parse({})),
});

const Filler = z.strictObject({ filler: z.number().int().min(1).max(80) });

const Conversation = z.strictObject({
  name: words,
  kind: z.enum(KINDS),
  language: z.enum(LANGUAGES),
  blind: z.boolean(),
  about: words,
  zone: z.string().refine((zone) => isZone(zone), { message: 'is no time zone' }),
  starts: local,
  room: z.enum(['dm', 'channel']).default('dm'),
  people: z.array(words).min(1).default(['Ann']),
  turns: z.array(z.union([Turn, Filler])).min(1),
});

/** Nothing in particular: the rows stay, the language is right. */
export const noExpectation: z.output<typeof Expect> = Expect.parse({});

export type Conversation = z.output<typeof Conversation>;
export type Turn = z.output<typeof Turn>;
export type Filler = z.output<typeof Filler>;
export type Expect = z.output<typeof Expect>;
export type ExpectedReminder = z.output<typeof Reminder>;
export type Step = z.output<typeof Step>;

/** All conversations of a folder, by file name: one or several YAML documents a file are not allowed, a list is. @throws Error naming file and place */
export function readConversations(folder: string): readonly Conversation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const all = files.sort().flatMap((file) => readFile(join(folder, file)));
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw new Error(`two conversations are called ${name}`);
    names.add(name);
  }
  return all;
}

function readFile(path: string): readonly Conversation[] {
  const parsed = z.array(z.unknown()).safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${basename(path)}: it must be a list of conversations`);
  return parsed.data.map((value, at) => {
    const checked = Conversation.safeParse(value);
    if (checked.success) return withSteps(checked.data, path);
    const [issue] = checked.error.issues;
    throw new Error(`${basename(path)}, conversation ${at + 1}: ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

/** Every turn that is answered must say what a good model does there, ending in words. */
function withSteps(conversation: Conversation, path: string): Conversation {
  for (const [at, turn] of conversation.turns.entries()) {
    const where = `${basename(path)}, ${conversation.name}, turn ${at + 1}`;
    if ('filler' in turn) continue;
    if (turn.model.some((step) => 'args' in step && Object.values(step.args).includes(null)))
      throw new Error(`${where}: an argument without a value; a text with a comma wants quotes`);
    const last = turn.model.at(-1);
    if (!turn.expect.silent && !(last && 'say' in last)) throw new Error(`${where}: model must end with say`);
    if (turn.who !== undefined && !conversation.people.includes(turn.who))
      throw new Error(`${where}: ${turn.who} is not among the people`);
  }
  return conversation;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'iu');
    return true;
  } catch {
    return false;
  }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
