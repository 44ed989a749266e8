// A request as an operator reads it: tools and messages one after the other with their tokens, and a line where what
// repeats the request before ends. Pure.
import { messageTokens, schemaTokens } from '../budget/budget.ts';
import { commonLength, type Sent, watch } from '../budget/watchdog.ts';
import type { ChatMessage } from '../message.ts';
import { grouped } from '../text.ts';

/**
 * The whole request as text.
 *
 * @param previous the request before it in the same conversation; null if there was none
 */
export function printRequest(current: Sent, previous: Sent | null, factor: number): string {
  const { repeated, index, why } = watch(previous, current, factor);
  const mark =
    previous === null
      ? `=== all of it is new: ${why} ===`
      : `=== so far about ${grouped(repeated)} tokens repeat the request before; what follows is new: ${why} ===`;
  const tokens = (count: number) => `${grouped(Math.round(count * factor))} tokens`;
  const lines = [`--- tools: ${current.tools.length}, ${tokens(schemaTokens(current.tools))}`];
  lines.push(...current.tools.map((tool) => JSON.stringify(tool.function)));
  if (index === null || previous === null) lines.unshift(mark);
  for (const [at, message] of current.messages.entries()) {
    const title = `--- message ${at}, ${message.role}, ${tokens(messageTokens(message))}`;
    const before = at === index && previous !== null ? previous.messages[at] : undefined;
    const common = before === undefined ? 0 : commonLength(before, message);
    if (at === index && previous !== null && common === 0) lines.push(mark);
    lines.push(title);
    if (common === 0) lines.push(...written(message, message.content));
    else
      lines.push(message.content.slice(0, common), mark, ...written(message, message.content.slice(common)));
  }
  if (index === current.messages.length) lines.push(mark);
  return lines.join('\n');
}

/** A message's text with what it calls, or the call that it answers. */
function written(message: ChatMessage, text: string): readonly string[] {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return [
    ...(message.role === 'tool' ? [`(result of ${message.tool_call_id})`] : []),
    ...(text === '' ? [] : [text]),
    ...calls.map((call) => `(call ${call.id}: ${call.function.name} ${call.function.arguments})`),
  ];
}
