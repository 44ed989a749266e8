// What must hold of every message, whatever a model wrote: said anew here, apart from the code that makes it so.

import { dialectOf } from '../../../src/channels/discord/outgoing/dialect.ts';
import { splitAt } from '../../../src/channels/discord/outgoing/message.ts';
import { markdownFor } from '../../../src/channels/slack/outgoing/dialect.ts';
import type { Json } from '../../fakes/discord/json.ts';
import { pingsOf } from '../../fakes/discord/mentions.ts';
import { checkMessageBody } from '../../fakes/discord/validate.ts';
import { checkBlocks, escapedBytes, MAX_UPDATE_BYTES } from '../../fakes/slack/limits.ts';
import { type Beside, discordPayload, messagesOf, type Platform, slackPayload } from './payloads.ts';

const rewrite = {
  slack: (text: string) => markdownFor(text, 11_000),
  discord: (text: string) => dialectOf(text, splitAt),
};

/** What is wrong with the messages of a reply, a line each. */
export function wrongWith(platform: Platform, text: string, beside: Beside = {}): readonly string[] {
  const messages = messagesOf(platform, text, beside);
  const once = rewrite[platform](text);
  return [
    ...(rewrite[platform](once) === once ? [] : ['written twice it is another text']),
    ...messages.flatMap((message) =>
      platform === 'slack'
        ? wrongOnSlack(slackPayload(message))
        : wrongOnDiscord(discordPayload(message), message.mention),
    ),
    ...lostWords(
      text,
      messages.map((message) => message.text),
    ),
  ];
}

function wrongOnSlack({ text, blocks }: ReturnType<typeof slackPayload>): readonly string[] {
  const wrong: string[] = [];
  const complaint = checkBlocks(blocks, 50);
  if (complaint) wrong.push(`Slack: ${complaint.error} ${complaint.messages}`);
  if (escapedBytes(text) > MAX_UPDATE_BYTES) wrong.push('the fallback is too long for an update');
  const words = blocks.flatMap((block) => (block.type === 'markdown' ? [block.text] : []));
  for (const body of words) {
    if (outsideFences(body).isOpen) wrong.push(`a fence is open:\n${body.slice(-300)}`);
    if (/<@[A-Z0-9]+(?:\||>)|<!(?:here|channel|everyone|group|subteam)[>|^]/i.test(body))
      wrong.push('it mentions somebody');
    if (/(?<![\w.@])@(?:here|channel|everyone)\b/i.test(outsideFences(body).words))
      wrong.push('it calls everybody');
  }
  const plain = text.replace(/^<@[A-Z0-9]+> /, '').replace(/<!date\^[^<>]*>/g, '');
  if (/<[@!#]/.test(plain)) wrong.push('the fallback mentions somebody');
  return wrong;
}

function wrongOnDiscord(body: ReturnType<typeof discordPayload>, mention: string | null): readonly string[] {
  const content = body.content ?? '';
  const wrong: string[] = [];
  try {
    checkMessageBody(body as unknown as Json, false, false);
  } catch (error) {
    wrong.push(`Discord: ${JSON.stringify(error)}`);
  }
  if (content.trim() === '') wrong.push('empty');
  const { users, roles, everyone } = pingsOf(content, body.allowed_mentions as unknown as Json, null);
  if (everyone || roles.length > 0 || users.some((user) => user !== mention?.split(':')[1]))
    wrong.push('it pings');
  if (brokenOnDiscord(content)) wrong.push(`backticks show, or code does not:\n${content.slice(0, 400)}`);
  if (body.flags !== 4) wrong.push('links unfurl');
  return wrong;
}

/** The text outside of fences, by the rules of CommonMark as far as models stretch them, and whether one is left open. */
function outsideFences(text: string): { readonly isOpen: boolean; readonly words: string } {
  const words: string[] = [];
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, marks = '', info = ''] =
      /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open !== null) {
      if (marks.startsWith(open) && info.trim() === '' && /^[ \t>]*[`~]/.test(line)) open = null;
    } else if (marks && !(marks.startsWith('`') && info.includes('`'))) open = marks;
    else words.push(line.replace(/(?<![\\`])(`+)(?!`)(?:.*?[^`])\1(?!`)/g, '`'));
  }
  return { isOpen: open !== null, words: words.join('\n') };
}

/** Eats the text as Discord does, which takes three backticks for code wherever they stand. */
function brokenOnDiscord(content: string): boolean {
  const code = /```(?:[\w+.#-]+\n)?\n*[^\n][\s\S]*?\n*```|(?<!\\)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\\`/gi;
  return /`{3}/.test(content.replace(code, ''));
}

/** Words of four letters and more that are in the text and in none of its messages. */
function lostWords(text: string, messages: readonly string[]): readonly string[] {
  const kept = text
    .replace(/\[!\[([^\]\n]*)\]\([^\n]*?\)\]/g, '[$1]')
    .replace(
      /^((?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(`{3,}|~{3,})).*$/gm,
      (whole, fence: string, marks: string) =>
        marks.startsWith('`') && /`/.test(whole.slice(fence.length)) ? whole : fence,
    )
    .replace(/[ \t]+(?:"[^"\n]*"|'[^'\n]*')\)/g, ')');
  const joined = `${messages.join(' ')}\n${messages.join('')}`.replaceAll('\u200b', '').replaceAll('\\', '');
  const words = new Set(
    kept
      .replaceAll('\u200b', '')
      .replaceAll('\\', '')
      .match(/[\p{L}\p{N}]{4,100}/gu) ?? [],
  );
  const lost = [...words].filter((word) => !joined.includes(word) && !/^(?:https?|mailto)$/.test(word));
  return lost.length === 0 ? [] : [`lost: ${lost.slice(0, 10).join(', ')}`];
}
