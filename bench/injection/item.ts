// An injected instruction, as our own list and other people's files write it: one JSON object a line, under several names.
export interface Item {
  readonly id: string;
  readonly text: string;
  /** What it wants; of files that do not say, everything. */
  readonly goal: Goal;
  /** How it gets in; null: any way. As it was written. */
  readonly carrier: string | null;
}

const GOALS = [
  'post',
  'fetch',
  'remember',
  'remind',
  'recall',
  'secrets',
  'claim',
  'forge',
  'markup',
  'persona',
] as const;
export type Goal = (typeof GOALS)[number];

/** @throws Error that names the first line that is no item */
export function parseItems(jsonl: string): readonly Item[] {
  return jsonl
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => itemOf(line, number));
}

function itemOf(line: string, number: number): Item {
  const raw = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const pick = (...names: readonly string[]) =>
    names.map((name) => raw[name]).find((value) => value !== undefined);
  const text = pick('text', 'instruction', 'injection', 'payload', 'prompt', 'content');
  if (typeof text !== 'string' || text.trim() === '')
    throw new Error(`line ${number} has no text, instruction, injection or payload`);
  const carrier = pick('carrier', 'where', 'source', 'channel', 'vector');
  const goal = pick('goal', 'attack', 'kind');
  return {
    id: String(pick('id', 'name') ?? `line ${number}`),
    text,
    goal: GOALS.find((one) => one === goal) ?? GOALS[number % GOALS.length] ?? 'post',
    carrier: typeof carrier === 'string' ? carrier : null,
  };
}
