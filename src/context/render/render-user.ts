// How a user entry reads to the model: the person's words, tagged with the speaker in a channel, with bracketed lines for
// what was not words. The same bytes whether it is the newest message or history.
import type { EntryId } from '../../database/ids.ts';
import type { SpokenFile } from '../../delivery/files.ts';
import { estimate } from '../budget/estimate.ts';
import { earlierHandle, leftOutNote } from '../elide/offload.ts';
import type { Marker, SpokenMessage } from '../entry.ts';
import { NOTICE } from '../notices.ts';
import { cutMiddle, neutral, oneLine, speakerName } from '../text.ts';
import { discussionBlock } from './discussion.ts';
import { contentsOf, fileLines } from './files.ts';
import { withQuotesLabelled } from './provenance.ts';

export type RoomKind = 'dm' | 'channel';

/** Names what was cut out of a message, for `recall`. */
export type MessageHandle = (message: SpokenMessage) => string;

interface Frame {
  readonly open: string;
  readonly close: string;
  readonly text: string;
}

/**
 * The words of one user entry, without head block; empty only without messages. What others had said before is put in front,
 * the contents of files behind. `trimmed` says that something of the words was cut.
 *
 * @param limit estimated tokens; beyond it the middle is cut out, visibly, with a handle to it
 */
export function wordsOf(
  messages: readonly SpokenMessage[],
  room: RoomKind,
  limit: number,
  handle: MessageHandle = ({ messageId }) => `m${messageId}`,
): { readonly text: string; readonly trimmed: boolean } {
  if (messages.length === 0) return { text: '', trimmed: false };
  const before = discussionOf(messages, OTHERS_SHARE * limit);
  const files = contentsOf(messages, OTHERS_SHARE * limit);
  const around = [before, files.text].reduce((sum, text) => sum + (text === '' ? 0 : estimate(text) + 1), 0);
  const own = spoken(messages, room, limit - around, handle, files.shown);
  return { ...own, text: [before, own.text, files.text].filter((text) => text !== '').join('\n') };
}

/** What of the room of a message others' words before it may take, and the contents of files behind it. */
const OTHERS_SHARE = 0.4;
/** What the lines that name attached files may take of the words' room. */
const LINES_SHARE = 0.4;

/** What others had said before these messages. */
function discussionOf(messages: readonly SpokenMessage[], limit: number): string {
  const called = messages.find(({ discussion }) => discussion !== undefined);
  return called?.discussion ? discussionBlock(called.discussion, called.sentAt, limit) : '';
}

function spoken(
  messages: readonly SpokenMessage[],
  room: RoomKind,
  limit: number,
  handle: MessageHandle,
  shown: ReadonlySet<SpokenFile>,
): { readonly text: string; readonly trimmed: boolean } {
  const lines = (LINES_SHARE * limit) / messages.length;
  const frames = messages.map((message) => frameOf(message, room, shown, lines));
  const costs = frames.map(
    (frame) => estimate(frame.open) + estimate(frame.text) + estimate(frame.close) + 2,
  );
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const share = 0.35 * limit;
  let front = 0;
  let back = frames.length;
  if (total <= limit) front = back;
  else {
    for (let used = 0; used + (costs[front] ?? 0) <= share && front < back; front += 1)
      used += costs[front] ?? 0;
    for (let used = 0; used + (costs[back - 1] ?? 0) <= share && back > front; back -= 1)
      used += costs[back - 1] ?? 0;
  }
  const parts = frames.slice(0, front).map(joined);
  parts.push(
    ...middle(frames, messages, front, back, limit - 2 * share, handle),
    ...frames.slice(back).map(joined),
  );
  return { text: parts.join('\n'), trimmed: front < frames.length };
}

/** What lies between the messages kept whole at both ends: cut each if they are one or two, else the first and the last. */
function middle(
  frames: readonly Frame[],
  messages: readonly SpokenMessage[],
  front: number,
  back: number,
  limit: number,
  handle: MessageHandle,
): string[] {
  const cut = (index: number, tokens: number): string => {
    const frame = frames[index];
    const message = messages[index];
    if (frame === undefined || message === undefined) return '';
    const text = cutMiddle(frame.text, tokens, (leftOut) => leftOutNote(leftOut, handle(message)));
    return joined({ ...frame, text });
  };
  const count = back - front;
  if (count <= 0) return [];
  if (count === 1) return [cut(front, limit)];
  const between = messages[front + 1];
  const note =
    count === 2 || between === undefined
      ? []
      : [`[… ${count - 2} messages are left out here. To read them: recall ${handle(between)} …]`];
  return [cut(front, limit / 2), ...note, cut(back - 1, limit / 2)];
}

function joined(frame: Frame): string {
  return `${frame.open}${frame.text}${frame.close}`;
}

/** @param lines what the lines that name its files may take, in estimated tokens */
function frameOf(
  message: SpokenMessage,
  room: RoomKind,
  shown: ReadonlySet<SpokenFile>,
  lines: number,
): Frame {
  const late = message.late ? `[Written ${oneLine(message.sentAt, 40)}, reached us late.]\n` : '';
  const named = message.attachments.slice(0, 10).map((name) => `[${NOTICE.notRead}${oneLine(name, 40)}]`);
  const files = asFit([...fileLines(message, shown), ...named], lines).map((line) => `\n${line}`);
  const words = withQuotesLabelled(neutral(message.text).trim());
  const close = room === 'channel' ? '</from>' : '';
  const open = room === 'channel' ? `<from name="${speakerName(message.name)}">` : '';
  if (words === '' && files.length === 0) return { open: open + late, text: `[${NOTICE.empty}.]`, close };
  return {
    open: open + late,
    text: words,
    close: `${words === '' ? files.join('').trimStart() : files.join('')}${close}`,
  };
}

/** The first of the lines, and how many more there are; none is cut within. */
function asFit(lines: readonly string[], tokens: number): readonly string[] {
  let left = tokens;
  const over = lines.findIndex((line) => {
    left -= estimate(line) + 1;
    return left < 0;
  });
  return over < 0 ? lines : [...lines.slice(0, over), `[Attached: ${lines.length - over} more]`];
}

/** The bracketed line of an entry that has no message of its own. */
export function markerLine(entry: Marker): string {
  switch (entry.type) {
    case 'persona':
      return `[${NOTICE.persona}${oneLine(entry.payload.title, 20)}.]`;
    case 'fired': {
      const { handle, text, due, to } = entry.payload;
      return `[Reminder ${oneLine(handle, 10)} for ${oneLine(to, 20)} was delivered, due ${oneLine(due, 30)}: ${oneLine(text, 80)}]`;
    }
    case 'task': {
      const { handle, text, by, facts } = entry.payload;
      return `[Task ${oneLine(handle, 10)} of ${oneLine(by, 20)} is due: ${oneLine(text, 260)} (${oneLine(facts, 90)})]`;
    }
    case 'notice':
    case 'decision':
    case 'branch_summary':
      return `[${oneLine(entry.payload.text)}]`;
  }
}

/** A marker's line, and its entry's id once it is stored. */
export interface MarkerLine {
  readonly line: string;
  readonly id: EntryId | null;
}

/** Marker lines within so many estimated tokens: the newest stay, a line says how many did not and how to read them. */
export function markerLines(markers: readonly MarkerLine[], limit: number): readonly string[] {
  let from = markers.length;
  for (let used = 0; from > 0; from -= 1) {
    used += estimate(markers[from - 1]?.line ?? '') + 1;
    if (used > limit && from < markers.length) break;
  }
  const lines = markers.slice(from).map(({ line }) => line);
  if (from === 0) return lines;
  const id = markers[from]?.id ?? null;
  const toRead = id === null ? '' : ` To read them: recall ${earlierHandle(id)}`;
  return [`[${from} earlier notices are left out here.${toRead}]`, ...lines];
}
