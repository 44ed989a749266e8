// The three reminder tools. They take the person's own words; times are resolved by the schedule room.
import { z } from 'zod';
import { english, type Line, type Say, sayFor } from '../language/say.ts';
import { audienceOf } from '../schedule/audience.ts';
import { type ChangeAction, changeActions, changeReminder } from '../schedule/change.ts';
import { listLines } from '../schedule/list.ts';
import { splitWhen } from '../schedule/parse/index.ts';
import { type Asking, type ReminderOutcome, setReminder } from '../schedule/reminders.ts';
import { handleOf } from '../schedule/store.ts';
import { changedRow } from '../schedule/undo.ts';
import { type Said, saidIn } from './said.ts';
import { defineTool, type ToolResult } from './tool.ts';
import { type Inverse, receiptIn, type ToolContext } from './tool-context.ts';

/** Words by which a task's text asks for a reminder or a schedule, in the languages people write here. */
const asksForReminder =
  /remind|reminder|schedul|ping me|nudge|follow[- ]?up|erinner|rappel|recu[eé]rd|recordator|lembr|lembret|promemoria|ricord|herinner|напомн|提醒|リマインド|याद दिला|ذكّ?ر/iu;

const when = z.string().min(1).meta({
  description: "the time in the person's own words: tomorrow at 9, in 20 minutes, every weekday 8:30",
});

/** What to do where a call has no time: the person's words for it, or that there are none. */
function lackingTime(parameter: string, { text, ...moment }: Said): string | null {
  if (parameter !== 'when') return null;
  const said = splitWhen(text, moment)?.when;
  return said === undefined
    ? 'The person gave no time. Ask: when? Do not call again.'
    : `Call it again with "when" in the person's words: "${said}".`;
}

export const setReminderTool = defineTool({
  name: 'set_reminder',
  description:
    'Store a reminder. Use it whenever someone asks to be reminded, nudged or pinged later, once or again and again. ' +
    'Copy their words for the time; never compute dates. Not for notes without a time (remember). ' +
    'Example: {"text":"call Ann","when":"tomorrow at 9"}',
  parameters: z.object({
    text: z.string().min(1).meta({ description: 'what to remind of' }),
    when,
    for: z.string().optional().meta({ description: 'only for someone else: their name, or everyone' }),
    work: z
      .boolean()
      .optional()
      .meta({ description: 'true only if you yourself should do something then, such as write a summary' }),
  }),
  safe: false,
  lacking: lackingTime,
  doing: (say) => say('doing.set-reminder'),
  ages: 'keep',
  timeoutMs: 10_000,
  async run(args, use: ToolContext): Promise<ToolResult> {
    const refusal = refusalInTask(use);
    if (refusal) return refusal;
    const asking = askingOf(use);
    const audience = await audienceOf(use.queries, asking.scope, args.for ?? '');
    if (audience.kind === 'refused') return { ok: false, text: audience.line(english) };
    const outcome = await setReminder(asking, args.text, args.when, { audience, task: args.work ?? false });
    const say = sayFor(use.principal);
    switch (outcome.type) {
      case 'asking':
        return {
          ok: true,
          text: `Stored ${outcome.line(english)}. Their time zone is not known; buttons below your reply ask for it. Do not name a clock time.`,
          handles: [handleOf(outcome.row.id)],
          effect: {
            asksZone: true,
            ...receiptLines(outcome.line, say),
            ...inverseOf(outcome),
          },
        };
      case 'choosing':
        return {
          ok: true,
          text: `Stored ${outcome.line(english)}: ${outcome.choices.map(({ inEnglish }) => inEnglish).join(', or ')}. Buttons below your reply ask which. Do not name a time.`,
          handles: [handleOf(outcome.row.id)],
          effect: {
            choices: outcome.choices.map(({ label, action }) => ({ label, action })),
            ...receiptLines((to) => to('reminder.which-reading', { line: outcome.line(to) }), say),
            ...inverseOf(outcome),
          },
        };
      case 'stood':
        return {
          ok: true,
          text: `It stands already: "${outcome.row.text}", ${outcome.line(english)}.`,
          handles: [handleOf(outcome.row.id)],
          effect: receiptOf(outcome, say),
        };
      default:
        return resultOf(outcome, 'Stored', say);
    }
  },
});

export const listRemindersTool = defineTool({
  name: 'list_reminders',
  description:
    "List the person's reminders with their handles and next times. Use it before you speak of what is set. Example: {}",
  parameters: z.object({}),
  safe: true,
  doing: (say) => say('doing.list-reminders'),
  ages: 'drop',
  timeoutMs: 10_000,
  async run(_args, use: ToolContext): Promise<ToolResult> {
    const { rows, lines } = await listLines(use.queries, askingOf(use).scope, use.clock.now());
    if (rows.length === 0) return { ok: true, text: 'No reminders are set here.' };
    return {
      ok: true,
      text: lines.join('\n'),
      handles: rows.map((row) => handleOf(row.id)),
      // The names of those they are for are shown too.
      tainted: rows.some(
        (row) =>
          row.tainted ||
          row.owner_id !== use.principal.id ||
          (row.addressee_id !== null && row.addressee_id !== use.principal.id),
      ),
    };
  },
});

export const changeReminderTool = defineTool({
  name: 'change_reminder',
  description:
    'Change one reminder that exists: cancel, move, snooze, pause or resume it, or tick it off (done). Name it by its handle (r3), or "that" for the ' +
    'one that fired last. Move and snooze need the new time in the person\'s words. Example: {"reminder":"r3","action":"move","when":"friday 10:00"}',
  parameters: z.object({
    reminder: z.string().min(1).meta({ description: 'its handle, such as r3' }),
    action: z.enum(changeActions),
    when: when.optional(),
  }),
  safe: false,
  doing: (say) => say('doing.change-reminder'),
  ages: 'keep',
  timeoutMs: 10_000,
  async run(args, use: ToolContext): Promise<ToolResult> {
    const action: ChangeAction = args.action;
    const refusal = action === 'move' || action === 'snooze' ? refusalInTask(use) : null;
    if (refusal) return refusal;
    if (ALL.test(args.reminder)) return oneForEach(use);
    if ((action === 'move' || action === 'snooze') && args.when === undefined)
      return {
        ok: false,
        text: `Nothing was changed: "when" is missing. ${lackingTime('when', saidIn(use))}`,
      };
    const outcome = await changeReminder(askingOf(use), args.reminder, action, args.when ?? null);
    return resultOf(outcome, 'Done', sayFor(use.principal));
  },
});

/** "all", "all of them": each is a call of its own, with its receipt and its Undo. */
const ALL = /^\s*(?:all|everything|each|every one|them all)(?: of them| (?:my |the )?reminders)?\W*$/i;

async function oneForEach(use: ToolContext): Promise<ToolResult> {
  const { rows } = await listLines(use.queries, askingOf(use).scope, use.clock.now());
  const named = rows.map(({ id, text }) => `${handleOf(id)} ${text}`).join('; ');
  const text =
    named === '' ? 'No reminders are set here.' : `Nothing was changed. One call for each: ${named}.`;
  return { ok: false, text, handles: rows.map(({ id }) => handleOf(id)) };
}

/** A task may not set schedules, unless that is what it asks for. */
function refusalInTask(use: ToolContext): ToolResult | null {
  if (use.task === undefined || asksForReminder.test(use.task)) return null;
  return {
    ok: false,
    text: 'Nothing was stored: a scheduled task may not set reminders unless its text asks for one. Do the task and write its result as your reply.',
  };
}

function askingOf(use: ToolContext): Asking {
  const { shown } = use;
  return {
    queries: use.queries,
    scope: { person: use.principal.id, room: use.room.id, roomKind: use.room.kind },
    conversation: use.conversation,
    turn: use.turn,
    zone: use.principal.zone,
    locale: use.principal.locale,
    say: sayFor(use.principal),
    askedAt: use.askedAt,
    now: use.clock.now(),
    tainted: use.tainted,
    said: saidIn(use).text,
    ...(shown ? { shown: (id) => shown(handleOf(id)) } : {}),
  };
}

/** A reminder's outcome as a tool's result, with its receipt and how Undo takes it back. */
function resultOf(outcome: ReminderOutcome, verb: string, say: Say): ToolResult {
  if (outcome.type === 'refused')
    return { ok: false, text: outcome.line(english), handles: outcome.handles ?? [] };
  const schedule = outcome.row.id;
  return {
    ok: true,
    text: `${verb}: "${outcome.row.text}", ${outcome.line(english)}.`,
    handles: [handleOf(schedule)],
    effect: { ...receiptOf(outcome, say), ...inverseOf(outcome) },
  };
}

/** What is set now: its line for people, and the instant that it names. */
export function receiptOf({ row, line }: Exclude<ReminderOutcome, { type: 'refused' }>, say: Say) {
  const at = row.state === 'active' ? row.next_at : null;
  const instant = at ? { at: at.toISOString() } : {};
  return { ...receiptLines(line, say), handle: handleOf(row.id), about: row.text, ...instant };
}

const receiptLines = (line: Line, say: Say) => receiptIn((to) => `⏰ ${line(to)}`, say);

/** How Undo takes it back, if there is anything: what was there before is not this one's to take back. */
export function inverseOf(outcome: Exclude<ReminderOutcome, { type: 'refused' }>): {
  readonly inverse?: Inverse;
} {
  if (outcome.type === 'stood' || ('stood' in outcome && outcome.stood)) return {};
  const undo =
    outcome.type === 'changed' ? outcome.undo : { rows: [changedRow(null, outcome.row)], ticked: [] };
  return { inverse: { do: 'undo-schedule', schedule: outcome.row.id, undo } };
}
