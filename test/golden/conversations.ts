// Twelve scripted conversations, played in requests.test.ts: what people say, what the model answers, and when. They are
// made to touch every part of a request: head block, markers, results, branches, compaction, other languages, rooms, files.
import type { Step as ModelStep } from '../fakes/model/scripted-model.ts';

export interface Play {
  readonly name: string;
  /** Settings, on top of the harness's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly PlayStep[];
}

export type PlayStep =
  | {
      readonly say: string;
      readonly who?: string;
      /** A channel and a thread in it; absent: the person's DM. */
      readonly channel?: string;
      readonly thread?: string;
      readonly files?: Readonly<Record<string, string>>;
      readonly zone?: string;
      readonly locale?: string;
      /** The model's answers to the requests that follow from it, in order. */
      readonly model?: readonly ModelStep[];
    }
  | { readonly press: string; readonly who?: string; readonly model?: readonly ModelStep[] }
  /** Edits the newest message. */
  | { readonly edit: string; readonly model?: readonly ModelStep[] }
  /** Moves the clock; so many messages are to come of it. */
  | { readonly later: number; readonly fires?: number; readonly model?: readonly ModelStep[] }
  | { readonly restart: true };

const call = (name: string, args: unknown): ModelStep => ({ calls: [{ name, args }] });
const minute = 60_000;
const day = 24 * 60 * minute;

/** A text of some length that is not one sentence repeated. */
const longText = (about: string, lines: number) =>
  Array.from(
    { length: lines },
    (_, n) => `${about} ${n + 1}: ${(n * 7919) % 1000} units, checked on day ${(n % 28) + 1}.`,
  ).join('\n');

export const conversations: readonly Play[] = [
  {
    name: 'reminders',
    steps: [
      { say: 'hello', model: ['Hello Ann!'] },
      {
        say: 'please remind me tomorrow at 9 to call the dentist',
        model: [call('set_reminder', { text: 'call the dentist', when: 'tomorrow at 9' }), 'It is set.'],
      },
      {
        say: 'and every weekday at 8:30 the standup',
        model: [call('set_reminder', { text: 'standup', when: 'every weekday at 8:30' }), 'Done.'],
      },
      { say: 'what is coming up?', model: [call('list_reminders', {}), 'Two things.'] },
      { later: day, fires: 2 },
      {
        say: 'snooze the dentist an hour',
        model: [
          call('change_reminder', { reminder: 'r1', action: 'snooze', when: 'in an hour' }),
          'Snoozed.',
        ],
      },
      {
        say: 'cancel the standup',
        model: [call('change_reminder', { reminder: 'r2', action: 'cancel' }), 'Cancelled.'],
      },
    ],
  },
  {
    name: 'personas',
    steps: [
      { say: 'hi', model: ['Hi.'] },
      { say: 'switch to the CFO', model: [call('switch_persona', { persona: 'cfo' }), 'The CFO is here.'] },
      { say: 'should we buy the van?', model: ['Show me the payback time first.'] },
      { say: '/persona consultant' },
      { say: 'and now?', model: ['Frame the decision first.'] },
    ],
  },
  {
    name: 'memory',
    steps: [
      {
        say: 'remember that I like green tea',
        model: [call('remember', { text: 'Ann likes green tea' }), 'Noted.'],
      },
      { later: 2 * day },
      { say: 'what do I like to drink?', model: [call('recall', { query: 'drink tea' }), 'Green tea.'] },
      { say: 'thanks', model: ['You are welcome.'] },
      { say: '/memory' },
    ],
  },
  {
    name: 'false-promises',
    steps: [
      {
        say: 'can you ping me on friday at 4 about the invoice?',
        model: ['Sure, I will ping you on Friday at 4!'],
      },
      {
        say: 'how are you?',
        model: ['I will check the build and report back in an hour.', 'I cannot do that by myself.'],
      },
      {
        say: 'cancel all of that',
        model: ['All cancelled.', 'Nothing was cancelled.', 'Nothing was cancelled.'],
      },
    ],
  },
  {
    name: 'malformed-calls',
    steps: [
      {
        say: 'remind me at 5pm to water the cactus',
        model: [
          {
            text: '```json\n{"name": "set_reminder", "arguments": {"text": "water the cactus", "when": "at 5pm"}}\n```',
          },
          'Set.',
        ],
      },
      {
        say: 'and tomorrow',
        model: [
          call('set_reminder', { text: 'water the cactus' }),
          call('set_reminder', { text: 'water the cactus', when: 'tomorrow' }),
          'Set for tomorrow.',
        ],
      },
      { say: 'use the frobnicator', model: [call('frobnicate', { hard: true }), 'There is no such tool.'] },
      { say: 'say nothing', model: ['', 'Here I am.'] },
    ],
  },
  {
    name: 'room',
    env: { ADMINS: 'slack:Ann' },
    steps: [
      { say: '/room brief We plan the move to Lisbon.', channel: 'C1' },
      { say: 'who orders the boxes?', channel: 'C1', model: ['Nobody yet.'] },
      { say: 'I do', who: 'Ben', channel: 'C1', model: ['Thank you, Ben.'] },
      {
        say: 'remind Ann tomorrow at 10 about the boxes',
        who: 'Ben',
        channel: 'C1',
        zone: 'America/New_York',
        model: [call('set_reminder', { text: 'the boxes', when: 'tomorrow at 10', for: 'Ann' }), 'I will.'],
      },
      { say: '/now We look at flats.', channel: 'C1' },
      { say: 'which one?', channel: 'C1', model: ['The one by the river.'] },
    ],
  },
  {
    name: 'german',
    steps: [
      { say: 'hallo', locale: 'de-DE', model: ['Hallo Ann!'] },
      {
        say: 'erinnere mich morgen um halb neun an den Zahnarzt',
        locale: 'de-DE',
        model: [call('set_reminder', { text: 'Zahnarzt', when: 'morgen um halb neun' }), 'Ist notiert.'],
      },
      {
        say: 'verschieb das auf neun',
        locale: 'de-DE',
        model: [call('change_reminder', { reminder: 'r1', action: 'move', when: 'um neun' }), 'Verschoben.'],
      },
      { say: 'danke', locale: 'de-DE', model: ['Gern.'] },
    ],
  },
  {
    name: 'tasks-and-skills',
    steps: [
      {
        say: 'make a list: book the room, order lunch, send the invitation',
        model: [
          call('update_tasks', { add: 'book the room; order lunch; send the invitation' }),
          'Here is the list.',
        ],
      },
      {
        say: 'write the minutes of our meeting',
        model: [call('use_skill', { skill: 'meeting-notes' }), 'Tell me what was said.'],
      },
      { say: 'the room is booked', model: [call('update_tasks', { done: 'book the room' }), 'One done.'] },
      { say: '/tasks' },
    ],
  },
  {
    name: 'long-results',
    steps: [
      { say: 'look at this', files: { 'stock.txt': longText('Shelf', 400) }, model: ['I see shelves.'] },
      { say: 'what of shelf 200?', model: [call('recall', { query: 'Shelf 200' }), 'It has some units.'] },
      { say: `and this:\n${longText('Crate', 300)}`, model: ['Crates.'] },
      { say: 'and now?', model: ['Nothing new.'] },
    ],
  },
  {
    name: 'compaction',
    env: { CONTEXT_WINDOW: '6000', MAX_OUTPUT_TOKENS: '500' },
    steps: [
      { say: 'Note well: the budget is 48,200 euros and Mara decides.', model: ['Understood.'] },
      ...Array.from({ length: 12 }, (_, n) => ({
        say: `Question ${n + 1}: ${`what of offer ${n * 31} and its price? `.repeat(20)}`,
        model: [`Answer ${n + 1}: ${'it is as said. '.repeat(20)}`],
      })),
      { say: 'who decides?', model: ['Mara.'] },
    ],
  },
  {
    name: 'branches',
    steps: [
      { say: 'my number is seven', model: ['Seven, then.'] },
      { say: 'my colour is red', model: ['Red, then.'] },
      { edit: 'my colour is blue', model: ['Blue, then.'] },
      { say: '/rewind' },
      { say: 'what is my colour?', model: ['You have not told me.'] },
      { say: '/reset' },
      { say: 'what is my number?', model: ['You have not told me.'] },
    ],
  },
  {
    name: 'after-a-restart',
    steps: [
      {
        say: 'every day at noon: lunch',
        model: [call('set_reminder', { text: 'lunch', when: 'every day at noon' }), 'Set.'],
      },
      { restart: true },
      { say: 'still there?', model: ['Yes.'] },
      { press: 'Undo' },
      {
        say: 'in 3 minutes summarise what we said',
        model: [
          call('set_reminder', { text: 'summarise what we said', when: 'in 3 minutes', work: true }),
          'I will.',
        ],
      },
      { later: 4 * minute, fires: 1, model: ['We spoke of lunch.'] },
      { say: 'thank you', model: ['Any time.'] },
    ],
  },
];
