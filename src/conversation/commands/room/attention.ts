// "room attend ..." and "room react ...": what counts as addressed to us in a room, and whether what was done gets a ✅. Both
// are for an admin; ✅ also for oneself in one's own DM, where everything is heard anyway.
import { english, type Line, type Say } from '../../../language/say.ts';
import { receiptIn } from '../../../tools/tool-context.ts';
import type { Answer, CommandContext, CommandReply } from '../command.ts';
import { change } from '../deed.ts';

/** "I answer what mentions me ...": what the room's settings mean, for the overview. */
export const attentionLine = ({ kind, attend, react }: CommandContext['room'], say: Say): string =>
  [say(kind === 'dm' ? 'attend.dm' : `attend.${attend}`), say(react ? 'react.yes' : 'react.no')].join(' ');

/** Sets what is heard: "all" or "mentions". */
export function setAttend(context: CommandContext, words: string): Answer {
  const { room, admin, person, say } = context;
  const attend = (['all', 'mentions'] as const).find((each) => each === words.trim().toLowerCase());
  if (!attend) return { text: `${say('mode.say')}\n- room attend mentions\n- room attend all` };
  if (room.kind === 'dm') return { text: say('attend.anyway') };
  if (!admin) return { text: say('attend.admin-only') };
  const text = say(`attend.${attend}`);
  if (attend === room.attend) return { text };
  const done: Line = (to) => to(`attend.${attend}-by`, { name: person.name });
  return change('room', { attend }, () => set(context, 'attend', attend, text, done));
}

/** Sets whether what was done gets a ✅: "on" or "off". */
export function setReact(context: CommandContext, words: string): Answer {
  const { room, admin, person, say } = context;
  const react = { on: true, off: false }[words.trim().toLowerCase()];
  if (react === undefined) return { text: say('react.usage') };
  if (room.kind !== 'dm' && !admin) return { text: say('react.admin-only') };
  const text = say(react ? 'react.on' : 'react.off');
  if (react === room.react) return { text };
  const done: Line = (to) => to(react ? 'react.on-by' : 'react.off-by', { name: person.name });
  return change('room', { react }, () => set(context, 'react', react, text, done));
}

async function set<F extends 'attend' | 'react'>(
  { tx, room, person, say }: CommandContext,
  field: F,
  to: CommandContext['room'][F],
  text: string,
  done: Line,
): Promise<CommandReply> {
  await tx
    .updateTable('room')
    .set({ [field]: to })
    .where('id', '=', room.id)
    .execute();
  const inverse = { do: 'set-room', room: room.id, field, from: to, to: room[field] } as const;
  return {
    text,
    entries: [{ type: 'notice', payload: { text: done(english) }, tainted: false, person: person.id }],
    effect: {
      name: 'room',
      result: { ok: true, text: done(english), effect: { ...receiptIn(done, say), inverse } },
    },
  };
}
