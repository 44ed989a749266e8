// Slack's limits on what is posted, and the errors it answers with. Pure: a list of complaints, or nothing.
// Sources: the Block Kit reference, and reports of msg_blocks_too_long near 13,200 characters of blocks.
import type { Fields } from './types.ts';

const KNOWN_BLOCKS = new Set([
  'actions',
  'alert',
  'call',
  'card',
  'carousel',
  'container',
  'context',
  'context_actions',
  'data_table',
  'divider',
  'file',
  'header',
  'image',
  'input',
  'markdown',
  'plan',
  'rich_text',
  'section',
  'table',
  'task_card',
  'video',
]);

export const MAX_TEXT = 40_000;
export const MAX_UPDATE_BYTES = 4_000;
const MAX_MARKDOWN = 12_000;
const MAX_BLOCKS_JSON = 13_200;

export interface Complaint {
  readonly error: 'invalid_blocks' | 'invalid_blocks_format' | 'msg_blocks_too_long';
  readonly messages: readonly string[];
}

/** UTF-8 bytes of a text after Slack escaped bare &, < and >; this is what chat.update measures. */
export function escapedBytes(text: string): number {
  const escaped = text.replace(/&(?!amp;|lt;|gt;)/g, '&amp;').replace(/<(?![@#!]|https?:|mailto:)/g, '&lt;');
  return Buffer.byteLength(escaped, 'utf8');
}

/**
 * What is wrong with these blocks, undefined when nothing is.
 *
 * @param max 50 on a message, 100 in a modal or an App Home
 */
export function checkBlocks(blocks: unknown, max: number): Complaint | undefined {
  if (!Array.isArray(blocks) || blocks.some((b) => typeof b !== 'object' || b === null)) {
    return { error: 'invalid_blocks_format', messages: ['[ERROR] must be a valid list of blocks'] };
  }
  const wrong: string[] = [];
  const say = (what: string, at: string) => wrong.push(`[ERROR] ${what} [json-pointer:${at}]`);
  const list = blocks as Fields[];
  const types = new Set(list.map((b) => b.type));
  if (types.has('plan') && types.has('task_card')) say('plan and task_card exclude each other', '/blocks');
  if (list.length > max) say(`no more than ${max} items allowed`, '/blocks');
  for (const [i, block] of list.entries()) checkBlock(block, `/blocks/${i}`, say);
  unique(
    list.map((b) => b.block_id),
    'block_id',
    say,
  );
  unique(
    elementsOf(list).map((e) => e.action_id),
    'action_id',
    say,
  );
  if (wrong.length > 0) return { error: 'invalid_blocks', messages: wrong };
  return tooLong(list) ? { error: 'msg_blocks_too_long', messages: [] } : undefined;
}

/** Every interactive element of the blocks, with the block it stands in. */
export function elementsOf(blocks: readonly Fields[]): Fields[] {
  return blocks.flatMap((block) => {
    const inner = [...arrayOf(block.elements), block.accessory, block.element].filter(isFields);
    return inner
      .filter((e) => typeof e.action_id === 'string')
      .map((e) => ({ ...e, block_id: block.block_id }));
  });
}

function tooLong(blocks: readonly Fields[]): boolean {
  const markdown = blocks.filter((b) => b.type === 'markdown');
  if (markdown.length === 0) return false;
  const sum = markdown.reduce((n, b) => n + String(b.text ?? '').length, 0);
  return sum > MAX_MARKDOWN || JSON.stringify(blocks).length > MAX_BLOCKS_JSON;
}

type Say = (what: string, at: string) => void;

function checkBlock(block: Fields, at: string, say: Say): void {
  if (typeof block.type !== 'string' || !KNOWN_BLOCKS.has(block.type)) {
    say(`unsupported type: ${String(block.type)}`, `${at}/type`);
    return;
  }
  length(block.block_id, 255, `${at}/block_id`, say);
  if (block.type === 'section') checkSection(block, at, say);
  if (block.type === 'header') checkText(block.text, 150, `${at}/text`, say);
  if (block.type === 'markdown') required(block.text, MAX_MARKDOWN, `${at}/text`, say);
  if (block.type === 'image') required(block.alt_text, 2000, `${at}/alt_text`, say);
  if (block.type === 'plan') checkPlan(block, at, say);
  if (block.type === 'task_card') checkCard(block, at, say);
  const elements = arrayOf(block.elements);
  if (block.type === 'context' || block.type === 'actions') {
    const most = block.type === 'context' ? 10 : 25;
    if (elements.length === 0) say('must contain at least one element', `${at}/elements`);
    if (elements.length > most) say(`no more than ${most} items allowed`, `${at}/elements`);
  }
  for (const [i, element] of elements.filter(isFields).entries())
    checkElement(element, `${at}/elements/${i}`, say);
  if (block.type === 'input') checkText(block.label, 2000, `${at}/label`, say);
  if (isFields(block.element)) checkElement(block.element, `${at}/element`, say);
  if (isFields(block.accessory)) checkElement(block.accessory, `${at}/accessory`, say);
}

const STATUSES = ['pending', 'in_progress', 'complete', 'error'];

/** A plan: a title, and up to 50 task cards, each with an id of its own. */
function checkPlan(block: Fields, at: string, say: Say): void {
  required(block.title, Number.POSITIVE_INFINITY, `${at}/title`, say);
  if (block.tasks !== undefined && !Array.isArray(block.tasks)) say('must be an array', `${at}/tasks`);
  const tasks = arrayOf(block.tasks);
  if (tasks.length > 50) say('no more than 50 items allowed', `${at}/tasks`);
  tasks.forEach((task, i) => {
    if (!isFields(task) || task.type !== 'task_card') say('must be a task_card', `${at}/tasks/${i}`);
    else checkCard(task, `${at}/tasks/${i}`, say);
  });
  unique(
    tasks.filter(isFields).map((task) => task.task_id),
    'task_id',
    say,
  );
}

function checkCard(card: Fields, at: string, say: Say): void {
  required(card.task_id, Number.POSITIVE_INFINITY, `${at}/task_id`, say);
  required(card.title, Number.POSITIVE_INFINITY, `${at}/title`, say);
  if (card.status !== undefined && !STATUSES.includes(String(card.status)))
    say(`must be one of: ${STATUSES.join(', ')}`, `${at}/status`);
  for (const name of ['details', 'output'] as const) {
    const text = card[name];
    if (text !== undefined && (!isFields(text) || text.type !== 'rich_text'))
      say('must be a rich_text block', `${at}/${name}`);
  }
}

function checkSection(block: Fields, at: string, say: Say): void {
  const fields = arrayOf(block.fields);
  if (block.text === undefined && fields.length === 0) say('missing required field: text', at);
  if (block.text !== undefined) checkText(block.text, 3000, `${at}/text`, say);
  if (fields.length > 10) say('no more than 10 items allowed', `${at}/fields`);
  for (const [i, field] of fields.entries()) checkText(field, 2000, `${at}/fields/${i}`, say);
}

function checkElement(element: Fields, at: string, say: Say): void {
  length(element.action_id, 255, `${at}/action_id`, say);
  if (element.type === 'mrkdwn' || element.type === 'plain_text') checkText(element, 3000, at, say);
  if (element.type === 'button') {
    checkText(element.text, 75, `${at}/text`, say);
    length(element.value, 2000, `${at}/value`, say);
    length(element.url, 3000, `${at}/url`, say);
    if (element.style !== undefined && element.style !== 'primary' && element.style !== 'danger') {
      say('must be one of: primary, danger', `${at}/style`);
    }
  }
  const options = arrayOf(element.options).filter(isFields);
  if (options.length > 100) say('no more than 100 items allowed', `${at}/options`);
  options.forEach((option, i) => {
    checkText(option.text, 75, `${at}/options/${i}/text`, say);
    required(option.value, 150, `${at}/options/${i}/value`, say);
  });
}

function checkText(text: unknown, max: number, at: string, say: Say): void {
  if (!isFields(text) || (text.type !== 'plain_text' && text.type !== 'mrkdwn')) {
    say('must be a text object of type plain_text or mrkdwn', at);
    return;
  }
  required(text.text, max, `${at}/text`, say);
}

function required(value: unknown, max: number, at: string, say: Say): void {
  if (typeof value !== 'string' || value.trim() === '') say('must be more than 0 characters', at);
  length(value, max, at, say);
}

function length(value: unknown, max: number, at: string, say: Say): void {
  if (typeof value === 'string' && value.length > max) say(`must be less than ${max + 1} characters`, at);
}

function unique(ids: readonly unknown[], name: string, say: Say): void {
  const seen = new Set<unknown>();
  for (const id of ids) {
    if (id !== undefined && seen.has(id)) say(`\`${name}\`: "${String(id)}" already exists`, '/blocks');
    seen.add(id);
  }
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
