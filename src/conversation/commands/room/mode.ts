// "room mode ...": what may be done in a room, over the policy's rules. Look-only and normal are for an admin, or for
// oneself in one's own DM; trusted, in which what reaches outside no longer asks, is for an admin alone.
import { english, type Line, type Say } from '../../../language/say.ts';
import { type RoomMode, roomModes } from '../../../tools/policy/rules.ts';
import { receiptIn } from '../../../tools/tool-context.ts';
import type { Answer, CommandContext, CommandReply } from '../command.ts';
import { byAdmin } from '../deed.ts';

/** "This room is normal: ..." */
export const modeLine = (mode: RoomMode, say: Say): string =>
  say('mode.is', { mode, meaning: say(`mode.${mode}`) });

/** Sets the room's mode, with a line for the history and an Undo. */
export function setMode(context: CommandContext, words: string): Answer {
  const { room, say } = context;
  const mode = roomModes.find((each) => each === words.trim().toLowerCase().replace(' ', '-'));
  if (!mode)
    return {
      text: [say('mode.say'), ...roomModes.map((each) => `- room mode ${each}: ${say(`mode.${each}`)}`)].join(
        '\n',
      ),
    };
  if (!mayMake(context, mode)) return { text: say('mode.admin-only', { mode }) };
  if (mode === room.mode) return { text: modeLine(mode, say) };
  return byAdmin(() => make(context, mode));
}

/** Whether this person may make the room so; in one's own DM all but trusted is one's own to say. */
export const mayMake = ({ room, admin }: Pick<CommandContext, 'room' | 'admin'>, mode: RoomMode): boolean =>
  admin || (room.kind === 'dm' && mode !== 'trusted');

async function make({ tx, room, person, say }: CommandContext, mode: RoomMode): Promise<CommandReply> {
  await tx.updateTable('room').set({ mode }).where('id', '=', room.id).execute();
  const done: Line = (to) => to('mode.made-by', { name: person.name, mode });
  return {
    text: modeLine(mode, say),
    entries: [{ type: 'notice', payload: { text: done(english) }, tainted: false, person: person.id }],
    effect: {
      name: 'room',
      result: {
        ok: true,
        text: done(english),
        effect: {
          ...receiptIn(done, say),
          inverse: { do: 'set-room', room: room.id, field: 'mode', from: mode, to: room.mode },
        },
      },
    },
  };
}
