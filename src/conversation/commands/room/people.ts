// "people": whom an admin has let in beside those the settings admit, and the admin's hand on it: by the buttons of the
// question, or by this command. For admins only, checked by their id or role where it came in.
import { oneLine } from '../../../context/text.ts';
import type { PersonId } from '../../../database/ids.ts';
import { enqueue } from '../../../delivery/outbox.ts';
import { shortId } from '../../../people/admission.ts';
import { type Admission, admissions, type Decision, decide } from '../../../people/admitted.ts';
import { describeInstant } from '../../../schedule/describe.ts';
import { tellStranger } from '../../intake/strangers.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';
import { type Answer, byAdmin } from '../deed.ts';

const onlyAdmins = 'Only an admin can decide that.';
const shownAtMost = 50;

export const peopleCommand: Command = {
  name: 'people',
  usage: 'people [allow WHO]',
  help: 'for admins: whom you have let in',
  forms: ['people', 'people allow WHO', 'people remove WHO'],
  async run(context, args) {
    if (!context.admin) return { text: onlyAdmins };
    const [, verb = '', who = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/u.exec(args) ?? [];
    const rows = await admissions(context.tx, context.room.platform);
    if (verb === '') return { text: listed(rows, context) };
    if ((verb !== 'allow' && verb !== 'remove') || who === '')
      return { text: 'Say "people", "people allow" or "people remove" with a name or an id from the list.' };
    const found = rows.filter((row) => isMeant(row, who));
    if (found.length > 1)
      return {
        text: [`There are several "${oneLine(who)}". Say the id:`, ...lines(found, context)].join('\n'),
      };
    const [only] = found;
    if (only)
      return byAdmin(() => change(context, only.person_id, verb === 'allow' ? 'admitted' : 'refused'));
    const id = idOf(who, context.person.id);
    if (id === null || verb === 'remove')
      return {
        text: `I know nobody "${oneLine(who)}" whom an admin has let in or refused. Whom the settings admit (ALLOW, or as members) is taken out there.`,
      };
    return byAdmin(() => change(context, id, 'admitted'));
  },
};

/** Answers a click under the question. The first answer counts; after that only the command changes it. */
export async function answerStranger(
  context: CommandContext,
  person: PersonId,
  decision: Decision,
): Promise<Answer> {
  if (!context.admin) return { text: onlyAdmins };
  const [row] = await admissions(context.tx, context.room.platform, person);
  if (!row) return { text: 'I do not know this person any more.' };
  if (row.state === 'asked') return byAdmin(() => change(context, person, decision));
  return { text: `This has been decided: ${lineOf(row, context)}. "people" changes it.` };
}

/** Writes the decision, and tells a person who is let in. */
async function change(context: CommandContext, person: PersonId, decision: Decision): Promise<CommandReply> {
  const { tx, inbox } = context;
  const [row] = await admissions(tx, context.room.platform, person);
  const name = row?.name ?? shortId(person);
  if (row?.state === decision) return { text: `It stands so already: ${lineOf(row, context)}.` };
  await decide(tx, { person, name, by: context.person.id }, decision);
  if (decision === 'refused') return { text: `${shown(name, person)} is not let in.` };
  const told = row
    ? tellStranger(
        row,
        `let-in:${person}:${inbox}`,
        `${oneLine(context.person.name, 30)} has let you in. Write to me in plain words, or say "help".`,
      )
    : [];
  await enqueue(tx, told);
  return { text: `${shown(name, person)} is let in${told.length > 0 ? ', and I tell them so' : ''}.` };
}

function shown(name: string, person: PersonId): string {
  const id = shortId(person);
  return name === id ? id : `${oneLine(name, 30) || 'Somebody'} (${id})`;
}

function listed(rows: readonly Admission[], context: CommandContext): string {
  if (rows.length === 0)
    return 'Nobody but those the settings admit: no stranger has written in a DM, and no admin has let anybody in.';
  const more = rows.length > shownAtMost ? [`... and ${rows.length - shownAtMost} more`] : [];
  return ['Beside those the settings admit:', ...lines(rows.slice(0, shownAtMost), context), ...more].join(
    '\n',
  );
}

const lines = (rows: readonly Admission[], context: CommandContext) =>
  rows.map((row) => `- ${lineOf(row, context)}`);

/** "Bob (slack:U2): let in by Ann, Sat 21 Nov, 09:00" */
function lineOf(row: Admission, { now, person }: CommandContext): string {
  const who = shown(row.name, row.person_id);
  if (row.state === 'asked') return `${who}: asked, not decided`;
  const at = describeInstant(row.decided_at ?? row.asked_at, { now, zone: person.zone ?? 'UTC' });
  const by = row.decider === null ? '' : ` by ${oneLine(row.decider, 30)}`;
  return `${who}: ${row.state === 'admitted' ? 'let in' : 'refused'}${by}, ${at}`;
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
