// "Remind me about this" in the menu of a message. Discord takes a form only as the very first answer, so nothing is
// stored before it is submitted: the message's words wait in memory, and are read again if they are no longer there.
import {
  type APIInteraction,
  type APIMessageApplicationCommandInteraction,
  type APIModalInteractionResponse,
  ApplicationCommandType,
  InteractionType,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../clock.ts';
import type { RemindAbout as Wanted } from '../../../conversation/commands/reminders/remind-about.ts';
import { messageOf } from '../../../errors.ts';
import { sayFor } from '../../../language/say.ts';
import type { Log } from '../../../log.ts';
import { Bounded } from '../../../process/lru.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { attachmentsOf } from '../incoming/attached.ts';
import type { Directory } from '../incoming/directory.ts';
import { type HeardMessage, readMessage } from '../incoming/envelope.ts';
import { readableText } from '../incoming/incoming-text.ts';
import { namesFor } from '../incoming/names.ts';
import { type AboutMessage, aboutMessage, formAbout, menuName, permalinkOf, readForm } from './about-form.ts';
import type { Asked } from './pressed.ts';

const openAtMost = 500;
const openForMs = 30 * 60_000;

export interface RemindAboutParts {
  readonly rest: DiscordRest;
  readonly directory: Directory;
  readonly log: Log;
  readonly clock: Clock;
  /** Our own user id. */
  readonly self: string;
}

export class RemindAbout {
  readonly #parts: RemindAboutParts;
  /** By person and message: a form's id gives a person only what they were shown themselves. */
  readonly #open: Bounded<AboutMessage>;

  constructor(parts: RemindAboutParts) {
    this.#parts = parts;
    this.#open = new Bounded(openAtMost, openForMs, () => parts.clock.now().getTime());
  }

  /** The form that answers the menu; null if the interaction is something else. Never throws. */
  formFor(interaction: APIInteraction): APIModalInteractionResponse | null {
    const user = userOf(interaction);
    if (!isOurMenu(interaction) || !user) return null;
    const { target_id: id, resolved } = interaction.data;
    try {
      const message = resolved.messages[id];
      if (message)
        this.#open.set(`${user}:${id}`, this.#read(readable(message), interaction.guild_id ?? null, user));
    } catch (error) {
      this.#parts.log.warn({ message: id, error: messageOf(error) }, 'a message was told in parts only');
    }
    return formAbout(id, sayFor(interaction));
  }

  /** The command that a submitted form asks for; null if the interaction is something else. Never throws. */
  async askedBy(interaction: APIInteraction): Promise<Asked | null> {
    if (interaction.type !== InteractionType.ModalSubmit) return null;
    const form = readForm(interaction.data);
    const user = userOf(interaction);
    // The channel is the interaction's own, which Discord vouches for, not one that a form could name.
    const channel = interaction.channel?.id ?? interaction.channel_id;
    if (!form || !user || !channel) return null;
    const { message, when } = form;
    const guild = interaction.guild_id ?? null;
    const known =
      this.#open.get(`${user}:${message}`) ?? (await this.#readAgain(guild, channel, message, user));
    const permalink = permalinkOf(guild, channel, message);
    const about: Wanted = { ...known, permalink, ...(when ? { when } : {}) };
    return { type: 'command', name: 'remind-about', args: JSON.stringify(about) };
  }

  #read(message: HeardMessage, guild: string | null, user: string): AboutMessage {
    const words = readableText(message.content, namesFor(this.#parts, message, guild));
    return aboutMessage(message, words || attachmentsOf(message).join(', '), user);
  }

  /** Without its words a reminder still has the link, so an unreadable message does not fail it. */
  async #readAgain(
    guild: string | null,
    channel: string,
    message: string,
    user: string,
  ): Promise<AboutMessage> {
    try {
      const route = Routes.channelMessage(channel, message);
      return this.#read(readable(await this.#parts.rest.get<unknown>(route)), guild, user);
    } catch (error) {
      this.#parts.log.warn(
        { message, error: messageOf(error) },
        'a message to be reminded of could not be read again; its link must do',
      );
      return { text: '', own: false };
    }
  }
}

/** @throws Error if it cannot be read */
function readable(raw: unknown): HeardMessage {
  const read = readMessage(raw);
  if (!read.ok) throw new Error(`a message without ${read.fields}`);
  return read.told;
}

const isOurMenu = (interaction: APIInteraction): interaction is APIMessageApplicationCommandInteraction =>
  interaction.type === InteractionType.ApplicationCommand &&
  interaction.data.type === ApplicationCommandType.Message &&
  interaction.data.name === menuName;

const userOf = (interaction: APIInteraction): string | null =>
  (interaction.member?.user ?? interaction.user)?.id ?? null;
