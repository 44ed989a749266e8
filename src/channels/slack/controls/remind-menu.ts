// "Remind me about this", in the menu of every message: what Slack tells of it, the modal that asks when, and what comes
// back when it is submitted. The modal carries the message with it, so that nothing is stored before there is a time. Pure.
import type { ModalView } from '@slack/web-api';
import { z } from 'zod';
import { type Tag, tagOf } from '../../../language/languages.ts';
import { type Say, sayIn } from '../../../language/say.ts';
import { remindAboutPresets } from '../../../schedule/presets.ts';
import type { Us } from '../incoming/envelope.ts';

/** The shortcut's name in the manifest, and the modal's. */
export const remindMenuId = 'remind_about';

/** Each names a block and the input in it. */
const presetId = 'preset';
const wordsId = 'words';
/** Slack keeps 3,000 characters with a modal, as JSON. */
const carriedAtMost = 3000;
const textAtMost = 2000;
const wordsAtMost = 150;

const about = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The root of its thread; null if it stands in the room itself. */
  thread: z.string().nullable(),
  /** As Slack writes it, markup and escapes included, cut. */
  text: z.string(),
  /** Whether the person wrote it. */
  own: z.boolean(),
});
/** What the modal carries. */
const carriedBody = about.extend({ language: z.string().optional() });

/** The message a reminder is to be about. */
export type About = z.output<typeof about>;

/** Who asks, as far as the payload says. */
interface By {
  readonly team: string;
  readonly user: string;
}

export interface MenuUsed extends By {
  readonly about: About;
  /** For opening a modal within 3 s; unique for each use. */
  readonly trigger: string;
}

export interface Submitted extends By {
  readonly type: 'submitted';
  readonly channel: string;
  readonly about: About;
  /** The modal's id: one modal is one reminder. */
  readonly view: string;
  /** The modal's. */
  readonly language: Tag;
  /** A preset's words or the person's own, which come first; null if neither was given. */
  readonly when: string | null;
}

const by = {
  team: z.object({ id: z.string() }),
  user: z.object({ id: z.string().min(1) }),
};
const usedBody = z.object({
  ...by,
  type: z.literal('message_action'),
  callback_id: z.literal(remindMenuId),
  trigger_id: z.string(),
  channel: z.object({ id: z.string() }),
  message: z.object({
    ts: z.string(),
    thread_ts: z.string().optional(),
    user: z.string().optional(),
    bot_id: z.string().nullish(),
    text: z.string().default(''),
  }),
});
const submittedBody = z.object({
  ...by,
  type: z.literal('view_submission'),
  view: z.object({
    id: z.string(),
    callback_id: z.literal(remindMenuId),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  }),
});
const chosen = z.object({ selected_option: z.object({ value: z.string() }) });
const written = z.object({ value: z.string() });

/** A use of our menu entry, or null if it is anything else. */
export function readMenuUsed(body: unknown, us: Us): MenuUsed | null {
  const used = usedBody.safeParse(body).data;
  if (!used || used.team.id !== us.team) return null;
  const { ts, thread_ts: thread, text, user, bot_id: bot } = used.message;
  return {
    ...byOf(used),
    trigger: used.trigger_id,
    about: {
      channel: used.channel.id,
      ts,
      thread: thread !== undefined && thread !== ts ? thread : null,
      text: cut(text, textAtMost),
      own: user === used.user.id && bot == null,
    },
  };
}

/** A submission of our modal, or null if it is anything else. */
export function readSubmitted(body: unknown, us: Us): Submitted | null {
  const submitted = submittedBody.safeParse(body).data;
  const carried = submitted && carriedBody.safeParse(parsed(submitted.view.private_metadata)).data;
  if (!submitted || !carried || submitted.team.id !== us.team) return null;
  const { language, ...message } = carried;
  const { values } = submitted.view.state;
  const words = written.safeParse(values[wordsId]?.[wordsId]).data?.value.trim();
  const preset = chosen.safeParse(values[presetId]?.[presetId]).data?.selected_option.value;
  return {
    ...byOf(submitted),
    type: 'submitted',
    channel: carried.channel,
    about: message,
    language: tagOf(language) ?? 'en',
    view: submitted.view.id,
    when: words || (preset === undefined ? null : (remindAboutPresets[Number(preset)]?.when ?? null)),
  };
}

/** The acknowledgement that leaves the modal open and says what is missing. */
export const timeIsMissing = (language: Tag): Readonly<Record<string, unknown>> => ({
  response_action: 'errors',
  errors: { [presetId]: sayIn(language)('about.time-missing') },
});

/** The modal: three presets and a field. Nothing is chosen beforehand, for what is chosen cannot be taken away again. */
export function remindModal(message: About, say: Say): ModalView {
  const plain = (text: string) => ({ type: 'plain_text' as const, text });
  return {
    type: 'modal',
    callback_id: remindMenuId,
    private_metadata: carry({ ...message, language: say.language }),
    title: plain(say('about.title')),
    submit: plain(say('about.submit')),
    close: plain(say('about.close')),
    blocks: [
      {
        type: 'input',
        block_id: presetId,
        optional: true,
        label: plain(say('about.when')),
        element: {
          type: 'radio_buttons',
          action_id: presetId,
          options: remindAboutPresets.map(({ key }, index) => ({
            text: plain(say(key)),
            value: String(index),
          })),
        },
      },
      {
        type: 'input',
        block_id: wordsId,
        optional: true,
        label: plain(say('about.own-words')),
        element: {
          type: 'plain_text_input',
          action_id: wordsId,
          max_length: wordsAtMost,
          placeholder: plain(say('slash.when')),
        },
      },
    ],
  };
}

/** The address of a message, as Slack's "Copy link" writes it. @param url the workspace's, with a slash at its end */
export function linkTo(url: string, { channel, ts, thread }: About): string {
  const link = `${url}archives/${channel}/p${ts.replace('.', '')}`;
  return thread === null ? link : `${link}?thread_ts=${thread}&cid=${channel}`;
}

/** As JSON within Slack's limit: escapes may double a text and more. */
function carry(message: z.output<typeof carriedBody>): string {
  const json = JSON.stringify(message);
  if (json.length <= carriedAtMost || message.text === '') return json;
  return carry({ ...message, text: cut(message.text, Math.floor(message.text.length * 0.7)) });
}

/** Cut without half a character at the end. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

function byOf(body: z.output<z.ZodObject<typeof by>>): By {
  return { team: body.team.id, user: body.user.id };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
