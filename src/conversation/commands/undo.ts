// "undo": takes back the person's own last change in this conversation.

import type { EffectId } from '../../database/ids.ts';
import { undoEffect } from '../../tools/effects.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

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
    tainted: false,
    person: context.person.id,
  } as const;
  if (undone.persona === undefined) return { text: undone.line, entries: [notice] };
  const persona = context.personas.find(undone.persona ?? context.defaultPersona);
  const marker =
    persona &&
    ({
      type: 'persona',
      payload: { persona: persona.slug, title: persona.title },
      tainted: false,
      person: context.person.id,
    } as const);
  return { text: undone.line, entries: marker ? [marker] : [notice] };
}
