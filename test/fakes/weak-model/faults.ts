// How a weak model gets a step wrong: which faults there are, how often each, and what they look like on the wire. The
// shapes are those that servers' and agents' issue trackers report of small models.
import type { Random } from '../../agent/random.ts';
import type { Step } from '../model/steps.ts';
import type { Arguments } from './task.ts';

export type Fault =
  | 'malformed arguments'
  | 'call as text'
  | 'wrong name'
  | 'wrong parameters'
  | 'called twice'
  | 'forgotten call'
  | 'loop'
  | 'empty'
  | 'done without a call'
  | 'thinking aloud';

/** Of a hundred faulty answers where a call is due. */
export const CALL_FAULTS: Readonly<Partial<Record<Fault, number>>> = {
  'malformed arguments': 20,
  'call as text': 20,
  'wrong name': 10,
  'wrong parameters': 8,
  'called twice': 6,
  'forgotten call': 12,
  loop: 8,
  empty: 8,
  'done without a call': 8,
};

/** Of a hundred faulty answers right after a failed call. */
export const FAILED_FAULTS: Readonly<Partial<Record<Fault, number>>> = {
  'malformed arguments': 20,
  'call as text': 15,
  'wrong name': 10,
  'wrong parameters': 10,
  'forgotten call': 10,
  loop: 10,
  empty: 5,
  'done without a call': 20,
};

/** Of a hundred faulty answers where only words are due. */
export const WORD_FAULTS: Readonly<Partial<Record<Fault, number>>> = {
  empty: 30,
  'thinking aloud': 25,
  loop: 25,
  'call as text': 20,
};

/** One fault by these shares. */
export function drawFault(shares: Readonly<Partial<Record<Fault, number>>>, random: Random): Fault {
  const entries = Object.entries(shares) as [Fault, number][];
  let left = random.below(entries.reduce((sum, [, share]) => sum + share, 0));
  for (const [fault, share] of entries) {
    if (left < share) return fault;
    left -= share;
  }
  return 'empty';
}

export interface Call {
  readonly name: string;
  readonly args: Arguments;
}

/** A native call whose arguments are not what they should be. */
export function malformed(call: Call, random: Random): Step {
  const json = JSON.stringify(call.args);
  const single = json.replaceAll("'", "\\'").replaceAll('"', "'");
  const unquoted = json.replace(/"(\w+)":/g, '$1: ');
  const first = Object.entries(call.args)[0];
  const args = random.pick<unknown>([
    '',
    '{}',
    JSON.stringify(json),
    `\`\`\`json\n${json}\n\`\`\``,
    single,
    unquoted,
    `${json.slice(0, -1)},}`,
    json.slice(0, Math.ceil(json.length * 0.6)),
    json + json,
    { arguments: call.args },
    first === undefined ? 'null' : { ...call.args, [first[0]]: [first[1]] },
    { ...call.args, work: 'false', for: null },
  ]);
  return { calls: [{ name: call.name, args }] };
}

/** The call as words, in one of the dialects that servers fail to parse. */
export function asText({ name, args }: Call, random: Random): string {
  const json = JSON.stringify(args);
  const whole = JSON.stringify({ name, arguments: args });
  const pairs = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const gemma = Object.entries(args).map(([key, value]) => `${key}:<|"|>${value}<|"|>`);
  const tags = Object.entries(args).map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>`);
  return random.pick([
    `\`\`\`json\n${whole}\n\`\`\``,
    `Sure, one moment.\n\`\`\`json\n${whole}\n\`\`\``,
    whole,
    `<tool_call>\n${whole}\n</tool_call>`,
    `<tool_call>\n${whole}`,
    `<|tool_call>call:${name}{${gemma.join(',')}}<tool_call|>`,
    `${name}(${pairs.join(', ')})`,
    `\`\`\`tool_code\nprint(${name}(${pairs.join(', ')}))\n\`\`\``,
    `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json}<|call|>`,
    `[TOOL_CALLS]${name}[ARGS]${json}`,
    `<function=${name}>\n${tags.join('\n')}\n</function>`,
    `Thought: I need a tool.\nAction: ${name}\nAction Input: ${json}`,
  ]);
}

const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  set_reminder: ['create_alarm', 'schedule_task', 'add_reminder'],
  list_reminders: ['get_tasks', 'show_calendar'],
  change_reminder: ['cancel_reminder', 'delete_event', 'edit_task'],
  remember: ['save_memory', 'store_note'],
  recall: ['search_memory', 'find_notes'],
  switch_persona: ['set_role', 'become'],
  use_skill: ['load_skill', 'read_instructions'],
};

/** A name with something before it, misspelt, or of no tool at all. */
export function wrongName(name: string, random: Random): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const at = 2 + random.below(Math.max(1, name.length - 3));
  return random.pick([
    `functions.${name}`,
    `default_api:${name}`,
    camel,
    name.slice(0, at) + name.slice(at + 1),
    name.split('_').reverse().join('_'),
    random.pick(UNKNOWN[name] ?? ['do_it']),
  ]);
}

const RENAMED: Readonly<Record<string, readonly string[]>> = {
  text: ['message', 'reminder_text', 'content', 'title'],
  when: ['time', 'date', 'at', 'datetime'],
  reminder: ['id', 'reminder_id', 'handle'],
  action: ['operation', 'type'],
  query: ['q', 'search', 'text'],
  persona: ['name', 'role'],
};

/** The arguments with one name changed. */
export function wrongParameters(args: Arguments, random: Random): Arguments {
  const keys = Object.keys(args);
  const wrong = random.pick(keys);
  const renamed = random.pick(RENAMED[wrong] ?? ['value']);
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key === wrong ? renamed : key, value]),
  );
}

/** The same call once more, or nearly. */
export function twice(call: Call, random: Random): readonly Call[] {
  const { text } = call.args;
  if (typeof text !== 'string') return [call, call];
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  const nearly = random.pick([text, text, capital, text.endsWith('.') ? text.slice(0, -1) : `${capital}.`]);
  return [call, { ...call, args: { ...call.args, text: nearly } }];
}

/** Words with thoughts that were not meant for anybody. */
export function aloud(words: string, call: Call | undefined, random: Random): Step {
  const thought = call
    ? `I called ${call.name} with ${JSON.stringify(call.args)}, so that is done.`
    : 'Easy.';
  return random.pick<Step>([
    `<think>\n${thought}\n</think>\n${words}`,
    `${thought}\n</think>\n${words}`,
    `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${words}`,
    `<|channel>thought\n${thought}\n<channel|>${words}`,
    { reasoning: thought, text: words },
    `${words}<|im_end|>\n<|im_start|>user\nThanks!`,
  ]);
}
