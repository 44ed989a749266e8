// What people see of a message. Slack shows the blocks when there are blocks, and the text only in notifications.
import type { Ephemeral, Fields, SeenMessage, StoredMessage } from './types.ts';

/** The visible words of blocks, one block a line, buttons as "[label]"; the text when there are no blocks. */
export function shown(text: string, blocks: readonly Fields[] | undefined): string {
  if (blocks === undefined || blocks.length === 0) return text;
  return blocks.map(wordsOf).filter(Boolean).join('\n');
}

/** A stored message as a person sees it; a copy, so that later edits don't change what a test holds. */
export function seen(message: StoredMessage, botUserId: string, botId: string): SeenMessage {
  return structuredClone({
    channel: message.channel,
    ts: message.ts,
    threadTs: message.threadTs,
    user: message.user,
    ours: message.botId === botId || message.user === botUserId,
    username: message.username,
    text: message.text,
    shown: shown(message.text, message.blocks),
    blocks: message.blocks,
    attachments: message.attachments,
    metadata: message.metadata,
    edited: message.edited !== undefined,
    deleted: message.deleted,
    reactions: message.reactions,
    files: message.files.map((file) => file.name),
  });
}

/** One line of a dump: enough to see what went wrong, short enough to read. */
export function line(message: SeenMessage | Ephemeral): string {
  const thread = message.threadTs === undefined ? '' : ` in ${message.threadTs}`;
  const flags =
    'edited' in message ? `${message.edited ? ' edited' : ''}${message.deleted ? ' deleted' : ''}` : '';
  return `${message.ts}${thread} ${message.user ?? '(bot)'}${flags}: ${JSON.stringify(message.shown.slice(0, 200))}`;
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(' ');
  if (typeof value !== 'object' || value === null) return '';
  const block = value as Fields;
  if (block.type === 'button') return `[${wordsOf(block.text)}]`;
  if (block.type === 'divider') return '---';
  if (block.type === 'plan') return [wordsOf(block.title), ...cardsOf(block.tasks)].join('\n');
  if (block.type === 'user') return `<@${String(block.user_id)}>`;
  const parts = [
    block.text,
    block.title,
    block.fields,
    block.elements,
    block.accessory,
    block.rows,
    block.alt_text,
  ];
  return parts.map(wordsOf).filter(Boolean).join(' ');
}

/** A card's sign and title, one a line. */
const cardsOf = (tasks: unknown): string[] =>
  (Array.isArray(tasks) ? (tasks as Fields[]) : []).map((task) => `[${task.status}] ${task.title}`);
