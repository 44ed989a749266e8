// "people": whom an admin has let in beside those the settings admit, and the admin's hand on it: by the buttons of the
// question, or by this command. For admins only, checked by their id or role where it came in.
import { oneLine } from '../../../context/text.ts';
import type { PersonId } from '../../../database/ids.ts';
import { enqueue } from '../../../delivery/outbox.ts';
import type { Say } from '../../../language/say.ts';
import { shortId } from '../../../people/admission.ts';
import { type Admission, admissions, type Decision, decide } from '../../../people/admitted.ts';
import { describeInstant } from '../../../schedule/describe.ts';
import { sayTo, tellStranger } from '../../intake/strangers.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { byAdmin } from '../deed.ts';

const shownAtMost = 50;

export const peopleCommand: Command = {
  name: 'people',
  usage: 'people [allow WHO]',
  help: (say) => say('help.people'),
  forms: ['people', 'people allow WHO', 'people remove WHO'],
  async run(context, args) {
    if (!context.admin) return { text: context.say('people.admin-only') };
    const [, verb = '', who = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/u.exec(args) ?? [];
    const rows = await admissions(context.tx, context.room.platform);
    if (verb === '') return { text: listed(rows, context) };
    if ((verb !== 'allow' && verb !== 'remove') || who === '') return { text: context.say('people.usage') };
    const found = rows.filter((row) => isMeant(row, who));
    if (found.length > 1)
      return {
        text: [context.say('people.several', { who: oneLine(who) }), ...lines(found, context)].join('\n'),
      };
    const [only] = found;
    if (only)
      return byAdmin(() => change(context, only.person_id, verb === 'allow' ? 'admitted' : 'refused'));
    const id = idOf(who, context.person.id);
    if (id === null || verb === 'remove')
      return { text: context.say('people.unknown', { who: oneLine(who) }) };
    return byAdmin(() => change(context, id, 'admitted'));
  },
};

/** Answers a click under the question. The first answer counts; after that only the command changes it. */
export async function answerStranger(
  context: CommandContext,
  person: PersonId,
  decision: Decision,
): Promise<Answer> {
  if (!context.admin) return { text: context.say('people.admin-only') };
  const [row] = await admissions(context.tx, context.room.platform, person);
  if (!row) return { text: context.say('people.gone') };
  if (row.state === 'asked') return byAdmin(() => change(context, person, decision));
  return { text: context.say('people.decided', { line: lineOf(row, context) }) };
}

/** Writes the decision, and tells a person who is let in. */
async function change(context: CommandContext, person: PersonId, decision: Decision): Promise<CommandReply> {
  const { tx, inbox, say } = context;
  const [row] = await admissions(tx, context.room.platform, person);
  const name = row?.name ?? shortId(person);
  if (row?.state === decision) return { text: say('people.stands', { line: lineOf(row, context) }) };
  await decide(tx, { person, name, by: context.person.id }, decision);
  if (decision === 'refused') return { text: say('people.not-let-in', { who: shown(name, person, say) }) };
  const told = row
    ? tellStranger(
        row,
        `let-in:${person}:${inbox}`,
        (await sayTo(tx, person))('people.welcome', { name: oneLine(context.person.name, 30) }),
      )
    : [];
  await enqueue(tx, told);
  const who = shown(name, person, say);
  return { text: say(told.length > 0 ? 'people.let-in-told' : 'people.let-in', { who }) };
}

function shown(name: string, person: PersonId, say: Say): string {
  const id = shortId(person);
  return name === id ? id : `${oneLine(name, 30) || say('people.somebody')} (${id})`;
}

function listed(rows: readonly Admission[], context: CommandContext): string {
  if (rows.length === 0) return context.say('people.nobody');
  const more = rows.length > shownAtMost ? [context.say('list.more', { n: rows.length - shownAtMost })] : [];
  return [context.say('people.title'), ...lines(rows.slice(0, shownAtMost), context), ...more].join('\n');
}

const lines = (rows: readonly Admission[], context: CommandContext) =>
  rows.map((row) => `- ${lineOf(row, context)}`);

/** "Bob (slack:U2): let in by Ann, Sat 21 Nov, 09:00" */
function lineOf(row: Admission, { now, person, say }: CommandContext): string {
  const who = shown(row.name, row.person_id, say);
  if (row.state === 'asked') return say('people.line-asked', { who });
  const at = describeInstant(row.decided_at ?? row.asked_at, { now, zone: person.zone ?? 'UTC', say });
  if (row.decider === null) return say(`people.line-${row.state}`, { who, at });
  return say(`people.line-${row.state}-by`, { who, by: oneLine(row.decider, 30), at });
}

function isMeant(row: Admission, who: string): boolean {
  const wanted = who.replace(/^@/, '').toLowerCase();
  const ids = [row.person_id, shortId(row.person_id), row.person_id.split(':').at(-1) ?? ''];
  return [row.name, ...ids].some((each) => each.toLowerCase() === wanted);
}

/** A person's id, as it is in ALLOW, bare or as a mention, in the workspace of the admin; null if it is none. */
function idOf(who: string, admin: PersonId): PersonId | null {
  const [platform = '', ...rest] = admin.split(':');
  const mentioned = /^<@!?([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(who)?.[1];
  const user = mentioned ?? (who.startsWith(`${platform}:`) ? (who.split(':').at(-1) ?? '') : who);
  if (!/^(?=.*\d)[A-Z0-9]{5,}$/.test(user)) return null;
  return [platform, ...rest.slice(0, -1), user].join(':') as PersonId;
}
