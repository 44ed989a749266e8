// Our messages as Slack takes them: Markdown in a markdown block, a mention in an element of its own, buttons under it,
// and plain text for notifications. No text can ping anybody: only `mention` does. Pure.
import type { KnownBlock } from '@slack/web-api';
import type { Button, OutgoingMessage } from '../../delivery/channel.ts';
import { splitMarkdown } from '../split.ts';
import { userOf } from './keys.ts';

/** Slack takes 12,000 characters of Markdown in a message, and some 13,200 of blocks written as JSON. */
const markdownLimit = 11_000;
const jsonLimit = 12_000;
/** chat.update takes 4,000 bytes of text, escapes included. */
const fallbackBytes = 3500;
const timesAtMost = 5;
const buttonId = 'peacrab_';

export const isOurButton = (actionId: string): boolean => actionId.startsWith(buttonId);

/** Cuts a text into messages of Slack's size. */
export function splitForSlack(text: string, limit = markdownLimit): readonly string[] {
  return splitMarkdown(text, limit).flatMap((piece) =>
    JSON.stringify(harmless(piece)).length <= jsonLimit
      ? [piece]
      : splitForSlack(piece, Math.floor(limit / 2)),
  );
}

/** The blocks of a message: whom it mentions, its words, its times, its buttons. */
export function blocksOf(
  message: Pick<OutgoingMessage, 'text' | 'buttons' | 'mention' | 'times'>,
): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  if (message.mention) blocks.push(mentionBlock(userOf(message.mention)));
  if (message.text.trim() !== '' || message.buttons.length === 0)
    blocks.push({ type: 'markdown', text: harmless(message.text) || ' ' });
  if (message.times.length > 0) blocks.push(timesBlock(message.times));
  if (message.buttons.length > 0)
    blocks.push({ type: 'actions', elements: message.buttons.slice(0, 25).map(buttonElement) });
  return blocks;
}

/** What notifications and screen readers get: the words without Slack's own markup, cut to what an update may hold. */
export function fallbackOf(message: Pick<OutgoingMessage, 'text' | 'mention'>): string {
  const escaped = cutBytes(escapeText(message.text), fallbackBytes) || '…';
  return message.mention ? `<@${userOf(message.mention)}> ${escaped}` : escaped;
}

/**
 * A text that pings nobody, wherever it stands: an invisible character breaks what Slack would read as a mention.
 * Undocumented is whether a markdown block reads them at all; so it is not left to it. Date tokens stay.
 */
export function harmless(text: string): string {
  const broken = text.replace(/<(?=@[A-Z0-9]|!(?:here|channel|everyone|group|subteam)\b)/gi, '<\u200b');
  return broken
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part) =>
      part.startsWith('`') ? part : part.replace(/(?<![\w.@])@(?=(?:here|channel|everyone)\b)/gi, '@\u200b'),
    )
    .join('');
}

/** An instant in each reader's own zone: "Tomorrow at 9:00 AM". */
export function localTimeToken(instant: Date): string {
  const iso = instant.toISOString();
  return `<!date^${Math.floor(instant.getTime() / 1000)}^{date_short_pretty} {time}|${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC>`;
}

/** Only mrkdwn knows date tokens, so they stand in a line of their own. */
function timesBlock(times: readonly Date[]): KnownBlock {
  const tokens = [...new Set(times.slice(0, timesAtMost).map(localTimeToken))];
  return {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: `In your time zone: ${tokens.join(' · ')}` }],
  };
}

function mentionBlock(user: string): KnownBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: user }] }],
  };
}

function buttonElement(button: Button, index: number) {
  return {
    type: 'button' as const,
    text: { type: 'plain_text' as const, text: button.label.slice(0, 75), emoji: true },
    action_id: `${buttonId}${index}`,
    value: button.action,
    ...(button.style ? { style: button.style } : {}),
  };
}

const dateToken = /<!date\^\d+\^[^<>|]*\|[^<>|]*>/g;

/** Slack's three control characters as entities, date tokens apart. */
function escapeText(text: string): string {
  const dates = text.match(dateToken) ?? [];
  const entities = (part: string) =>
    part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return text
    .split(dateToken)
    .map((part, index) => entities(part) + (dates[index] ?? ''))
    .join('');
}

/** The longest beginning of a text within so many bytes, not ending inside a character or an entity. */
function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text)
    .subarray(0, bytes - 4)
    .toString('utf8')
    .replace(/\ufffd+$/, '')
    .replace(/[&<][^;>]*$/, '');
  return `${cut.trimEnd()}…`;
}
