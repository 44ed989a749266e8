// "undo": takes back the person's own last change in this conversation.

import type { EffectId } from '../../database/ids.ts';
import { personaOf } from '../../personas/current.ts';
import { undoEffect } from '../../tools/effects.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';
import { marker } from './persona.ts';

export const undoCommand: Command = {
  name: 'undo',
  usage: 'undo',
  help: 'take back your last change here',
  run: (context) => undo(context, null),
};

/** Takes back one effect, or the last one; shared by the command and the button. */
export async function undo(context: CommandContext, id: EffectId | null): Promise<CommandReply> {
  const undone = await undoEffect(context.tx, context.person.id, context.conversation, id, context.now);
  if (!undone.ok) return { text: undone.line };
  const notice = {
    type: 'notice',
    payload: { text: undone.line },
    tainted: undone.tainted,
    person: context.person.id,
  } as const;
  if (undone.persona === undefined) return { text: undone.line, entries: [notice] };
  const conversation = { persona: undone.persona };
  const slug = personaOf({ ...context, conversation, otherwise: context.defaultPersona });
  const persona = context.personas.find(slug);
  return { text: undone.line, entries: [persona ? marker(persona, context.person.id) : notice] };
}
