// "Remind me about this": the command behind a platform's message menu. Its arguments are JSON (see RemindAbout); with a
// time the reminder is stored at once, without one three presets are offered as buttons that name the stored row. No model.
import { z } from 'zod';
import { isQuoting } from '../../../context/render/provenance.ts';
import type { InboxId } from '../../../database/ids.ts';
import { readEvent } from '../../../delivery/event.ts';
import { remindAboutPresets } from '../../../schedule/presets.ts';
import { setReminder } from '../../../schedule/reminders.ts';
import { setReminderTool } from '../../../tools/reminders.ts';
import type { Answer, Command, CommandContext } from '../command.ts';
import { change } from '../deed.ts';
import { askingOf, replyOf } from './remind.ts';

/**
 * What a channel hands over as the command's `args`, as JSON: the message's text and its link, the time from a preset or a
 * field (absent: presets are offered), and whether the words are the person's own.
 */
const remindAbout = z.object({
  text: z.string(),
  permalink: z.string().optional(),
  when: z.string().optional(),
  own: z.boolean().default(false),
});

export type RemindAbout = z.input<typeof remindAbout>;

const textAtMost = 200;

export const remindAboutCommand: Command = {
  name: 'remind-about',
  usage: 'remind-about',
  help: 'set a reminder about a message, from its menu',
  hidden: true,
  async run(context, args) {
    const asked = parse(args);
    if (!asked) return { text: context.say('remind.menu') };
    if (asked.when?.trim()) return setAbout(context, asked, asked.when);
    return {
      text: context.say('remind.when', { text: brief(asked.text) }),
      buttons: remindAboutPresets.map(({ key }, index) => ({
        label: context.say(key),
        action: `about:${context.inbox}:${index}`,
      })),
    };
  },
};

/** A preset was pressed: the row that asked still holds the message. */
export async function remindAboutPreset(
  context: CommandContext,
  inbox: InboxId,
  preset: number,
): Promise<Answer> {
  const row = await context.tx
    .selectFrom('inbox')
    .select(['kind', 'person_id', 'payload', 'aged'])
    .where('id', '=', inbox)
    .where('kind', '=', 'command')
    .executeTakeFirst();
  if (row?.aged && row.person_id === context.person.id) return { text: context.say('remind.gone') };
  const event = row && readEvent(row);
  const asked = event?.kind === 'command' ? parse(event.payload.args) : null;
  const when = remindAboutPresets[preset]?.when;
  if (!asked || !when || row?.person_id !== context.person.id)
    return { text: context.say('remind.not-yours') };
  return setAbout(context, asked, when);
}

function setAbout(context: CommandContext, asked: z.output<typeof remindAbout>, when: string): Answer {
  const text = [brief(asked.text) || context.say('reminder.this-message'), asked.permalink]
    .filter(Boolean)
    .join(' ');
  const asking = { ...askingOf(context), tainted: !asked.own || isQuoting(asked.text) };
  return change(setReminderTool.name, { text, when }, async (wish) =>
    replyOf(context, await setReminder(asking, wish.text, wish.when)),
  );
}

function brief(text: string): string {
  const flat = [...text.replace(/\s+/gu, ' ').trim()];
  return flat.length <= textAtMost ? flat.join('') : `${flat.slice(0, textAtMost - 1).join('')}…`;
}

function parse(args: string): z.output<typeof remindAbout> | null {
  try {
    return remindAbout.parse(JSON.parse(args));
  } catch {
    return null;
  }
}
