// "undo": takes back the person's own last change in this conversation.

import type { EffectId } from '../../database/ids.ts';
import { english } from '../../language/say.ts';
import { personaOf } from '../../personas/current.ts';
import { effectOf, undoEffect } from '../../tools/effects.ts';
import { roomModes } from '../../tools/policy/rules.ts';
import type { Inverse } from '../../tools/tool-context.ts';
import type { Answer, Command, CommandContext, CommandReply } from './command.ts';
import { byAdmin, change } from './deed.ts';
import { marker } from './persona.ts';
import { mayMake } from './room/mode.ts';

export const undoCommand: Command = {
  name: 'undo',
  usage: 'undo',
  help: (say) => say('help.undo'),
  run: (context) => undo(context, null),
};

/** Takes back one effect, or the last one; shared by the command and the button. */
export async function undo(context: CommandContext, id: EffectId | null): Promise<Answer> {
  const row = await effectOf(context.tx, context.person.id, context.conversation, id);
  const inverse = row?.inverse as Inverse | null | undefined;
  const run = () => takeBack(context, id);
  if (inverse?.do === 'set-room' && inverse.field === 'mode') {
    const mode = roomModes.find((each) => each === inverse.to) ?? 'normal';
    return mayMake(context, mode) ? byAdmin(run) : { text: context.say('mode.admin-only', { mode }) };
  }
  return change(undoCommand.name, { of: row?.name ?? '' }, run);
}

async function takeBack(context: CommandContext, id: EffectId | null): Promise<CommandReply> {
  const undone = await undoEffect(context.tx, context.person.id, context.conversation, id, context.now);
  if (!undone.ok) return { text: undone.line(context.say) };
  const notice = {
    type: 'notice',
    payload: { text: undone.line(english) },
    tainted: undone.tainted,
    person: context.person.id,
  } as const;
  if (undone.persona === undefined) return { text: undone.line(context.say), entries: [notice] };
  const conversation = { persona: undone.persona };
  const slug = personaOf({ ...context, conversation, otherwise: context.defaultPersona });
  const persona = context.personas.find(slug);
  return { text: undone.line(context.say), entries: [persona ? marker(persona, context.person.id) : notice] };
}
