// Who may talk to us by the settings. No one listed: the members of the workspace or server. Someone listed: they and the
// admins. Whom an admin lets in beside them is a row (admitted.ts).
import type { PersonId } from '../database/ids.ts';
import type { Speaker } from '../delivery/channel.ts';

export interface AdmissionRules {
  /** `slack:U123`, `discord:456`, `discord-role:789`; empty: every member. */
  readonly allow: readonly string[];
  readonly admins: readonly string[];
}

/** Whether this speaker is admitted. Pure. */
export function isAdmitted(speaker: Speaker, rules: AdmissionRules): boolean {
  if (isAdmin(speaker, rules)) return true;
  return rules.allow.length === 0 ? speaker.member : isListed(speaker, rules.allow);
}

/** Whether this speaker is an admin. Pure. */
export function isAdmin(speaker: Speaker, rules: Pick<AdmissionRules, 'admins'>): boolean {
  // The person at the terminal runs the program.
  return speaker.id.startsWith('terminal:') || isListed(speaker, rules.admins);
}

/** Whether a list names this speaker, by platform and user id (the workspace aside) or by role. */
function isListed(speaker: Speaker, list: readonly string[]): boolean {
  const short = shortId(speaker.id);
  return list.some(
    (item) =>
      item === short || item === speaker.id || speaker.roles?.some((role) => item === `discord-role:${role}`),
  );
}

/** The admins who are listed by user id on a person's platform, in that person's workspace. Pure. */
export function adminsFor(person: PersonId, { admins }: Pick<AdmissionRules, 'admins'>): readonly PersonId[] {
  const [platform = '', ...rest] = person.split(':');
  const ids = admins
    .filter((item) => item.startsWith(`${platform}:`))
    .map((item) => [platform, ...rest.slice(0, -1), item.split(':').at(-1)].join(':') as PersonId);
  return [...new Set(ids)];
}

/** A person's id as it is written in ALLOW: platform and user. Pure. */
export const shortId = (person: PersonId): string => {
  const parts = person.split(':');
  return `${parts[0]}:${parts.at(-1)}`;
};
