// One answer of the demo model: words or calls, from a request's messages and tools. Pure, so that the same request gets
// the same answer.
import { answerAfter, answerTo } from './answer.ts';
import { type Intent, understand } from './understand.ts';
import { type Made, type Situation, situationOf, type WireMessage } from './words.ts';

export interface WireTool {
  readonly function: {
    readonly name: string;
    readonly parameters?: { readonly properties?: Readonly<Record<string, unknown>> };
  };
}

export interface Decision {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

/** More rounds of tools than this in one turn are a mistake: then it says what it has. */
const MOST_ROUNDS = 3;

/** Answers a request. */
export function decide(messages: readonly WireMessage[], tools: readonly WireTool[]): Decision {
  const situation = situationOf(messages);
  const intents = situation.lines.map(understand);
  const rounds = messages.length - 1 - messages.findLastIndex((message) => message.role === 'user');
  const wanted =
    rounds > 2 * MOST_ROUNDS ? [] : intents.flatMap((intent) => callsFor(intent, situation.made));
  const calls = wanted
    .flatMap((call) => offered(call, tools))
    .filter((call) => !isMade(call, situation.made));
  if (calls.length > 0) return { text: '', calls };
  if (situation.made.length > 0) return { text: answerAfter(situation.made, situation), calls: [] };
  return { text: answerWithout(intents, situation), calls: [] };
}

function callsFor(intent: Intent, made: readonly Made[]): Decision['calls'] {
  if (intent.type === 'call') return [{ name: intent.name, args: intent.args }];
  if (intent.type !== 'find') return [];
  const list = made.find((call) => call.name === 'list_reminders');
  if (list === undefined) return [{ name: 'list_reminders', args: {} }];
  const handle = handleFor(intent.subject, list.result);
  const when = intent.when === '' ? {} : { when: intent.when };
  return handle === undefined
    ? []
    : [{ name: 'change_reminder', args: { reminder: handle, action: intent.action, ...when } }];
}

/** The handle in the one line that speaks of the subject. */
function handleFor(subject: string, list: string): string | undefined {
  const lines = list.split('\n').filter((line) => line.toLowerCase().includes(subject.toLowerCase()));
  return lines.length === 1 ? /\br\d+\b/.exec(lines[0] ?? '')?.[0] : undefined;
}

/** The call if its tool is there, with the parameter names that the tool has. */
function offered(call: Decision['calls'][number], tools: readonly WireTool[]): Decision['calls'] {
  const tool = tools.find((one) => one.function.name === call.name);
  if (tool === undefined) return [];
  const names = Object.keys(tool.function.parameters?.properties ?? {});
  const given = Object.entries(call.args);
  const only = given[0];
  if (given.length === 1 && names.length === 1 && only !== undefined && names[0] !== undefined)
    return [{ name: call.name, args: { [names[0]]: only[1] } }];
  return [call];
}

/** Made already, in this turn: it has its result. */
function isMade(call: Decision['calls'][number], made: readonly Made[]): boolean {
  const same = (one: unknown): string => JSON.stringify(Object.entries(one as object).sort());
  return made.some((one) => one.name === call.name && same(one.args) === same(call.args));
}

function answerWithout(intents: readonly Intent[], situation: Situation): string {
  const said = intents.filter((intent) => intent.type === 'say');
  const chosen = said.at(-1) ?? { type: 'unclear' as const };
  return answerTo(chosen, situation);
}
