// What Discord refuses before it does anything: texts that are too long, empty messages, malformed components.
import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { ApiError, invalidForm } from './errors.ts';
import { type Json, number, object, objects, text } from './json.ts';

const MAX_CONTENT = 2_000;
const MAX_NONCE = 25;
const MAX_EMBEDS = 10;
const MAX_ROWS = 5;

function tooLong(path: string, max: number): ApiError {
  return invalidForm(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
}

function required(path: string): ApiError {
  return invalidForm(path, 'BASE_TYPE_REQUIRED', 'This field is required');
}

function checkButton(button: Json, path: string, seen: Set<string>): void {
  const label = text(button, 'label');
  if (label !== undefined && label.length > 80) throw tooLong(`${path}.label`, 80);
  if (label?.trim() === '')
    throw invalidForm(`${path}.label`, 'BASE_TYPE_MIN_LENGTH', 'Must be 1 or more in length.');
  if (label === undefined && object(button, 'emoji') === undefined) throw required(`${path}.label`);
  if (text(button, 'url') === undefined) checkCustomId(button, path, seen);
}

function checkCustomId(component: Json, path: string, seen: Set<string>): void {
  const id = text(component, 'custom_id');
  if (id === undefined || id === '') throw required(`${path}.custom_id`);
  if (id.length > 100) throw tooLong(`${path}.custom_id`, 100);
  if (seen.has(id)) {
    throw invalidForm(
      `${path}.custom_id`,
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    );
  }
  seen.add(id);
}

function checkSelect(select: Json, path: string, seen: Set<string>): void {
  checkCustomId(select, path, seen);
  const options = objects(select, 'options') ?? [];
  if (number(select, 'type') === ComponentType.StringSelect && options.length === 0)
    throw required(`${path}.options`);
  if (options.length > 25) throw tooLong(`${path}.options`, 25);
  for (const [index, option] of options.entries()) {
    for (const key of ['label', 'value', 'description']) {
      const value = text(option, key);
      if (value === undefined && key !== 'description') throw required(`${path}.options.${index}.${key}`);
      if (value !== undefined && value.length > 100) throw tooLong(`${path}.options.${index}.${key}`, 100);
    }
  }
}

/** Action rows, at most five, of at most five buttons or one menu, with ids that are unique. */
export function checkComponents(rows: readonly Json[]): void {
  if (rows.length > MAX_ROWS) throw tooLong('components', MAX_ROWS);
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const path = `components.${at}`;
    if (number(row, 'type') !== ComponentType.ActionRow) {
      throw invalidForm(`${path}.type`, 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).');
    }
    const inside = objects(row, 'components') ?? [];
    if (inside.length === 0 || inside.length > 5) throw tooLong(`${path}.components`, 5);
    for (const [index, component] of inside.entries()) {
      const here = `${path}.components.${index}`;
      if (number(component, 'type') === ComponentType.Button) checkButton(component, here, seen);
      else checkSelect(component, here, seen);
    }
  }
}

/**
 * Checks a message body of the bot.
 * @param hasFiles files came with the request, so that an empty text is fine
 * @param edit an edit may leave out everything
 */
export function checkMessageBody(body: Json, hasFiles: boolean, edit: boolean): void {
  const content = text(body, 'content') ?? '';
  const layout = ((number(body, 'flags') ?? 0) & MessageFlags.IsComponentsV2) !== 0;
  if (content.length > MAX_CONTENT) throw tooLong('content', MAX_CONTENT);
  const nonce = body.nonce;
  if (nonce !== undefined && nonce !== null && String(nonce).length > MAX_NONCE)
    throw tooLong('nonce', MAX_NONCE);
  const embeds = objects(body, 'embeds') ?? [];
  if (embeds.length > MAX_EMBEDS) throw tooLong('embeds', MAX_EMBEDS);
  for (const [index, embed] of embeds.entries()) {
    if ((text(embed, 'description') ?? '').length > 4_096)
      throw tooLong(`embeds.${index}.description`, 4_096);
  }
  const components = objects(body, 'components') ?? [];
  if (!layout) checkComponents(components);
  const forward = number(object(body, 'message_reference'), 'type') === 1;
  const something =
    content.trim() !== '' || embeds.length > 0 || hasFiles || forward || components.length > 0;
  if (!something && !edit) throw new ApiError(50006);
}
