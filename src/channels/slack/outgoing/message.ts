// Our messages as Slack takes them: Markdown in a markdown block, a mention in an element of its own, buttons under it,
// and plain text for notifications. No text can ping anybody: only `mention` does. Pure.
import type { KnownBlock, PlanBlock } from '@slack/web-api';
import type { Button, OutgoingMessage, TaskBoard } from '../../../delivery/outgoing.ts';
import { type Say, sayFor } from '../../../language/say.ts';
import { labelOf } from '../../label.ts';
import { splitMarkdown } from '../../markdown/split.ts';
import { userOf } from '../keys.ts';
import { harmless, markdownFor } from './dialect.ts';

/** Slack takes 12,000 characters of Markdown in a message, and some 13,200 of blocks written as JSON. */
const markdownLimit = 11_000;
const jsonLimit = 12_000;
/** chat.update takes 4,000 bytes of text, escapes included. */
const fallbackBytes = 3500;
const timesAtMost = 5;
const labelAtMost = 75;
const buttonsAtMost = 25;
/** Cards in a plan block; ours have some twenty. */
const planAtMost = 50;
const buttonId = 'peacrab_';

export const isOurButton = (actionId: string): boolean => actionId.startsWith(buttonId);

/** Cuts a text into messages of Slack's size, in Slack's dialect. */
export const splitForSlack = (text: string): readonly string[] =>
  cut(markdownFor(text, markdownLimit), markdownLimit);

function cut(text: string, limit: number): readonly string[] {
  return splitMarkdown(text, limit).flatMap((piece) =>
    JSON.stringify(harmless(piece)).length <= jsonLimit ? [piece] : cut(piece, Math.floor(limit / 2)),
  );
}

/**
 * The blocks of a message: whom it mentions, its words, its times, its buttons.
 *
 * @param draws whether a list of tasks may be a plan block, in place of the words
 */
export function blocksOf(
  message: Pick<OutgoingMessage, 'text' | 'buttons' | 'mention' | 'times' | 'tasks' | 'language'>,
  draws = true,
): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  if (message.mention) blocks.push(mentionBlock(userOf(message.mention)));
  if (draws && isDrawn(message)) blocks.push(planBlock(message.tasks, sayFor(message)));
  else if (message.text.trim() !== '' || message.buttons.length === 0)
    blocks.push({ type: 'markdown', text: bodyOf(message.text) });
  if (message.times.length > 0) blocks.push(timesBlock(message.times, sayFor(message)));
  if (message.buttons.length > 0)
    blocks.push({ type: 'actions', elements: message.buttons.slice(0, buttonsAtMost).map(buttonElement) });
  return blocks;
}

/** A last guard: texts come split, so this cuts nothing in ordinary life. */
function bodyOf(text: string): string {
  const [first = '', ...more] = splitForSlack(text);
  const body = harmless(more.length > 0 ? `${first}\n…` : first);
  return body.trim() === '' ? '…' : body;
}

/** What notifications and screen readers get: the words without Slack's own markup, cut to what an update may hold. */
export function fallbackOf(message: Pick<OutgoingMessage, 'text' | 'mention'>): string {
  const escaped = cutBytes(escapeText(markdownFor(message.text, markdownLimit)), fallbackBytes) || '…';
  return message.mention ? `<@${userOf(message.mention)}> ${escaped}` : escaped;
}

type Drawn<T> = T & { readonly tasks: TaskBoard };

/** Whether a message shows a list that a plan block can draw. */
export const isDrawn = <T extends Pick<OutgoingMessage, 'tasks'>>(message: T): message is Drawn<T> =>
  message.tasks !== undefined && message.tasks.items.length > 0;

const statuses = { open: 'pending', doing: 'in_progress', done: 'complete' } as const;

/** Its texts are plain: nothing in them is markup. A client may show the title alone. */
function planBlock({ title, items }: TaskBoard, say: Say): PlanBlock {
  const now = items.find(({ state }) => state === 'doing');
  return {
    type: 'plan',
    title: harmless(now ? say('tasks.now', { title, task: now.text }) : title),
    tasks: items.slice(0, planAtMost).map(({ number, text, state }) => ({
      type: 'task_card',
      task_id: String(number),
      title: harmless(`${number} ${text}`),
      status: statuses[state],
    })),
  };
}

/** An instant in each reader's own zone: "Tomorrow at 9:00 AM". */
export function localTimeToken(instant: Date): string {
  const iso = instant.toISOString();
  return `<!date^${Math.floor(instant.getTime() / 1000)}^{date_short_pretty} {time}|${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC>`;
}

/** Only mrkdwn knows date tokens, so they stand in a line of their own. */
function timesBlock(times: readonly Date[], say: Say): KnownBlock {
  const tokens = [...new Set(times.slice(0, timesAtMost).map(localTimeToken))];
  return {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: say('times.local', { times: tokens.join(' · ') }) }],
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
    text: { type: 'plain_text' as const, text: labelOf(button.label, labelAtMost), emoji: true },
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
