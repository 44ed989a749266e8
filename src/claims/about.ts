// What a claim is about, in words: those of its own clause kept apart from the rest of the reply and from the person's
// message, so that a matter which is only mentioned beside it is not taken for the one it is about.
import type { About, ClaimKind, Told } from './claim.ts';
import { clauseOf } from './exclude.ts';
import type { Language } from './language/language.ts';
import { KEEPS } from './language/shared.ts';
import { toldOf } from './reconcile/told.ts';
import { factsOf, type Request } from './request.ts';
import { overlap, subjectOf } from './subject.ts';
import { plain } from './text.ts';

/** Whether two claims name different matters of the person's message. */
export function ofOtherMatter(a: About, b: About): boolean {
  return a.named.length > 0 && b.named.length > 0 && overlap(a.named, b.named) === 0;
}

type Spoken = { readonly raw: string; readonly written: string; readonly text: string };

/** What a claim with its trigger from `at` to `end` is about; `own`: where it stands, or the list item that tells it. */
export function aboutOf(
  kind: ClaimKind,
  own: Spoken,
  at: number,
  end: number,
  languages: readonly Language[],
  request: Request,
): About & Told {
  const { asked, matter } = matterOf(request);
  const clause = timeless(own.text, languages, clauseIn(own.text, at, end, kind, languages));
  const namedIn = (words: readonly string[]) => words.filter((word) => overlap([word], matter) > 0);
  const whole = timeless(own.text, languages, { at: 0, end: own.text.length });
  // "The gym reminder: cancelled." names it in the clause before; a promise has its reasons there
  const before = kind === 'cancelled' && namedIn(clause).length === 0 && namedIn(whole).length > 0;
  const said = before ? whole : clause;
  // what is quoted beside a cancellation may be what stays
  const spoken = kind === 'cancelled' ? own.raw : own.written;
  const subject = [...new Set([...subjectOf(spoken), ...asked])];
  return { subject, said, named: namedIn(said), ...toldOf(own.text, languages, request.locale) };
}

type Matter = { readonly asked: readonly string[]; readonly matter: readonly string[] };

/** The telling words of a message, and those of them that do not merely ask; looked at once for all claims of a reply. */
function matterOf(request: Request): Matter {
  const known = matters.get(request);
  if (known) return known;
  const asked = subjectOf(request.raw);
  const asking = subjectOf(wordsOfAsking(request));
  const found = { asked, matter: asked.filter((word) => overlap([word], asking) === 0) };
  matters.set(request, found);
  return found;
}

const matters = new WeakMap<Request, Matter>();

type Part = { readonly at: number; readonly end: number };

/** The clause of a trigger, up to a "but" and to words of what stays. */
function clauseIn(
  text: string,
  at: number,
  end: number,
  kind: ClaimKind,
  languages: readonly Language[],
): Part {
  const clause = clauseOf(text, at, end);
  if (kind !== 'cancelled') return clause;
  const after = text.slice(end, clause.end);
  const turns = [...languages.map((l) => l.but), KEEPS].map((test) => after.search(test));
  return { at: clause.at, end: end + Math.min(after.length, ...turns.filter((turn) => turn >= 0)) };
}

/** The telling words of a part of a text, its times left out. */
function timeless(text: string, languages: readonly Language[], part: Part): readonly string[] {
  let rest = text;
  for (const fact of factsOf(text, languages))
    rest = `${rest.slice(0, fact.at)}${' '.repeat(fact.end - fact.at)}${rest.slice(fact.end)}`;
  return subjectOf(rest.slice(part.at, part.end));
}

/** The words of a message that ask: "poke me", "cancel". */
function wordsOfAsking(request: Request): string {
  const found = request.languages.flatMap((language) =>
    [...request.wants].flatMap((kind) =>
      [request.text, plain(request.text)].flatMap((text) => language.wants.get(kind)?.exec(text)?.[0] ?? []),
    ),
  );
  return found.join(' ');
}
