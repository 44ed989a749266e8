// Slash commands, forms and clicks. Discord wants an answer within three seconds and never asks again: the row is stored first,
// then a private "thinking ..." is the acknowledgement, which the outbox fills in. Every answer thus is an edit, which may
// be repeated without doubling.
import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIDMChannel,
  type APIInteraction,
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
} from 'discord.js';
import { sleep } from '../../../clock.ts';
import type { Incoming, Intake, Place, Speaker, Suggestion } from '../../../delivery/channel.ts';
import { messageOf } from '../../../errors.ts';
import { sayFor } from '../../../language/say.ts';
import type { Log } from '../../../log.ts';
import { faultKind, isOwnFault } from '../../own-fault.ts';
import type { DiscordRest } from '../connection/rest.ts';
import type { Directory } from '../incoming/directory.ts';
import { type ChannelFacts, factsOfApi } from '../incoming/facts.ts';
import { channelPlace, dmPlace, placeOfKey, type RoomFacts, threadPlace, timeOf, userOf } from '../keys.ts';
import { writeReplyToken } from '../outgoing/reply-token.ts';
import { typingIn } from './commands.ts';
import { askedOf, askerOf, isAboutHome } from './pressed.ts';
import type { RemindAbout } from './remind-about.ts';

export interface InteractionParts {
  readonly rest: DiscordRest;
  readonly intake: Intake;
  readonly directory: Directory;
  readonly remindAbout: RemindAbout;
  readonly log: Log;
  /** When to acknowledge though the row is not stored yet, in milliseconds; Discord's limit is 3000. */
  readonly ackWithinMs: number;
}

type Outcome = 'stored' | 'seen' | 'refused' | 'unknown' | 'failed';

/** Stores and acknowledges one interaction. Never throws. */
export async function answerInteraction(parts: InteractionParts, interaction: APIInteraction): Promise<void> {
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
    return complete(parts, interaction);
  const form = formFor(parts, interaction);
  if (form) return callBack(parts, interaction, form);
  const storing = store(parts, interaction).catch((error: unknown): Outcome => {
    parts.log.error(
      { interaction: interaction.id, error: isOwnFault(error) ? faultKind(error) : messageOf(error) },
      'an interaction could not be stored',
    );
    return 'failed';
  });
  const waited = new AbortController();
  const early = await Promise.race([
    storing,
    sleep(parts.ackWithinMs, waited.signal).then(() => 'slow' as const),
  ]);
  waited.abort();
  if (early === 'slow') {
    await acknowledge(parts, interaction, null);
    const words = wordsFor(await storing, localeOf(interaction));
    if (words) await fillIn(parts, interaction, words);
  } else await acknowledge(parts, interaction, wordsFor(early, localeOf(interaction)));
}

/** The form that answers a menu of ours; null if it is something else, or cannot be read. */
function formFor(parts: InteractionParts, interaction: APIInteraction): APIInteractionResponse | null {
  try {
    return parts.remindAbout.formFor(interaction);
  } catch (error) {
    parts.log.error({ kind: 'interaction', error: faultKind(error) }, 'an interaction could not be read');
    return null;
  }
}

/** Suggests values for what is being typed; too late, or in doubt, it suggests none. Never throws. */
async function complete(
  parts: InteractionParts,
  interaction: APIApplicationCommandAutocompleteInteraction,
): Promise<void> {
  const waited = new AbortController();
  const choices = await Promise.race([
    suggestions(parts, interaction).catch((error: unknown) => {
      parts.log.warn({ interaction: interaction.id, error: messageOf(error) }, 'nothing could be suggested');
      return [];
    }),
    sleep(parts.ackWithinMs, waited.signal).then(() => []),
  ]);
  waited.abort();
  const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
  const data = { choices: choices.map(({ label, value }) => ({ name: label, value })) };
  await callBack(parts, interaction, { type, data });
}

async function suggestions(
  parts: InteractionParts,
  interaction: APIApplicationCommandAutocompleteInteraction,
): Promise<readonly Suggestion[]> {
  const { name, options } = interaction.data;
  const typed = typingIn(name, options);
  const found = typed && (await asked(parts, interaction, null));
  return found ? parts.intake.suggest(found.speaker, found.place, typed) : [];
}

const localeOf = (interaction: APIInteraction): string | undefined =>
  'locale' in interaction ? interaction.locale : undefined;

/** @param locale the person's, as Discord tells it */
function wordsFor(outcome: Outcome, locale: string | undefined): string | null {
  const say = sayFor({ locale: locale ?? null });
  if (outcome === 'refused') return say('people.refused');
  if (outcome === 'unknown') return say('failed.not-here');
  return outcome === 'failed' ? say('failed.just-now') : null;
}

async function store(parts: InteractionParts, interaction: APIInteraction): Promise<Outcome> {
  const wish = (await parts.remindAbout.askedBy(interaction)) ?? askedOf(interaction);
  const found =
    wish && (await asked(parts, interaction, wish.type === 'click' ? wish.clickedMessageId : null));
  if (!wish || !found) return 'unknown';
  const base = {
    ...found,
    ...(isAboutHome(wish) ? { place: await homeOf(parts, found.speaker) } : {}),
    messageId: interaction.id,
    sentAt: timeOf(interaction.id),
    replyToken: writeReplyToken(interaction.application_id, interaction.id, interaction.token),
  };
  const incoming: Incoming =
    wish.type === 'click' ? { ...base, ...wish } : { ...base, ...wish, private: true };
  return parts.intake.receive(incoming);
}

/** The DM with a person, where their home is. */
async function homeOf({ rest }: InteractionParts, { id }: Speaker): Promise<Place> {
  const channel = await rest.post<APIDMChannel>(Routes.userChannels(), { recipient_id: userOf(id) });
  return dmPlace(channel.id);
}

/** Who asks, and where; null if that cannot be told. @param clicked the message whose button was pressed, if any */
async function asked(
  parts: InteractionParts,
  interaction: APIInteraction,
  clicked: string | null,
): Promise<{ readonly speaker: Speaker; readonly place: Place } | null> {
  const asker = askerOf(interaction);
  const where = await whereIs(parts, interaction);
  if (!asker || !where) return null;
  const { user, ...told } = asker;
  const shared = where.kind === 'dm' ? await parts.directory.shared(user) : null;
  const speaker: Speaker =
    where.kind === 'dm' ? { ...told, member: shared !== null, roles: shared?.roles ?? [] } : told;
  const place = await placeOf(parts, where, clicked);
  return place && { speaker, place };
}

async function whereIs(parts: InteractionParts, interaction: APIInteraction): Promise<ChannelFacts | null> {
  const guild = interaction.guild_id ?? null;
  if (interaction.channel) {
    const facts = factsOfApi(interaction.channel, guild);
    if (facts.kind !== 'thread' || facts.parent !== null) return facts;
  }
  const id = interaction.channel?.id ?? interaction.channel_id;
  return id ? parts.directory.channel(id) : null;
}

/** The clicked message's conversation; else the thread's, the channel's own, or the DM. */
async function placeOf(
  parts: InteractionParts,
  where: ChannelFacts,
  clicked: string | null,
): Promise<Place | null> {
  if (where.kind === 'dm') return dmPlace(where.id);
  if (where.guild === null) return null;
  const inThread = where.kind === 'thread';
  if ((!inThread && where.kind !== 'channel') || (inThread && where.parent === null)) return null;
  const channel = where.parent !== null && inThread ? where.parent : where.id;
  const named = inThread ? parts.directory.knownChannel(channel) : where;
  const room: RoomFacts = {
    guild: where.guild,
    channel,
    name: named?.name ?? null,
    topic: named?.topic ?? null,
  };
  const place = inThread ? threadPlace(room, where.id) : channelPlace(room);
  const key = clicked ? await parts.intake.conversationOf(place.room, clicked) : null;
  return key ? placeOfKey(room, key) : place;
}

/** @param words said at once in place of "thinking ..." */
async function acknowledge(
  parts: InteractionParts,
  interaction: APIInteraction,
  words: string | null,
): Promise<void> {
  if (!words && isInPanel(interaction))
    return callBack(parts, interaction, { type: InteractionResponseType.DeferredMessageUpdate });
  const type = words
    ? InteractionResponseType.ChannelMessageWithSource
    : InteractionResponseType.DeferredChannelMessageWithSource;
  const data = { flags: MessageFlags.Ephemeral, ...(words ? { content: words } : {}) };
  await callBack(parts, interaction, { type, data });
}

/** The first answer. Never throws. */
async function callBack(
  parts: InteractionParts,
  interaction: APIInteraction,
  body: APIInteractionResponse,
): Promise<void> {
  const route = Routes.interactionCallback(interaction.id, interaction.token);
  await parts.rest.post(route, body, { auth: false }).catch((error: unknown) => {
    parts.log.warn(
      { interaction: interaction.id, error: messageOf(error) },
      'an interaction was not answered in time; what is still to be said to it comes by DM',
    );
  });
}

/** What is pressed in a panel changes the panel: then no message of its own waits for the answer. */
function isInPanel(interaction: APIInteraction): boolean {
  try {
    const asked = askedOf(interaction);
    return asked?.type === 'click' && isAboutHome(asked);
  } catch {
    return false; // it cannot be read, which its answer says
  }
}

async function fillIn(parts: InteractionParts, interaction: APIInteraction, words: string): Promise<void> {
  const { application_id: application, token } = interaction;
  const body = { content: words, flags: MessageFlags.Ephemeral };
  const said = isInPanel(interaction)
    ? parts.rest.post(Routes.webhook(application, token), body, { auth: false })
    : parts.rest.patch(
        Routes.webhookMessage(application, token, '@original'),
        { content: words },
        { auth: false },
      );
  await said.catch((error: unknown) => {
    parts.log.warn(
      { interaction: interaction.id, error: messageOf(error) },
      'an interaction could not be answered',
    );
  });
}
