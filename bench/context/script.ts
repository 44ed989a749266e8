// The format of a recorded conversation, and its reading: JSON lines, checked, with the line's number in every complaint.
// README.md beside it says what the fields mean, for whoever writes further scripts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

const Header = z.strictObject({
  name: z.string().min(1),
  about: z.string().min(1),
  room: z.strictObject({
    kind: z.enum(['dm', 'channel']),
    platform: z.string().min(1),
    name: z.string().min(1).optional(),
  }),
  persona: z.string().min(1),
  zone: z.string().min(1),
  starts: z.iso.datetime({ offset: true }),
});

const Marker = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('persona'), persona: z.string().min(1) }),
  z.strictObject({
    type: z.literal('fired'),
    handle: z.string().min(1),
    text: z.string().min(1),
    due: z.string().min(1),
    to: z.string().min(1),
  }),
  z.strictObject({
    type: z.literal('task'),
    handle: z.string().min(1),
    text: z.string().min(1),
    by: z.string().min(1),
    facts: z.string().min(1),
  }),
  z.strictObject({ type: z.literal('notice'), text: z.string().min(1) }),
]);

const Call = z.strictObject({
  name: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()),
  result: z.string(),
  ok: z.boolean().default(true),
  tainted: z.boolean().default(false),
});

const Head = z.strictObject({
  topic: z.string().optional(),
  brief: z.string().optional(),
  agenda: z.string().optional(),
  upcoming: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  tasks: z.array(z.string()).optional(),
  notices: z.array(z.string()).optional(),
});

const Turn = z
  .strictObject({
    at: z.union([z.number().nonnegative(), z.iso.datetime({ offset: true })]),
    speaker: z.string().min(1).optional(),
    text: z.string().default(''),
    markers: z.array(Marker).default([]),
    head: Head.optional(),
    steps: z.array(z.strictObject({ text: z.string().default(''), calls: z.array(Call).min(1) })).default([]),
    reply: z.string().min(1),
    milestone: z.enum(['task', 'approval', 'skill']).optional(),
    plants: z.array(z.strictObject({ id: z.string().min(1), text: z.string().min(1) })).default([]),
    needs: z.array(z.string().min(1)).default([]),
  })
  .refine((turn) => (turn.speaker === undefined) === (turn.text === ''), {
    message: 'speaker and text go together; a turn without them is a task that fell due',
  });

export type ScriptHeader = z.output<typeof Header>;
export type ScriptTurn = z.output<typeof Turn>;
export type ScriptMarker = z.output<typeof Marker>;
/** A turn as it is written down: what has a default may be left out. */
export type WrittenTurn = z.input<typeof Turn>;

export interface Script extends ScriptHeader {
  readonly turns: readonly (ScriptTurn & { readonly time: Date })[];
  /** The exact strings by the facts' ids. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Reads a script. @throws Error naming file and line of the first thing that is wrong */
export function readScript(file: string): Script {
  return parseScript(readFileSync(file, 'utf8'), basename(file));
}

/** @param file the name for complaints @throws Error naming file and line */
export function parseScript(text: string, file: string): Script {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const [first, ...rest] = lines;
  if (first === undefined) throw new Error(`${file}: it is empty; its first line names the conversation.`);
  const header = parseLine(Header, first, file);
  const facts = new Map<string, string>();
  let time = new Date(header.starts);
  const turns = rest.map((line) => {
    const fail = (what: string): never => {
      throw new Error(`${file}:${line.number}: ${what}`);
    };
    const turn = parseLine(Turn, line, file);
    const next =
      typeof turn.at === 'string' ? new Date(turn.at) : new Date(time.getTime() + turn.at * 60_000);
    if (next < time) fail(`at ${next.toISOString()} is before the turn above it`);
    time = next;
    const holds = squeezed(wordsIn(turn));
    for (const { id, text: fact } of turn.plants) {
      if (facts.has(id)) fail(`fact ${id} is planted twice`);
      if (!holds.includes(squeezed(fact))) fail(`fact ${id}: "${fact}" does not occur in this turn`);
      facts.set(id, fact);
    }
    for (const id of turn.needs) if (!facts.has(id)) fail(`needs ${id}, which no turn so far has planted`);
    return { ...turn, time };
  });
  if (turns.length === 0) throw new Error(`${file}: it has no turns.`);
  return { ...header, turns, facts };
}

function parseLine<T>(
  schema: z.ZodType<T>,
  { line, number }: { readonly line: string; readonly number: number },
  file: string,
): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(`${file}:${number}: not JSON (${error instanceof Error ? error.message : error})`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}:${number}: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`);
}

/** Everything that a turn says, shows or reads. */
function wordsIn(turn: ScriptTurn): string {
  const calls = turn.steps.flatMap((step) => step.calls);
  return [
    turn.text,
    JSON.stringify(turn.markers),
    ...turn.steps.map((step) => step.text),
    ...calls.flatMap((call) => [JSON.stringify(call.arguments), call.result]),
    turn.reply,
  ].join('\n');
}

/** White space made equal, for looking facts up. */
export function squeezed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
