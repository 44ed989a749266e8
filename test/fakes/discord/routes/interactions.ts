// Answers to interactions: the callback within its three seconds, then edits and follow-ups by token.
import { InteractionResponseType, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { ApiError, invalidForm } from '../errors.ts';
import { answeredInteraction, openInteraction } from '../interactions.ts';
import { isJson, type Json, number, object, objects, text } from '../json.ts';
import { messageJson } from '../message-payloads.ts';
import { createMessage, deleteMessage, editMessage, isLoading } from '../messages.ts';
import type { AttachmentRecord, InteractionRecord, MessageRecord } from '../records.ts';
import { checkMessageBody } from '../validate.ts';
import type { World } from '../world.ts';
import { contentOf, editsOf } from './messages.ts';
import type { Reply, Request, Route } from './route.ts';

const R = InteractionResponseType;
const MESSAGE_ANSWERS: readonly number[] = [R.ChannelMessageWithSource, R.DeferredChannelMessageWithSource];
const UPDATE_ANSWERS: readonly number[] = [R.UpdateMessage, R.DeferredMessageUpdate];

function allowedAnswers(interaction: InteractionRecord): readonly number[] {
  const updates = interaction.sourceMessageId !== null && !interaction.contextMenu ? UPDATE_ANSWERS : [];
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
    return [R.ApplicationCommandAutocompleteResult];
  if (interaction.type === InteractionType.ModalSubmit) return [...MESSAGE_ANSWERS, ...updates];
  return [...MESSAGE_ANSWERS, ...updates, R.Modal];
}

function typeOf(interaction: InteractionRecord): MessageType {
  if (interaction.type === InteractionType.ApplicationCommand) {
    return interaction.contextMenu ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand;
  }
  return interaction.sourceMessageId === null ? MessageType.Default : MessageType.Reply;
}

/** Posts an answer or follow-up; with the ephemeral flag only the person sees it. */
function postAnswer(
  world: World,
  interaction: InteractionRecord,
  body: Json,
  files: readonly AttachmentRecord[],
  loading: boolean,
): MessageRecord {
  if (!loading) checkMessageBody(body, files.length > 0, false);
  const flags = (number(body, 'flags') ?? 0) | (loading ? MessageFlags.Loading : 0);
  const source = interaction.sourceMessageId;
  const reference =
    source !== null && !interaction.contextMenu
      ? { kind: 'reply' as const, messageId: source, channelId: interaction.channelId }
      : null;
  return createMessage(world, {
    channelId: interaction.channelId,
    authorId: world.bot.id,
    type: typeOf(interaction),
    flags,
    reference,
    webhookId: world.applicationId,
    interaction: { id: interaction.id, type: interaction.type, userId: interaction.userId },
    ephemeralFor: (flags & MessageFlags.Ephemeral) === 0 ? null : interaction.userId,
    ...contentOf(world, body, files, null),
  });
}

function perform(request: Request, interaction: InteractionRecord, type: number): MessageRecord | undefined {
  const { world, body, files } = request;
  const data = object(body, 'data') ?? {};
  if (MESSAGE_ANSWERS.includes(type)) {
    const message = postAnswer(world, interaction, data, files, type === R.DeferredChannelMessageWithSource);
    interaction.originalId = message.id;
    return message;
  }
  if (UPDATE_ANSWERS.includes(type)) {
    const source = world.messages.get(interaction.sourceMessageId ?? '');
    interaction.originalId = interaction.sourceMessageId;
    if (type === R.UpdateMessage && source !== undefined) {
      editMessage(world, source, editsOf(world, source, data, files));
    }
    return source;
  }
  if (type === R.Modal) {
    if (objects(data, 'components')?.length === 0)
      throw invalidForm('data.components', 'BASE_TYPE_REQUIRED', 'Required');
    interaction.modal = data;
  } else interaction.choices = objects(data, 'choices') ?? [];
  return undefined;
}

function callback(request: Request): Reply {
  const { world, params, body, query } = request;
  const interaction = openInteraction(world, params.id, params.token);
  const type = number(body, 'type') ?? 0;
  if (!allowedAnswers(interaction).includes(type)) {
    throw invalidForm(
      'type',
      'INTERACTION_CALLBACK_TYPE_INVALID',
      `Type ${type} can't answer this interaction.`,
    );
  }
  const message = perform(request, interaction, type);
  interaction.answer = type;
  world.changed('answer', `${interaction.id} ${interaction.label} with ${R[type] ?? type}`);
  if (query.get('with_response') !== 'true') return {};
  const about = { id: interaction.id, type: interaction.type, response_message_id: message?.id };
  const resource = { type, ...(message === undefined ? {} : { message: messageJson(world, message) }) };
  return { status: 200, body: { interaction: about, resource } };
}

function find(world: World, interaction: InteractionRecord, id: string | undefined): MessageRecord {
  const wanted = id === '@original' ? interaction.originalId : id;
  const message = wanted === null || wanted === undefined ? undefined : world.messages.get(wanted);
  const own = message?.interaction?.id === interaction.id || message?.id === interaction.originalId;
  if (message === undefined || message.deleted || !own) throw new ApiError(10008);
  return message;
}

/** An edit also ends "thinking…"; that first filling-in is not shown as edited. */
function edit(world: World, message: MessageRecord, body: Json, files: readonly AttachmentRecord[]): Reply {
  const changes = editsOf(world, message, body, files);
  const flags = (changes.flags ?? message.flags) & ~MessageFlags.Loading;
  editMessage(world, message, { ...changes, flags }, !isLoading(message));
  return { status: 200, body: messageJson(world, message) };
}

function followUp({ world, params, body, files }: Request): Reply {
  const interaction = answeredInteraction(world, params.app, params.token);
  const original = world.messages.get(interaction.originalId ?? '');
  if (original !== undefined && !original.deleted && isLoading(original))
    return edit(world, original, body, files);
  return { status: 200, body: messageJson(world, postAnswer(world, interaction, body, files, false)) };
}

function get({ world, params }: Request): Reply {
  const interaction = answeredInteraction(world, params.app, params.token);
  return { status: 200, body: messageJson(world, find(world, interaction, params.message)) };
}

function patch({ world, params, body, files }: Request): Reply {
  const interaction = answeredInteraction(world, params.app, params.token);
  return edit(world, find(world, interaction, params.message), body, files);
}

function remove({ world, params }: Request): Reply {
  const interaction = answeredInteraction(world, params.app, params.token);
  deleteMessage(world, find(world, interaction, params.message));
  return {};
}

/** The choices an autocompletion offered, as name and value. */
export function choicesOf(interaction: InteractionRecord): { name: string; value: unknown }[] {
  return (interaction.choices ?? [])
    .filter(isJson)
    .map((one) => ({ name: text(one, 'name') ?? '', value: one.value }));
}

const HOOK = '/webhooks/:app/:token';

export const interactionRoutes: readonly Route[] = [
  { method: 'POST', pattern: '/interactions/:id/:token/callback', open: true, run: callback },
  { method: 'POST', pattern: HOOK, open: true, run: followUp },
  { method: 'GET', pattern: `${HOOK}/messages/:message`, open: true, run: get },
  { method: 'PATCH', pattern: `${HOOK}/messages/:message`, open: true, run: patch },
  { method: 'DELETE', pattern: `${HOOK}/messages/:message`, open: true, run: remove },
];
