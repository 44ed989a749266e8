// "room attend ..." and "room react ...": what counts as addressed to us in a room, and whether what was done gets a ✅. Both
// are for an admin; ✅ also for oneself in one's own DM, where everything is heard anyway.
import type { CommandContext, CommandReply } from '../command.ts';
import { type Answer, change } from '../deed.ts';

/** "It answers what mentions me ...": what the room's settings mean, for the overview. */
export const attentionLine = ({ kind, attend, react }: CommandContext['room']): string =>
  [
    kind === 'dm' ? 'I hear everything here.' : heard[attend],
    react ? 'What I did gets a ✅.' : 'What I did gets no ✅.',
  ].join(' ');

const heard = {
  all: 'I answer whatever members say here, each in a thread of its own.',
  mentions: 'I answer what mentions me, replies to me, and threads that I take part in.',
} as const;

/** Sets what is heard: "all" or "mentions". */
export function setAttend(context: CommandContext, words: string): Answer {
  const { room, admin, person } = context;
  const attend = (['all', 'mentions'] as const).find((each) => each === words.trim().toLowerCase());
  if (!attend) return { text: `Say one of these:\n- room attend mentions\n- room attend all` };
  if (room.kind === 'dm') return { text: 'In a direct message I hear everything anyway.' };
  if (!admin) return { text: 'Only an admin can set what I answer here.' };
  if (attend === room.attend) return { text: heard[attend] };
  const done =
    attend === 'all'
      ? `${person.name} set that I answer whatever members say in this room`
      : `${person.name} set that I answer only what is addressed to me in this room`;
  return change('room', { attend }, () => set(context, 'attend', attend, heard[attend], done));
}

/** Sets whether what was done gets a ✅: "on" or "off". */
export function setReact(context: CommandContext, words: string): Answer {
  const { room, admin, person } = context;
  const react = { on: true, off: false }[words.trim().toLowerCase()];
  if (react === undefined) return { text: 'Say "room react on" or "room react off".' };
  if (room.kind !== 'dm' && !admin) return { text: 'Only an admin can set whether I react here.' };
  const text = react ? 'I put a ✅ on messages for which I changed something.' : 'I put no ✅ on messages.';
  if (react === room.react) return { text };
  const done = `${person.name} switched my ✅ ${react ? 'on' : 'off'} in this room`;
  return change('room', { react }, () => set(context, 'react', react, text, done));
}

async function set<F extends 'attend' | 'react'>(
  { tx, room, person }: CommandContext,
  field: F,
  to: CommandContext['room'][F],
  text: string,
  done: string,
): Promise<CommandReply> {
  await tx
    .updateTable('room')
    .set({ [field]: to })
    .where('id', '=', room.id)
    .execute();
  const inverse = { do: 'set-room', room: room.id, field, from: to, to: room[field] } as const;
  return {
    text,
    entries: [{ type: 'notice', payload: { text: done }, tainted: false, person: person.id }],
    effect: { name: 'room', result: { ok: true, text: done, effect: { receipt: done, inverse } } },
  };
}
