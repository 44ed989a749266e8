// The Home tab: that it was opened, what was pressed in it, and what stands there. Pure. Texts of people are plain text, so
// nothing in them is markup.
import type { HomeView, KnownBlock } from '@slack/web-api';
import { z } from 'zod';
import type { Panel, PanelItem, PanelSection } from '../../../delivery/outgoing.ts';
import type { Us } from '../incoming/envelope.ts';
import { isOurButton } from '../outgoing/message.ts';

/** Somebody looks at our Home tab. */
export interface Opened {
  readonly type: 'opened';
  readonly team: string;
  readonly user: string;
  /** Their DM with us. */
  readonly channel: string;
  /** As a ts; the same in every copy of the event. */
  readonly at: string;
}

/** Something was pressed or chosen there. */
export interface PressedAtHome {
  readonly type: 'pressed';
  readonly team: string;
  readonly user: string;
  readonly action: string;
  readonly at: string;
}

const opened = z.object({
  type: z.literal('app_home_opened'),
  user: z.string().min(1),
  channel: z.string(),
  tab: z.literal('home'),
  event_ts: z.string(),
});
const pressed = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: z.string() }),
  user: z.object({ id: z.string().min(1) }),
  container: z.object({ type: z.literal('view') }),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        value: z.string().optional(),
        selected_option: z.object({ value: z.string() }).nullish(),
        action_ts: z.string(),
      }),
    )
    .min(1),
});

export function readOpened(event: unknown, us: Us): Opened | null {
  const { user, channel, event_ts: at } = opened.safeParse(event).data ?? {};
  return user && channel && at ? { type: 'opened', team: us.team, user, channel, at } : null;
}

export function readPressed(body: unknown, us: Us): PressedAtHome | null {
  const press = pressed.safeParse(body).data;
  const one = press?.actions.find(({ action_id: id }) => isOurButton(id));
  const action = one?.selected_option?.value ?? one?.value;
  if (!press || !one || !action || press.team.id !== us.team) return null;
  return { type: 'pressed', team: us.team, user: press.user.id, action, at: one.action_ts };
}

const textAtMost = 2900;
const optionAtMost = 75;

const plain = (text: string, most = textAtMost) => ({
  type: 'plain_text' as const,
  text:
    (text.length <= most ? text : `${text.slice(0, most - 1)}…`).replace(/[\ud800-\udbff](?=…$)/, '') || ' ',
});

/** What stands in the tab. Slack takes 100 blocks. */
export function homeView({ sections }: Panel): HomeView {
  return {
    type: 'home',
    blocks: sections.flatMap((section, index) => blocksOfSection(section, index)).slice(0, 100),
  };
}

function blocksOfSection(section: PanelSection, index: number): KnownBlock[] {
  switch (section.type) {
    case 'text':
      return [{ type: 'section', text: { type: 'mrkdwn', text: mrkdwnOf(section.text) } }];
    case 'choice':
      return [choiceBlock(section, index)];
    case 'list':
      return [
        { type: 'header', text: plain(section.title, 150) },
        ...(section.items.length === 0
          ? [{ type: 'section' as const, text: plain(section.none) }]
          : section.items.flatMap((item, number) => itemBlocks(item, `${index}_${number}`))),
      ];
  }
}

function choiceBlock(
  { label, options, chosen }: Extract<PanelSection, { type: 'choice' }>,
  index: number,
): KnownBlock {
  const all = options.slice(0, 100).map((option) => ({
    text: plain(option.label, optionAtMost),
    value: option.action.slice(0, 150),
    ...(option.note === '' ? {} : { description: plain(option.note, optionAtMost) }),
  }));
  const now = all.find(({ value }) => value === chosen);
  return {
    type: 'section',
    text: plain(label),
    accessory: {
      type: 'static_select',
      action_id: `peacrab_home_${index}`,
      options: all,
      ...(now ? { initial_option: now } : {}),
    },
  };
}

/** One button stands beside its line, more of them below it. */
function itemBlocks({ text, buttons }: PanelItem, id: string): KnownBlock[] {
  const elements = buttons.map((button, number) => ({
    type: 'button' as const,
    text: plain(button.label, optionAtMost),
    action_id: `peacrab_home_${id}_${number}`,
    value: button.action,
    ...(button.style ? { style: button.style } : {}),
  }));
  const section = { type: 'section' as const, text: plain(text) };
  const [only] = elements;
  if (elements.length === 1 && only) return [{ ...section, accessory: only }];
  return elements.length === 0 ? [section] : [section, { type: 'actions', elements }];
}

/** Our own Markdown, which is bold and lists, in Slack's. What could ping or link is escaped. */
const mrkdwnOf = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\*\*(\S[^*\n]*)\*\*/g, '*$1*')
    .replace(/^- /gm, '• ')
    .slice(0, textAtMost) || ' ';
