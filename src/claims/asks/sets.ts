// One verb that asks, and the things it asks for: "remind me tomorrow at 9 to water the plants, and on Friday at 17:15 to call".
import { type Read, type Reader, timed } from './timed.ts';

/** What stands between two things asked for with one verb. */
const AND =
  /[,;，、；،]\s*(?:(?:and|und|et|y|e|en|и|و|aur|also|auch|plus|dann|then)\s+)?|\s(?:and|und|et|y|e|en|и|aur|plus|sowie)\s|(?:それと|そして|以及|还有|還有|和)/giu;

export type ReadPart = Read & { readonly words: string };

/**
 * One thing, or several in parts that each have their time.
 *
 * @param text the clause as written
 * @param rest the same without its verb
 * @param verb which is put in front of each of several parts
 */
export function setsOf(text: string, rest: string, verb: string, reader: Reader): readonly ReadPart[] {
  const whole = [rest, text].map((part) => timed(part, reader));
  const one = whole.find(({ plain }) => plain);
  if (one) return [{ ...one, words: text }];
  const parts = partsOf(rest, reader)?.map((part) => ({ ...part, words: withVerb(verb, part.words) }));
  return parts ?? [{ ...(whole.find(({ time }) => time !== null) ?? timed(rest, reader)), words: text }];
}

/** The parts, if each has a time of its own that resolves; a matter that only one has is that of all. */
function partsOf(rest: string, reader: Reader): readonly ReadPart[] | null {
  for (const match of rest.matchAll(AND)) {
    const left = rest.slice(0, match.index);
    const right = rest.slice(match.index + match[0].length);
    const first = timed(left, reader);
    if (first.time?.schedule == null || !(first.plain || first.what === '')) continue;
    const last = timed(right, reader);
    const isPart = last.time?.schedule != null && (last.plain || last.what === '');
    const others = isPart ? [{ ...last, words: right }] : partsOf(right, reader);
    const all = others && shared([{ ...first, words: left }, ...others]);
    if (all) return all;
  }
  return null;
}

/** Parts without a matter take that of the only one that has any. */
function shared(parts: readonly ReadPart[]): readonly ReadPart[] | null {
  const matters = parts.filter(({ what }) => what !== '');
  if (matters.length === parts.length) return parts;
  const [only] = matters;
  if (matters.length !== 1 || !only) return null;
  // "tomorrow at 9 and at 14": the second hour is of the first one's day
  const day = parts[0]?.time?.day === true;
  return parts.map((part) => ({ ...part, what: only.what, plain: !day || part.time?.day === true }));
}

const withVerb = (verb: string, part: string): string =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}]/u.test(part)
    ? part
    : `${verb.trim()} ${part.trim()}`;
