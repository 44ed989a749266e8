// What of a message needs no model: a command, by its slash or in plain words, and a message without any words.
import type { InboxEvent } from '../../delivery/event.ts';
import { isReadable } from '../../delivery/files.ts';
import type { Personas } from '../../personas/personas.ts';
import { plainCommand, type TypedCommand, typedCommand } from './index.ts';

/** The command that a message is; null if it is none. */
export function commandIn({ payload }: InboxEvent<'message'>, personas: Personas): TypedCommand | null {
  const { text, again } = payload;
  // An edited message is one of several of its turn, and what they had set was taken back: all of it goes to the model.
  if (again) return null;
  const typed = typedCommand(text);
  if (typed) return typed;
  const plain = plainCommand(text);
  // "Switch to English" is no persona: then the model may make sense of it.
  return plain?.name === 'persona' && !personas.find(plain.args) ? null : plain;
}

/** A mention without a word, or what is not read alone: there is nothing to ask the model, unless it called us into a discussion. */
export function isWordless({ payload }: InboxEvent<'message'>, readImages: boolean): boolean {
  const { text, again, discussion, files = [] } = payload;
  const hasFile = files.some((file) => isReadable(file, readImages));
  return !again && !discussion && !hasFile && text.trim() === '';
}
