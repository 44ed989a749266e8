// A zone has become known or changed: what waited for it is completed, what is addressed to the person moves, and each
// conversation is told of its own reminders only, so that nothing of a DM is said in a channel.
import type { ConversationKey } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { storeOwn } from '../../delivery/inbox.ts';
import { enqueue } from '../../delivery/outbox.ts';
import type { NoticePayload } from '../../delivery/payload.ts';
import { formatted } from '../../language/dates.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import { toLocal } from '../../schedule/recurrence/zoned.ts';
import { completeAsking, lineOf } from '../../schedule/reminders.ts';
import { moveToZone } from '../../schedule/zone-change.ts';
import type { CommandContext, CommandReply } from '../commands/command.ts';
import { askingOf } from '../commands/reminders/remind.ts';

/**
 * Brings the person's schedules to their zone, and tells other conversations of theirs.
 *
 * @returns the lines for this conversation, and whether others' words are among them
 */
export async function applyZone(context: CommandContext, zone: string): Promise<ZoneMoves> {
  const completed = await completeAsking({ ...askingOf(context), zone });
  const moved = await moveToZone(context.tx, context.person.id, zone, context.now);
  const changed = [
    ...completed.map(({ row, line }) => ({ row, line: (say: Say) => `⏰ ${row.text}: ${line(say)}` })),
    ...moved
      .filter((row) => !completed.some((each) => each.row.id === row.id))
      .map((row) => ({
        row,
        line: (say: Say) => say('zone.moved', { text: row.text, line: lineOf(row, context.now, say) }),
      })),
  ];
  const places = Map.groupBy(changed, ({ row }) => row.conversation_id);
  for (const [conversation, those] of places)
    if (conversation !== context.conversation) await tellElsewhere(context, zone, conversation, those);
  const here = places.get(context.conversation) ?? [];
  return { lines: here.map(({ line }) => line), tainted: isTainted(here, context) };
}

interface ZoneMoves {
  readonly lines: readonly Line[];
  readonly tainted: boolean;
}

interface Told {
  readonly row: Row<'schedule'>;
  readonly line: Line;
}

const isTainted = (told: readonly Told[], { person }: CommandContext): boolean =>
  told.some(({ row }) => row.tainted || row.owner_id !== person.id);

async function tellElsewhere(
  context: CommandContext,
  zone: string,
  conversation: ConversationKey,
  told: readonly Told[],
): Promise<void> {
  const room = told[0]?.row.room_id;
  if (!room) return;
  const { person } = context;
  const key = `zone:${person.id}:${conversation}:${context.now.getTime()}`;
  const text = zoneText(
    context,
    zone,
    told.map(({ line }) => line),
  );
  const { platform } = context.room;
  await enqueue(context.tx, [
    {
      key,
      platform,
      room,
      conversation,
      kind: 'notice',
      text: text(context.say),
      mention: person.id,
      fallback: person.id,
    },
  ]);
  await storeOwn(context.tx, {
    platform,
    room_id: room,
    message_id: key,
    conversation_id: conversation,
    person_id: person.id,
    kind: 'notice',
    payload: JSON.stringify({
      notice: text(english),
      tainted: isTainted(told, context),
    } satisfies NoticePayload),
  });
}

/** What is said of it: the person's name, their zone, and what moved. */
function zoneText({ person, now }: CommandContext, zone: string, lines: readonly Line[]): Line {
  return (say) =>
    [
      say('zone.theirs', { name: person.name, zone, clock: clockIn(zone, now, say) }),
      ...lines.map((line) => line(say)),
    ].join('\n');
}

/** The platform says that a person's zone is another now. With nothing of theirs here, nothing is said here. */
export async function profileZone(context: CommandContext): Promise<CommandReply | null> {
  const { zone } = context.person;
  if (!zone) return null;
  const { lines, tainted } = await applyZone(context, zone);
  if (lines.length === 0) return null;
  const text = zoneText(context, zone, lines);
  return {
    text: text(context.say),
    entries: [{ type: 'notice', payload: { text: text(english) }, tainted, person: context.person.id }],
  };
}

/** "Sat 09:00" */
export const clockIn = (zone: string, now: Date, say: Say): string =>
  formatted(say, new Date(toLocal(now.getTime(), zone)), 'ccc HH:mm');
