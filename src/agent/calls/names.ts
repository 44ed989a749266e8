// The tool that a name means. Decoration that servers and models add is taken off; a misspelling counts only when it
// can mean one tool and no other, and keeps its first letter: "get_reminder" is not "set_reminder".

import { editDistance } from '../../text/edit-distance.ts';
import { within } from '../../text/reading-limits.ts';

type ResolvedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly closest: string | undefined };

const PREFIX =
  /^(functions?|tools?|default_api|api|assistant|commentary|namespace|mcp|builtin|skills?|to)(\.|::|:|\/|__)\s*/i;

/** Finds the one tool of `names` that `raw` means. */
export function resolveName(raw: string, names: readonly string[]): ResolvedName {
  if (names.includes(raw)) return { ok: true, name: raw };
  const bare = undecorate(raw);
  if (names.includes(bare)) return { ok: true, name: bare };
  if (bare === '' || /\s/.test(bare)) return { ok: false, closest: closestName(bare, names) };
  for (const same of [sameLetters, sameWords, nearlySame]) {
    const found = names.filter((name) => same(bare, name));
    if (found.length === 1 && found[0] !== undefined) return { ok: true, name: found[0] };
    if (found.length > 1) break;
  }
  return { ok: false, closest: closestName(bare, names) };
}

/** Without special tokens, quotes, call brackets, call numbers and the usual name spaces. */
function undecorate(raw: string): string {
  let name = within('callName', raw)
    .replace(/<[|｜\w/].*$/s, '')
    .trim();
  name = name.replace(/^["'`*]+|["'`*]+$/g, '').trim();
  name = name
    .replace(/\(\s*\)?$/, '')
    .replace(/[:#]\d+$/, '')
    .replace(/\[ARGS\].*$/s, '');
  for (let turns = 0; turns < 3 && PREFIX.test(name); turns++) name = name.replace(PREFIX, '');
  return name;
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function sameLetters(one: string, other: string): boolean {
  return letters(one) !== '' && letters(one) === letters(other);
}

/** The same words in another order or number: `reminder_set`, `list_reminder`. */
function sameWords(one: string, other: string): boolean {
  const words = (name: string): string =>
    name
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .map((word) => word.replace(/s$/, ''))
      .sort()
      .join(' ');
  return words(one) === words(other);
}

function nearlySame(one: string, other: string): boolean {
  const [a, b] = [letters(one), letters(other)];
  if (a[0] !== b[0] || Math.min(a.length, b.length) < 4) return false;
  return far(a, b) <= (Math.min(a.length, b.length) >= 8 ? 2 : 1);
}

function closestName(name: string, names: readonly string[]): string | undefined {
  const target = letters(name);
  if (target === '') return undefined;
  const ranked = names
    .map((one) => ({ one, far: far(target, letters(one)) / Math.max(target.length, one.length) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best !== undefined && best.far <= 0.5 ? best.one : undefined;
}

/** Names longer than any that is meant are not measured. */
const far = (a: string, b: string): number => (Math.abs(a.length - b.length) > 40 ? 99 : editDistance(a, b));
