// What people do with our command and our buttons, read into facts. Pure.
import { z } from 'zod';
import type { Us } from '../incoming/envelope.ts';
import { isOurButton } from '../outgoing/message.ts';

export interface Commanded {
  readonly type: 'commanded';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  /** Unique for each use. */
  readonly trigger: string;
  /** Null if Slack tells none that is an address. */
  readonly responseUrl: string | null;
}

export interface Clicked {
  readonly type: 'clicked';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  readonly messageTs: string;
  readonly thread: string | null;
  /** Set if only this person sees the message: then they alone should see the answer. */
  readonly responseUrl: string | null;
  readonly action: string;
  /** When it was clicked, as a ts; the same in every copy of one click. */
  readonly actionTs: string;
}

const address = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .catch(null);

const commandBody = z.object({
  team_id: z.string(),
  channel_id: z.string(),
  user_id: z.string().min(1),
  text: z.string().default(''),
  trigger_id: z.string(),
  response_url: address,
});
const clickBody = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ id: z.string().min(1) }),
  channel: z.object({ id: z.string() }),
  container: z.object({
    message_ts: z.string(),
    thread_ts: z.string().optional(),
    is_ephemeral: z.boolean().optional(),
  }),
  message: z.object({ thread_ts: z.string().optional() }).optional(),
  response_url: address,
  actions: z
    .array(z.object({ action_id: z.string(), value: z.string().optional(), action_ts: z.string() }))
    .min(1),
});

/** Null if it is none of ours. */
export function readCommand(body: unknown, us: Us): Commanded | null {
  const command = commandBody.safeParse(body).data;
  if (!command || command.team_id !== us.team) return null;
  return {
    type: 'commanded',
    team: command.team_id,
    channel: command.channel_id,
    user: command.user_id,
    text: command.text.trim(),
    trigger: command.trigger_id,
    responseUrl: command.response_url ?? null,
  };
}

/** Null if it is no button of ours. */
export function readClick(body: unknown, us: Us): Clicked | null {
  const click = clickBody.safeParse(body).data;
  const action = click?.actions.find((each) => isOurButton(each.action_id));
  if (!click || !action?.value || click.team?.id !== us.team) return null;
  return {
    type: 'clicked',
    team: us.team,
    channel: click.channel.id,
    user: click.user.id,
    messageTs: click.container.message_ts,
    thread: click.container.thread_ts ?? click.message?.thread_ts ?? null,
    responseUrl: (click.container.is_ephemeral && click.response_url) || null,
    action: action.value,
    actionTs: action.action_ts,
  };
}
