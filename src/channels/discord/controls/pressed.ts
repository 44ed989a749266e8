// What an interaction asks for, read out of Discord's JSON: a command with its line of arguments, or a click. Pure.
import { type APIInteraction, ApplicationCommandType, ComponentType, InteractionType } from 'discord.js';
import type { Speaker } from '../../../delivery/channel.ts';
import { nameOf } from '../incoming/envelope.ts';
import { personOf } from '../keys.ts';
import { argumentsOf } from './commands.ts';
import { isOfPanel } from './home.ts';

export type Asked =
  | { readonly type: 'command'; readonly name: string; readonly args: string }
  | { readonly type: 'click'; readonly action: string; readonly clickedMessageId: string };

/** Whether it is about a person's home, which is in their DM wherever it is asked for. */
export const isAboutHome = (asked: Asked): boolean =>
  asked.type === 'command' ? asked.name === 'home' : isOfPanel(asked.action);

/** Null for anything else: menus, forms, completions. */
export function askedOf(interaction: APIInteraction): Asked | null {
  if (
    interaction.type === InteractionType.ApplicationCommand &&
    interaction.data.type === ApplicationCommandType.ChatInput
  ) {
    const { name, options } = interaction.data;
    return { type: 'command', name, args: argumentsOf(name, options ?? []) };
  }
  if (
    interaction.type === InteractionType.MessageComponent &&
    interaction.data.component_type === ComponentType.Button
  )
    return { type: 'click', action: interaction.data.custom_id, clickedMessageId: interaction.message.id };
  if (
    interaction.type === InteractionType.MessageComponent &&
    interaction.data.component_type === ComponentType.StringSelect &&
    isOfPanel(interaction.data.custom_id)
  )
    return {
      type: 'click',
      action: interaction.data.values[0] ?? '',
      clickedMessageId: interaction.message.id,
    };
  return null;
}

/** Who asks, as far as the interaction tells; whether a DM's person shares a server with us is asked elsewhere. */
export function askerOf(interaction: APIInteraction): (Speaker & { readonly user: string }) | null {
  const user = interaction.member?.user ?? interaction.user;
  if (!user || user.bot) return null;
  return {
    user: user.id,
    id: personOf(user.id),
    name: interaction.member?.nick || nameOf(user),
    ...('locale' in interaction ? { locale: interaction.locale } : {}),
    member: interaction.member !== undefined,
    roles: interaction.member?.roles ?? [],
  };
}
