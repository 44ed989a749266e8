// What is suggested to a person while they type an option of a command: from rows of theirs and of this room only, the
// same rows that the command itself would show them here. Reads only; nothing is stored of what is typed.
import type { Queries } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Place, Speaker, Suggestion } from '../../delivery/channel.ts';
import { sayFor } from '../../language/say.ts';
import { notesFor } from '../../memory/notes.ts';
import { scopeOf } from '../../memory/scope.ts';
import { shortId } from '../../people/admission.ts';
import { admissions } from '../../people/admitted.ts';
import type { Personas } from '../../personas/personas.ts';
import { handleOf, listSchedules } from '../../schedule/store.ts';
import { latestList, ownListOf } from '../../tools/tasks/rows.ts';
import { helpIn } from '../commands/help.ts';
import { commands } from '../commands/index.ts';
import { likelyZones } from '../controls/zone.ts';

export interface TypedOption {
  readonly speaker: Speaker;
  readonly place: Place;
  /** With its sub-command: "reminders cancel". */
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  readonly admin: boolean;
}

const atMost = 25;
const labelAtMost = 100;

/** At most 25 suggestions, those that begin with what was typed first. */
export async function suggest(
  queries: Queries,
  personas: Personas,
  asking: TypedOption,
): Promise<readonly Suggestion[]> {
  return matching(await all(queries, personas, asking), asking.typed);
}

/** Those whose words hold what was typed, the best first. Pure. */
export function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = plain(typed);
  const rank = ({ label, value }: Suggestion) => {
    const words = [plain(value), plain(label)];
    if (words.some((each) => each.startsWith(wanted))) return 0;
    if (words.some((each) => each.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)))) return 1;
    return words.some((each) => each.includes(wanted)) ? 2 : 3;
  };
  return suggestions
    .map((each) => ({ each, rank: rank(each) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost)
    .map(({ each: { label, value } }) => ({ label: cut(label), value: value.slice(0, labelAtMost) }));
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('_', ' ').trim();

function cut(text: string): string {
  const line = [...text.replace(/\s+/gu, ' ').trim()];
  return line.length <= labelAtMost ? line.join('') : `${line.slice(0, labelAtMost - 1).join('')}…`;
}

async function all(
  queries: Queries,
  personas: Personas,
  asking: TypedOption,
): Promise<readonly Suggestion[]> {
  const { command, option, place, speaker } = asking;
  switch (`${command.split(' ')[0]} ${option}`) {
    case 'reminders reminder':
      return reminders(queries, asking);
    case 'memory note': {
      const scope = scopeOf({ id: place.room, kind: place.kind }, speaker);
      const notes = await notesFor(queries, scope, { limit: 200 });
      return notes.map(({ handle, text }) => ({ label: `${handle}: ${text}`, value: handle }));
    }
    case 'tasks task':
      return (await latestList(queries, place.conversation, ownListOf(place, true) ? speaker.id : null))
        .filter(({ state }) => state === 'open' || state === 'doing')
        .map(({ number, text }) => ({ label: `${number}: ${text}`, value: `${number}` }));
    case 'persona name':
      return personas.list().map(({ slug, title, description }) => ({
        label: `${title}: ${description}`,
        value: slug,
      }));
    case 'timezone zone':
      return [
        ...new Set([...likelyZones(speaker.locale ?? 'en'), ...Intl.supportedValuesOf('timeZone')]),
      ].map((zone) => ({ label: zone, value: zone }));
    case 'approvals question':
      return questions(queries, asking);
    case 'approvals permission':
      return permissions(queries, asking);
    case 'people who':
      return asking.admin
        ? (await admissions(queries, place.platform)).map((row) => ({
            label: `${row.name} (${row.state})`,
            value: shortId(row.person_id),
          }))
        : [];
    case 'help command':
      return commands
        .filter(({ hidden }) => !hidden)
        .map(({ name, help }) => ({ label: `${name}: ${helpIn({ help }, sayFor(speaker))}`, value: name }));
    default:
      return [];
  }
}

async function reminders(
  queries: Queries,
  { command, speaker, place }: TypedOption,
): Promise<readonly Suggestion[]> {
  const scope = { person: speaker.id, room: place.room, roomKind: place.kind };
  const states: readonly Row<'schedule'>['state'][] =
    command === 'reminders resume'
      ? ['paused']
      : command === 'reminders pause'
        ? ['active']
        : ['active', 'paused', 'asking'];
  return (await listSchedules(queries, scope))
    .filter(({ state }) => states.includes(state))
    .map(({ id, text }) => ({ label: `${handleOf(id)}: ${text}`, value: handleOf(id) }));
}

/** Those of the person's own turns; an admin sees all that the list here shows. */
async function questions(
  queries: Queries,
  { place, speaker, admin }: TypedOption,
): Promise<readonly Suggestion[]> {
  const rows = await queries
    .selectFrom('approval')
    .select(['id', 'tool', 'person_id'])
    .where('conversation_id', '=', place.conversation)
    .where('state', '=', 'asking')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows
    .filter((row) => admin || row.person_id === speaker.id)
    .map(({ id, tool }) => ({ label: `#${id}: ${tool}`, value: `${id}` }));
}

async function permissions(
  queries: Queries,
  { place, speaker, admin }: TypedOption,
): Promise<readonly Suggestion[]> {
  const rows = await queries
    .selectFrom('permission')
    .select(['id', 'tool', 'person_id', 'conversation_id'])
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows
    .filter((row) => row.conversation_id === null || row.conversation_id === place.conversation)
    .filter((row) => admin || row.person_id === speaker.id)
    .map(({ id, tool }) => ({ label: `p${id}: ${tool}`, value: `p${id}` }));
}
