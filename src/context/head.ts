// The head block: what the model should know right now, after the person's words, within 400 tokens. Small providers in a
// fixed order, each from plain facts; when it is too much, sections give way in a stated order. Nothing in it can break out
// of it: every line that came from people is flattened and stripped of tags.
import { IANAZone } from 'luxon';
import { estimate } from './budget/estimate.ts';
import { oneLine } from './text.ts';

export interface HeadFacts {
  readonly now: Date;
  /** The principal's zone; null until known. */
  readonly zone: string | null;
  /** When the conversation's last message was sent, either way; null if there was none. */
  readonly lastAt: Date | null;
  readonly speaker: string;
  /** The English name of the language that the person writes in; absent: English, or not known. */
  readonly language?: string;
  readonly room: { readonly kind: 'dm' | 'channel'; readonly platform: string; readonly name: string | null };
  /** What may be done here, where that is less or more than usual: a line; none: the usual. */
  readonly mode?: string | null;
  /** `body`: focus, concerns and voice, as the file has them. */
  readonly persona: { readonly title: string; readonly body: string };
  /** The channel's topic, what an admin said the room is for, and what is on now. */
  readonly topic: string | null;
  readonly brief: string | null;
  readonly agenda: string | null;
  /** The next few reminders, each with its handle first, soonest first; they share a line. */
  readonly upcoming: readonly string[];
  /** How many there are in all; absent: no more than those. */
  readonly upcomingInAll?: number;
  /** Notes that may help, the best first; three are shown. */
  readonly notes: readonly string[];
  /** Open tasks of this conversation, the one in progress first. */
  readonly tasks: readonly string[];
  /** What the person should hear about, the most pressing first. Each is handed in once. */
  readonly notices: readonly string[];
}

type Section = 'time' | 'mode' | 'speaker' | 'persona' | 'here' | 'upcoming' | 'memory' | 'tasks' | 'notices';

/** One part of the head block: its lines from the facts, none if there is nothing to say. Pure. */
interface HeadProvider {
  readonly section: Section;
  readonly lines: (facts: HeadFacts) => readonly string[];
}

export const HEAD_TOKENS = 400;
const PERSONA_TOKENS = 200;
/** What `/room` takes, in estimated tokens. */
export const BRIEF_TOKENS = 200;
/** What `/now` takes, in estimated tokens. */
export const AGENDA_TOKENS = 100;
const OPEN = '<now>';
const CLOSE = '</now>';

/** They come in this order in the block. */
const headProviders: readonly HeadProvider[] = [
  { section: 'time', lines: timeLines },
  { section: 'speaker', lines: speakerLines },
  { section: 'mode', lines: ({ mode }) => (mode ? [mode] : []) },
  { section: 'persona', lines: personaLines },
  { section: 'here', lines: hereLines },
  { section: 'upcoming', lines: ({ upcoming }) => flat(upcoming, 4, 40) },
  { section: 'memory', lines: (facts) => listed('Note', facts.notes, 3, 60) },
  { section: 'tasks', lines: (facts) => listed('Task', facts.tasks, 5, 40) },
  { section: 'notices', lines: (facts) => listed('Notice', facts.notices, 5, 70) },
];

/** In this order they give way, line by line from their ends. Persona keeps its first line, time and mode stay. */
const givesWay: readonly Section[] = ['memory', 'upcoming', 'here', 'tasks', 'speaker', 'persona', 'notices'];

/** The head block, from `<now>` to `</now>`. Its text is stored beside the user entry. */
export function headBlock(facts: HeadFacts, providers: readonly HeadProvider[] = headProviders): string {
  const sections = providers.map(({ section, lines }) => ({ section, lines: [...lines(facts)] }));
  const inAll = facts.upcomingInAll ?? facts.upcoming.length;
  const shown = sections.map(({ section, lines }) =>
    section === 'upcoming' ? () => comingUp(lines, inAll) : () => lines,
  );
  const text = (): string => [OPEN, ...shown.flatMap((lines) => lines()), CLOSE].join('\n');
  for (const name of givesWay) {
    const lines = sections.find(({ section }) => section === name)?.lines ?? [];
    while (headTokens(text()) > HEAD_TOKENS && lines.length > (name === 'persona' ? 1 : 0)) lines.pop();
  }
  return text();
}

/** Tokens of a head block: the larger of characters / 4 and the estimate less the margin that it adds to o200k_base. */
export function headTokens(text: string): number {
  return Math.ceil(Math.max(text.length / 4, estimate(text) / 1.3));
}

function timeLines(facts: HeadFacts): readonly string[] {
  const lines = [wallTime(facts.now, facts.zone)];
  if (facts.zone === null) lines.push("The person's time zone is not known yet.");
  const gap = facts.lastAt === null ? 0 : facts.now.getTime() - facts.lastAt.getTime();
  if (gap > HOUR) lines.push(`The last message was ${duration(gap)} ago.`);
  return lines;
}

function speakerLines(facts: HeadFacts): readonly string[] {
  const { kind, platform, name } = facts.room;
  const where =
    kind === 'dm' ? 'a direct message' : name === null ? 'a channel' : `the channel ${oneLine(name, 25)}`;
  const language = facts.language === undefined ? [] : [`The person writes in ${facts.language}.`];
  return [
    `Speaking with ${oneLine(facts.speaker, 25) || 'someone'} in ${where} (${oneLine(platform, 10)}).`,
    ...language,
  ];
}

/** The persona's title and as many lines of its body as its share allows. */
function personaLines(facts: HeadFacts): readonly string[] {
  const lines = [`You speak as: ${oneLine(facts.persona.title, 25)}.`];
  for (const raw of facts.persona.body.split('\n')) {
    const line = oneLine(raw, PERSONA_TOKENS);
    if (line === '') continue;
    if (headTokens([...lines, line].join('\n')) > PERSONA_TOKENS) break;
    lines.push(line);
  }
  return lines;
}

/** What is on now comes first, and is the last to give way. */
function hereLines(facts: HeadFacts): readonly string[] {
  return [
    ...listed('On now', facts.agenda === null ? [] : [facts.agenda], 1, AGENDA_TOKENS),
    ...listed('This room', facts.brief === null ? [] : [facts.brief], 1, BRIEF_TOKENS),
    ...listed('Topic', facts.topic === null ? [] : [facts.topic], 1, 60),
  ];
}

const listed = (label: string, items: readonly string[], most: number, tokens: number): readonly string[] =>
  flat(items, most, tokens).map((item) => `${label}: ${item}`);

const flat = (items: readonly string[], most: number, tokens: number): readonly string[] =>
  items
    .map((item) => oneLine(item, tokens))
    .filter((item) => item !== '')
    .slice(0, most);

/** "Coming up: r2 standup, every weekday at 08:30; r1 call the dentist, Mon 09:30; 2 more (list_reminders)" */
function comingUp(items: readonly string[], inAll: number): readonly string[] {
  if (items.length === 0) return [];
  const more = inAll > items.length ? [`${inAll - items.length} more (list_reminders)`] : [];
  return [`Coming up: ${[...items, ...more].join('; ')}`];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 hours", "2 days": rounded down, for gaps of an hour or more. */
function duration(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days >= 2) return `${days} days`;
  const hours = Math.floor(milliseconds / HOUR);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** "Friday 2 January 2026, 09:05 (Europe/Berlin)"; UTC without a zone, or with one that is none. */
function wallTime(now: Date, zone: string | null): string {
  const known = zone !== null && IANAZone.isValidZone(zone);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: known ? zone : 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const name = known ? zone : 'UTC';
  return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} (${name})`;
}
