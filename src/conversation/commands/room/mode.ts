// "room mode ...": what may be done in a room, over the policy's rules. Look-only and normal are for an admin, or for
// oneself in one's own DM; trusted, in which what reaches outside no longer asks, is for an admin alone.
import { type RoomMode, roomModes } from '../../../tools/policy/rules.ts';
import type { CommandContext, CommandReply } from '../command.ts';
import { type Answer, byAdmin } from '../deed.ts';

const meanings: Readonly<Record<RoomMode, string>> = {
  'look-only': 'things may be read here, nothing may be changed',
  normal: 'what reaches outside asks a person first, as the rules say',
  trusted:
    'what reaches outside runs without asking, unless a rule says otherwise or words from outside stand in the conversation',
};

/** "This room is normal: ..." */
export const modeLine = (mode: RoomMode): string => `Its mode is ${mode}: ${meanings[mode]}.`;

/** Sets the room's mode, with a line for the history and an Undo. */
export function setMode(context: CommandContext, words: string): Answer {
  const { room } = context;
  const mode = roomModes.find((each) => each === words.trim().toLowerCase().replace(' ', '-'));
  if (!mode)
    return {
      text: [`Say one of these:`, ...roomModes.map((each) => `- room mode ${each}: ${meanings[each]}`)].join(
        '\n',
      ),
    };
  if (!mayMake(context, mode)) return { text: `Only an admin can make this room ${mode}.` };
  if (mode === room.mode) return { text: modeLine(mode) };
  return byAdmin(() => make(context, mode));
}

/** Whether this person may make the room so; in one's own DM all but trusted is one's own to say. */
export const mayMake = ({ room, admin }: Pick<CommandContext, 'room' | 'admin'>, mode: RoomMode): boolean =>
  admin || (room.kind === 'dm' && mode !== 'trusted');

async function make({ tx, room, person }: CommandContext, mode: RoomMode): Promise<CommandReply> {
  await tx.updateTable('room').set({ mode }).where('id', '=', room.id).execute();
  const done = `${person.name} made this room ${mode}`;
  return {
    text: modeLine(mode),
    entries: [{ type: 'notice', payload: { text: done }, tainted: false, person: person.id }],
    effect: {
      name: 'room',
      result: {
        ok: true,
        text: done,
        effect: {
          receipt: done,
          inverse: { do: 'set-room', room: room.id, field: 'mode', from: mode, to: room.mode },
        },
      },
    },
  };
}
