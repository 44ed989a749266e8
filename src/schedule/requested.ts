// Whom a request in plain words is for: "please remind Ben to send the slides tomorrow at 9". Only where it is plain; what
// could be for another person is never quietly set for the person who asks.
import type { Queries } from '../database/database.ts';
import { goesOn, leadingAudience } from './audience.ts';
import type { ScheduleScope } from './store.ts';

interface Requested {
  /** Absent: the person who asks. As `audienceOf` takes it. */
  readonly for?: string;
  readonly text: string;
}

const verb = String.raw`\b(?:remind|ping|nudge|notify|alert|poke|tell|message)`;
const toMe = new RegExp(String.raw`${verb}\s+(?:me|myself)\b`, 'iu');
const toMeAndOthers = new RegExp(String.raw`${verb}\s+(?:me|myself)\s*(?:,|and|or|&|\+)\s`, 'iu');
const toUs = new RegExp(String.raw`${verb}\s+us\b`, 'iu');
const toSomeone = new RegExp(String.raw`${verb}\s+([\s\S]+)$`, 'iu');
const forSomeone = /\bfor\s+([\s\S]+)$/iu;

/**
 * @param words what the person wrote
 * @param what the same without its time and its opening: "Ben send the slides"
 * @returns null if it is not plain whom it is for
 */
export async function requestedAudience(
  queries: Queries,
  scope: ScheduleScope,
  words: string,
  what: string,
): Promise<Requested | null> {
  if (toMeAndOthers.test(words)) return null;
  if (toMe.test(words)) return { text: what };
  if (toUs.test(words))
    return scope.roomKind === 'dm' ? { text: what } : { for: 'everyone', text: what.replace(/^all\s+/i, '') };
  const subject = what.replace(/^for\s+/i, '');
  const led = await leadingAudience(queries, scope, subject);
  const asked = toSomeone.exec(words)?.[1] ?? '';
  if (led?.audience.kind === 'self') return { text: led.rest };
  if (!led) {
    const isPerson =
      (asked !== '' && !goesOn.test(asked)) || (subject !== what && /^@?\p{Lu}/u.test(subject));
    return isPerson ? null : { text: subject };
  }
  // "Ben needs tea" names Ben, but does not ask to remind him.
  const first = subject.split(/\s/)[0]?.toLowerCase() ?? '';
  const objects = [asked, forSomeone.exec(words)?.[1] ?? ''].map((said) => said.toLowerCase());
  if (!objects.some((said) => said.startsWith(first))) return null;
  const text = led.rest.replace(/^(?:to|of|about|that)\s+/i, '');
  return { for: led.audience.kind === 'room' ? 'everyone' : led.audience.name, text };
}
