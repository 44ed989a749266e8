// The form behind "Remind me about this" as Discord wants it, and what comes back in it. Pure.
import {
  type APIModalInteractionResponse,
  type APIModalSubmission,
  ComponentType,
  InteractionResponseType,
  TextInputStyle,
} from 'discord.js';
import type { RemindAbout } from '../../../conversation/commands/reminders/remind-about.ts';
import { english, type Say } from '../../../language/say.ts';

/** What the menu of a message is called; people see it in their language, at most 32 characters. */
export const menuName = english('about.title');

const prefix = 'about:';
const field = 'when';
const textAtMost = 400;

/** What is kept of a message while its form is open. */
export type AboutMessage = Pick<RemindAbout, 'text' | 'own'>;

/** The form: one line for the time, which may stay empty. Its id carries the message's. */
export function formAbout(message: string, say: Say): APIModalInteractionResponse {
  return {
    type: InteractionResponseType.Modal,
    data: {
      custom_id: `${prefix}${message}`,
      title: say('about.title'),
      components: [
        {
          type: ComponentType.Label,
          label: say('about.when'),
          description: say('about.leave-empty'),
          component: {
            type: ComponentType.TextInput,
            custom_id: field,
            style: TextInputStyle.Short,
            placeholder: say('slash.when'),
            required: false,
            max_length: 100,
          },
        },
      ],
    },
  };
}

/** The message that a submitted form is about, and the time written in it, or ''; null if the form is not ours. */
export function readForm(
  form: APIModalSubmission,
): { readonly message: string; readonly when: string } | null {
  const message = form.custom_id.startsWith(prefix) ? form.custom_id.slice(prefix.length) : '';
  if (!/^\d+$/.test(message)) return null;
  const inputs = form.components.flatMap((component) => {
    if (component.type === ComponentType.Label) return [component.component];
    return component.type === ComponentType.ActionRow ? component.components : [];
  });
  const input = inputs.find((each) => each.custom_id === field);
  return { message, when: input?.type === ComponentType.TextInput ? input.value.trim() : '' };
}

/** What is kept of a message. @param text its readable text, and the names of its attachments if it has none */
export const aboutMessage = (
  message: { readonly author: { readonly id: string } },
  text: string,
  user: string,
): AboutMessage => ({
  text: [...text].slice(0, textAtMost).join(''),
  own: message.author.id === user,
});

/** The address of a message, for people who can see it. @param guild null for a direct message */
export const permalinkOf = (guild: string | null, channel: string, message: string): string =>
  `https://discord.com/channels/${guild ?? '@me'}/${channel}/${message}`;
