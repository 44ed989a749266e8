// A language pack with its patterns compiled.
import type { ClaimKind } from '../claim.ts';
import { anyOf, compile } from '../pattern.ts';
import type { ClaimRule, Pack } from './pack.ts';
import { PRODUCTS, THING_GONE, THING_MOVED, THING_STANDS } from './shared.ts';

export type CompiledRule = {
  readonly kind: ClaimKind;
  readonly is: RegExp;
  readonly needs: ClaimRule['needs'];
};

/** A language's patterns. */
export type Language = {
  readonly code: string;
  readonly script: 'latin' | 'cyrillic' | 'arabic' | 'devanagari' | 'han' | 'kana';
  /** verbs do not say who acts */
  readonly bare: boolean;
  /** the "not" may stand after the verb */
  readonly notAfter: boolean;
  readonly claims: readonly CompiledRule[];
  readonly not: Readonly<Record<keyof Pack['not'], RegExp>>;
  readonly silence: RegExp;
  readonly but: RegExp;
  readonly event: RegExp;
  readonly retract: RegExp;
  /** a confirmation at the start of a sentence */
  readonly done: RegExp;
  readonly okay: RegExp;
  readonly wants: ReadonlyMap<ClaimKind, RegExp>;
  readonly asks: Readonly<Record<keyof Pack['asks'], RegExp>>;
  readonly all: RegExp;
  /** a reminder, by its nouns */
  readonly thing: RegExp;
  readonly normalPersona: RegExp;
  /** what may stand between the items of a list of times, and nothing else */
  readonly and: RegExp;
  readonly again: RegExp;
  /** ends what stands before a clock time that is not the promised one */
  readonly aside: RegExp;
};

/** Patterns that are the same in every language; the word lists they name are its own. */
const SHARED: Readonly<Record<string, string>> = {
  products: PRODUCTS,
  thing_gone: THING_GONE,
  thing_moved: THING_MOVED,
  thing_stands: THING_STANDS,
};

/** Compiles a pack; takes some 30 ms. Throws on a pattern that names an unknown word list. */
export function compiled(code: string, script: Language['script'], pack: Pack): Language {
  const parts = { ...SHARED, ...pack.parts };
  const not = Object.fromEntries(
    Object.entries(pack.not).map(([name, list]) => [name, anyOf(list, parts)]),
  ) as Language['not'];
  const asks = Object.fromEntries(
    Object.entries(pack.asks).map(([name, list]) => [name, anyOf(list, parts)]),
  ) as Language['asks'];
  const okay = pack.okay.join('|');
  const lead = `^(?:(?:${okay})[\\s,.!:;、，。！~〜—–-]*){0,3}`;
  const tail = script === 'han' || script === 'kana' ? '' : String.raw`(?=$|[^\p{L}\p{M}\p{N}'])`;
  return {
    code,
    script,
    bare: pack.bare === true,
    notAfter: pack.notAfter === true,
    claims: pack.claims.map((rule) => ({
      kind: rule.kind,
      is: compile(rule.is, parts, true),
      needs: rule.needs,
    })),
    not,
    silence: anyOf(pack.silence, parts),
    but: compile(pack.but, parts),
    event: compile(pack.event, parts),
    retract: anyOf(pack.retract, parts),
    done: compile(`${lead}(?:${pack.done.join('|')})${tail}`, parts),
    okay: compile(`^(?:${okay})${tail}`, parts),
    wants: new Map(Object.entries(pack.wants).map(([kind, list]) => [kind as ClaimKind, anyOf(list, parts)])),
    asks,
    all: compile(pack.all, parts),
    thing: compile(tail === '' ? '{thing}' : String.raw`\b(?:{thing})\b`, parts, true),
    normalPersona: compile(pack.persona.normal, parts),
    and: compile(String.raw`^(?:[\s,、;&+/()|*•-]|${pack.and})*$`),
    again: compile(pack.again),
    aside: compile(String.raw`(?:^|[^\p{L}])(?:${pack.aside}) ?$`, parts),
  };
}
