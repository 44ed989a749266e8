// The three hundred tasks: set, change, cancel and list reminders, remember and recall, another persona, a skill, two
// things at once. Made from small tables, always the same, in an order in which every kind comes early.
import { change, list, recall, remember, set, switchTo, use } from './goals.ts';
import {
  type Exchange,
  type Goal,
  literally,
  type Standing,
  type StandingReminder,
  type Task,
} from './task.ts';

/** The bot's clock stands still here: Wednesday 18 November 2026, 10:00 in Berlin. */
export const NOW = new Date('2026-11-18T09:00:00Z');

const TEXTS = [
  'call Ann',
  'water the plants',
  'send the invoice',
  'book the flight',
  'check the oven',
  'review the contract',
  'renew the passport',
  'submit the report',
  'feed the cat',
  'order paper',
  'pay the rent',
  'call the dentist',
  'pick up the parcel',
  'stretch',
  'print the tickets',
  'update the roadmap',
  'clean the filter',
  'sign the lease',
  'test the backup',
] as const;

/** The person's words for a time, and what they mean at NOW. */
const TIMES = [
  ['tomorrow at 9', '2026-11-19T09:00'],
  ['in 20 minutes', '2026-11-18T10:20'],
  ['on Friday at 14:30', '2026-11-20T14:30'],
  ['on 24 December at 18:00', '2026-12-24T18:00'],
  ['in 3 hours', '2026-11-18T13:00'],
  ['at 17:15', '2026-11-18T17:15'],
  ['on Monday at 10 am', '2026-11-23T10:00'],
  ['tomorrow at 15:45', '2026-11-19T15:45'],
] as const;

const REPEATS = [
  ['every weekday at 8:30', '2026-11-19T08:30'],
  ['every Monday at 10:00', '2026-11-23T10:00'],
  ['every day at 7 am', '2026-11-19T07:00'],
  ['every Friday at 16:00', '2026-11-20T16:00'],
] as const;

/** What is to be kept, what to look for, and the question. */
const FACTS = [
  ['Ann prefers green tea.', 'Ann tea', 'What does Ann like to drink?'],
  ['The launch budget is 42,000 euros.', 'launch budget', 'How big was the launch budget again?'],
  ['Ben is allergic to nuts.', 'Ben allergic', 'Is there anything Ben cannot eat?'],
  ['The office plant is called Fred.', 'office plant', 'What is the name of our plant?'],
  ['Deployments happen on Tuesdays.', 'deployments', 'On which day do we deploy?'],
  ['The wifi password hint is the old dog.', 'wifi password', 'What was the hint for the wifi?'],
  ['Carla leads the Oslo project.', 'Oslo project', 'Who leads the Oslo project?'],
  ['Standup is limited to ten minutes.', 'standup minutes', 'How long may standup take?'],
] as const;

const PERSONAS = [
  ['cfo', 'CFO'],
  ['consultant', 'Consultant'],
  ['engineer', 'Engineer'],
  ['teaching-assistant', 'Teaching Assistant'],
] as const;

/** The shipped skills, how one asks for them, and what each of them says. */
const SKILLS = [
  ['about-peacrab', 'What does Peacrab keep for a conversation?', 'A short task list for each conversation'],
  [
    'meeting-notes',
    'In which language are minutes written?',
    'Write the minutes in the language of the discussion',
  ],
  ['standup-round', 'What is to be asked first in a standup?', 'Who takes part?'],
  ['decision-log', 'What do you ask about a mere wish?', 'Is that decided?'],
] as const;

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;
const nothing: Standing = { reminders: [], notes: [], persona: null };
const row = (text: string, at: string | null, repeats = false, state = 'active'): StandingReminder => ({
  text,
  at,
  repeats,
  state,
});
const exchange = (says: string, ...goals: Goal[]): Exchange => ({ says, goals });

function task(
  kind: string,
  asked: Exchange,
  stands: Partial<Standing>,
  more: Partial<Pick<Task, 'before' | 'told' | 'inThreads'>> = {},
): Task {
  return { kind, before: [], told: [], inThreads: false, asked, stands: { ...nothing, ...stands }, ...more };
}

function setOnce(n: number): Task {
  const text = pick(TEXTS, n);
  const [when, at] = pick(TIMES, n * 3 + 1);
  const says = pick(
    [`Remind me ${when} to ${text}.`, `Please remind me to ${text} ${when}`, `Ping me ${when}: ${text}`],
    n,
  );
  return task('set', exchange(says, set(text, when, at)), { reminders: [row(text, at)] });
}

function setRepeated(n: number): Task {
  const text = pick(TEXTS, n * 5 + 2);
  const [when, at] = pick(REPEATS, n);
  return task('set, repeated', exchange(`Remind me ${when} to ${text}.`, set(text, when, at)), {
    reminders: [row(text, at, true)],
  });
}

/** Two reminders that were asked for before. */
function two(n: number) {
  const [one, other] = [pick(TEXTS, n), pick(TEXTS, n + 7)];
  const [[when, at], [later, then]] = [pick(TIMES, n), pick(TIMES, n + 3)];
  const before = [
    exchange(`Remind me ${when} to ${one}.`, set(one, when, at)),
    exchange(`Remind me ${later} to ${other}.`, set(other, later, then)),
  ];
  return { one, other, at, then, before };
}

function cancel(n: number): Task {
  const { one, other, then, before } = two(n);
  const says = pick(
    [`Cancel the reminder to ${one}.`, `I don't need the reminder to ${one} any more, drop it.`],
    n,
  );
  return task('cancel', exchange(says, change(one, 'cancel')), { reminders: [row(other, then)] }, { before });
}

function move(n: number): Task {
  const { one, other, then, before } = two(n + 4);
  const [to, at] = pick(
    [
      ['Thursday at 11:00', '2026-11-19T11:00'],
      ['Saturday at 8:15', '2026-11-21T08:15'],
      ['1 December at 12:00', '2026-12-01T12:00'],
    ] as const,
    n,
  );
  return task(
    'move',
    exchange(`Move the reminder to ${one} to ${to}.`, change(one, 'move', { when: to, at })),
    { reminders: [row(one, at), row(other, then)] },
    { before },
  );
}

function pause(n: number): Task {
  const text = pick(TEXTS, n + 2);
  const [when, at] = pick(REPEATS, n);
  return task(
    'pause',
    exchange(`Pause the reminder to ${text} for now.`, change(text, 'pause')),
    { reminders: [row(text, null, true, 'paused')] },
    { before: [exchange(`Remind me ${when} to ${text}.`, set(text, when, at))] },
  );
}

function listing(n: number): Task {
  const { one, other, at, then, before } = two(n + 9);
  const says = pick(['What reminders do I have?', 'What is coming up?', 'Show me my reminders please'], n);
  const reminders = [row(one, at), row(other, then)];
  return task(
    'list',
    exchange(says, list()),
    { reminders },
    { before, told: [new RegExp(one), new RegExp(other)] },
  );
}

function keeping(n: number): Task {
  const [fact] = pick(FACTS, n);
  const says = pick([`Please remember: ${fact}`, `Note for later: ${fact}`, `Keep in mind that ${fact}`], n);
  return task('remember', exchange(says, remember(fact)), { notes: [fact] });
}

function finding(n: number): Task {
  const [fact, query, question] = pick(FACTS, n);
  const before = [exchange(`Please remember: ${fact}`, remember(fact))];
  const told = [new RegExp(fact.replace(/\.$/, ''))];
  return task(
    'recall',
    exchange(question, recall(query, fact)),
    { notes: [fact] },
    { before, told, inThreads: true },
  );
}

function persona(n: number): Task {
  const [slug, title] = pick(PERSONAS, n);
  const says = pick([`From now on, answer me as the ${title}.`, `Can I talk to the ${title}, please?`], n);
  return task('persona', exchange(says, switchTo(slug, title)), { persona: slug });
}

function skill(n: number): Task {
  const [name, question, line] = pick(SKILLS, n);
  const says = pick(
    [`Use the ${name} skill: ${question}`, `${question} Look into the ${name} skill.`],
    n >> 2,
  );
  return task('skill', exchange(says, use(name, line)), {}, { told: [new RegExp(literally(line))] });
}

function both(n: number): Task {
  const [text, other] = [pick(TEXTS, n + 1), pick(TEXTS, n + 11)];
  const [[when, at], [later, then]] = [pick(TIMES, n), pick(TIMES, n + 5)];
  const [fact] = pick(FACTS, n + 3);
  const [slug, title] = pick(PERSONAS, n);
  const one = set(text, when, at);
  switch (n % 4) {
    case 0: {
      // "tomorrow at 9 ..., and at 17:15 ...": an hour without a day is on the day of the one before it
      const due = later.startsWith('at ') ? at.slice(0, 10) + then.slice(10) : then;
      return task(
        'two at once',
        exchange(`Remind me ${when} to ${text}, and ${later} to ${other}.`, one, set(other, later, due)),
        { reminders: [row(text, at), row(other, due)] },
      );
    }
    case 1:
      return task(
        'two at once',
        exchange(`Remind me ${when} to ${text}. And remember: ${fact}`, one, remember(fact)),
        {
          reminders: [row(text, at)],
          notes: [fact],
        },
      );
    case 2:
      return task(
        'two at once',
        exchange(
          `Cancel the reminder to ${text}. Instead remind me ${later} to ${other}.`,
          change(text, 'cancel'),
          set(other, later, then),
        ),
        { reminders: [row(other, then)] },
        { before: [exchange(`Remind me ${when} to ${text}.`, one)] },
      );
    default:
      return task(
        'two at once',
        exchange(
          `Answer as the ${title} from now on, and note this: ${fact}`,
          switchTo(slug, title),
          remember(fact),
        ),
        { notes: [fact], persona: slug },
      );
  }
}

/** Each kind and how many of it there are: three hundred in all. */
const KINDS: readonly (readonly [number, (n: number) => Task])[] = [
  [48, setOnce],
  [24, setRepeated],
  [36, cancel],
  [36, move],
  [8, pause],
  [28, listing],
  [28, keeping],
  [24, finding],
  [20, persona],
  [12, skill],
  [36, both],
];

/** The tasks, kinds mixed evenly: any first part of them holds every kind. */
export function scriptedTasks(): readonly Task[] {
  const placed = KINDS.flatMap(([count, make]) =>
    Array.from({ length: count }, (_, n) => ({ at: (n + 0.5) / count, task: make(n) })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ task: made }) => made);
}
