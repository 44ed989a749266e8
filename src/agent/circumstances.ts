// What a reply is read against: the person's newest words, and what else the model has seen that is not its own. A call in
// text that stands in it word for word is a quotation. Pure.
import type { ChatMessage } from '../context/message.ts';
import { isFromOutside } from '../context/render/outside.ts';
import type { Circumstances } from './calls/about/about.ts';

/** A message that the loop itself has put in. */
const OURS = /^\[[^\]]*\]$/;

/** @param messages of the request that the reply answers */
export function circumstancesOf(messages: readonly ChatMessage[]): Circumstances {
  const said = messages.filter(({ role, content }) => role === 'user' && !OURS.test(content.trim()));
  const newest = said.at(-1)?.content ?? '';
  const head = newest.lastIndexOf('<now>');
  const results = messages.filter(({ role, content }) => role === 'tool' && isFromOutside(content));
  return {
    asked: head < 0 ? newest : newest.slice(0, head),
    outside: [...said, ...results].map(({ content }) => content),
  };
}
