// Whom a reminder is for, from people's words: oneself, everyone in the room, or a person who has talked with us in this room.
// No one is reminded in a room they are not known in, and no DM is written to on another person's wish.
import type { Queries } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import type { Line } from '../language/say.ts';
import type { ScheduleScope } from './store.ts';

export type Audience =
  | { readonly kind: 'self' }
  | { readonly kind: 'room' }
  | { readonly kind: 'person'; readonly id: PersonId; readonly name: string; readonly zone: string | null };

type FoundAudience = Audience | { readonly kind: 'refused'; readonly line: Line };

const self = /^(?:me|myself|self|i)$/i;
const room =
  /^(?:us|all|everyone|everybody|(?:the |this )?(?:room|channel|team|thread|group)|here|@?(?:here|channel|everyone))$/i;

/** Whether words mean all who are in the room. */
export const isEveryone = (words: string): boolean => room.test(words.trim());

/** What follows those who are addressed: a time, or what they are to be reminded of. */
export const goesOn =
  /^\s*(?:(?:to|of|about|that|at|on|in|by|for|every|each|next|this|today|tonight|tomorrow|daily|weekly|weekdays?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?)\b|[\d:,])/i;

interface KnownPerson {
  readonly id: PersonId;
  readonly name: string;
  readonly zone: string | null;
}

/** @param words "me", "everyone", "Ben", "@Ben" */
export async function audienceOf(
  queries: Queries,
  scope: ScheduleScope,
  words: string,
): Promise<FoundAudience> {
  const wanted = words.trim();
  if (wanted === '' || self.test(wanted)) return { kind: 'self' };
  if (scope.roomKind === 'dm')
    return room.test(wanted) ? { kind: 'self' } : refused((say) => say('refused.only-you'));
  if (room.test(wanted)) return { kind: 'room' };
  const people = await peopleIn(queries, scope);
  const found = matching(people, wanted);
  if (found.length === 1 && found[0])
    return found[0].id === scope.person ? { kind: 'self' } : { kind: 'person', ...found[0] };
  if (found.length > 1)
    return refused((say) => say('refused.whom', { names: found.map(({ name }) => name).join(', ') }));
  return refused((say) => say('refused.unknown-person', { name: wanted }));
}

/** A name at the front of a text: "Ben tomorrow 9 standup". Null if it starts with no name. */
export async function leadingAudience(
  queries: Queries,
  scope: ScheduleScope,
  text: string,
): Promise<{ readonly audience: Audience; readonly rest: string } | null> {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+([\s\S]+)$/.exec(text) ?? [];
  if (/^(?:me|myself)$/i.test(first)) return { audience: { kind: 'self' }, rest };
  if (scope.roomKind === 'dm') return null;
  if (/^(?:everyone|everybody|@(?:here|channel|everyone))$/i.test(first))
    return { audience: { kind: 'room' }, rest };
  // "team meeting", "all hands", "US visa": what it is about. Addressed is who is followed by the time or by "to".
  const [, named = '', after = ''] = /^\s*((?:(?:the|this) )?\S+)\s+([\s\S]+)$/i.exec(text) ?? [];
  if (room.test(named) && goesOn.test(after)) return { audience: { kind: 'room' }, rest: after };
  const plain = text.trim().replace(/^@/, '').toLowerCase();
  const starts = (await peopleIn(queries, scope))
    .filter(({ name }) => plain.startsWith(`${name.toLowerCase()} `))
    .sort((a, b) => b.name.length - a.name.length);
  const person = starts[0] ?? onlyOne(matching(await peopleIn(queries, scope), first));
  if (!person) return null;
  const length = starts[0] ? person.name.length : first.replace(/^@/, '').length;
  const left = text.trim().replace(/^@/, '').slice(length).trim();
  return person.id === scope.person
    ? { audience: { kind: 'self' }, rest: left }
    : { audience: { kind: 'person', ...person }, rest: left };
}

const onlyOne = (people: readonly KnownPerson[]) => (people.length === 1 ? people[0] : undefined);

/** By the full name, else by its first word. Pure. */
function matching(people: readonly KnownPerson[], words: string): readonly KnownPerson[] {
  const wanted = words.replace(/^@/, '').toLowerCase();
  const full = people.filter(({ name }) => name.toLowerCase() === wanted);
  if (full.length > 0) return full;
  return people.filter(({ name }) => name.toLowerCase().split(/\s+/)[0] === wanted);
}

async function peopleIn(queries: Queries, scope: ScheduleScope): Promise<readonly KnownPerson[]> {
  return queries
    .selectFrom('person')
    .select(['id', 'name', 'zone'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('inbox')
          .select('inbox.id')
          .whereRef('inbox.person_id', '=', 'person.id')
          .where('inbox.room_id', '=', scope.room),
      ),
    )
    .orderBy('name')
    .limit(500)
    .execute();
}

const refused = (line: Line) => ({ kind: 'refused', line }) as const;
