// Our message as Discord wants it: whose persona speaks, text in its dialect, buttons in rows, one person at most who is
// pinged, and a nonce by which Discord knows a second try. Pure.
import { createHash } from 'node:crypto';
import { ButtonStyle, ComponentType, MessageFlags, type RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Button, OutgoingMessage } from '../../../delivery/outgoing.ts';
import { type Say, sayFor } from '../../../language/say.ts';
import { labelOf } from '../../label.ts';
import { splitMarkdown } from '../../markdown/split.ts';
import { userOf } from '../keys.ts';
import { dialectOf, withMention } from './dialect.ts';

/** Discord's limit for a message's text, in UTF-16 units. */
export const textAtMost = 2000;
/** Where texts are cut: leaves room for a name, a mention and times, or a note that it was sent again. */
export const splitAt = 1800;

const timesAtMost = 3;
const buttonsInRow = 5;
const rowsAtMost = 5;
const labelAtMost = 80;
const idAtMost = 100;

export type MessageBody = Pick<RESTPostAPIChannelMessageJSONBody, 'allowed_mentions' | 'flags'> &
  Required<Pick<RESTPostAPIChannelMessageJSONBody, 'content' | 'components'>>;

/** The body for a post or an edit; links do not unfurl and nobody but `mention` is pinged. */
export function bodyOf(
  message: Pick<OutgoingMessage, 'text' | 'buttons' | 'mention' | 'times' | 'persona' | 'language'>,
): MessageBody {
  return {
    content: contentOf(message),
    components: rowsOf(message.buttons),
    allowed_mentions: {
      parse: [],
      users: message.mention ? [userOf(message.mention)] : [],
      replied_user: false,
    },
    flags: MessageFlags.SuppressEmbeds,
  };
}

/** Cuts a text into messages of Discord's size, in Discord's dialect. */
export const splitForDiscord = (text: string): readonly string[] =>
  splitMarkdown(dialectOf(text, splitAt), splitAt);

/** The text as it will stand on Discord. */
export function contentOf(
  message: Pick<OutgoingMessage, 'text' | 'mention' | 'times' | 'persona' | 'language'>,
): string {
  const words = dialectOf(message.text, splitAt);
  const text = (words.trim() === '' ? '…' : words) + timesLine(message.times, sayFor(message));
  const said = message.mention ? withMention(`<@${userOf(message.mention)}>`, text) : text;
  return clip(nameLine(message.persona) + said);
}

/** Who speaks, small, above the words; what continues an answer does not say it again. */
function nameLine(persona: OutgoingMessage['persona']): string {
  if (!persona || persona.continues) return '';
  return `-# ${[persona.icon, persona.title].filter(Boolean).join(' ')}\n`;
}

/** A small line in which everybody reads the instants by their own clock. */
function timesLine(times: readonly Date[], say: Say): string {
  const tokens = times.slice(0, timesAtMost).map((time) => `<t:${Math.floor(time.getTime() / 1000)}:f>`);
  return tokens.length === 0 ? '' : `\n-# ${say('times.local', { times: [...new Set(tokens)].join(' · ') })}`;
}

/** At most 25 characters, the same for the same outbox row. */
export const nonceOf = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 25);

/** A last guard: texts come split, so this cuts nothing in ordinary life. */
const clip = (text: string): string =>
  text.length <= textAtMost ? text : `${splitMarkdown(text, textAtMost - 2)[0]}\n…`;

function rowsOf(buttons: readonly Button[]): MessageBody['components'] {
  const unique = buttons.filter(
    (button, index) => buttons.findIndex((other) => other.action === button.action) === index,
  );
  const rows = Array.from({ length: Math.ceil(unique.length / buttonsInRow) }, (_, row) =>
    unique.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  );
  return rows.slice(0, rowsAtMost).map((row) => ({
    type: ComponentType.ActionRow,
    components: row.map((button) => ({
      type: ComponentType.Button,
      style: styleOf(button),
      label: labelOf(button.label, labelAtMost),
      custom_id: button.action.slice(0, idAtMost),
    })),
  }));
}

function styleOf(button: Button): ButtonStyle.Primary | ButtonStyle.Danger | ButtonStyle.Secondary {
  if (button.style === 'primary') return ButtonStyle.Primary;
  return button.style === 'danger' ? ButtonStyle.Danger : ButtonStyle.Secondary;
}

/** The first words of a text as a thread's name; Discord allows 100 characters. */
export function threadName(text: string): string {
  const words = text.replace(/[\s`*_~|>#]+/g, ' ').trim();
  if (words.length === 0) return 'Peacrab';
  if (words.length <= 60) return words;
  const cut = words.slice(0, 60);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 20)).trim()} …`;
}
