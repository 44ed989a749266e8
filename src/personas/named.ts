// Which persona a request to switch names, where more may follow it: "the cfo and tell me ...", "consultant pls. should we". Only
// its first words count, and only if they are a name and nothing else. Pure.
import type { Persona, Personas } from './personas.ts';

/** Where the name ends: "cfo: how much", "cfo and tell me", "cfo, is it". */
const END =
  /[:;,.!?–—(\n、，。！？：；،؟]|\s-\s|\s(?:and|then|und|dann|et|puis|y|e|ed|en|и|و|और|aur|so)(?=\s)/iu;

/** Articles, courtesy and words of roles around a name, in the languages people write here. */
const AROUND =
  /^(?:the|my|our|your|a|an|be|being|back|to|as|sein|ser|être|essere|zijn|быть|de[rmn]|die|das|mein\p{L}*|zum|zur|zu|wieder|l[ea]|mon|ma|en|au|mode|modo|modus|modalità|el|mi|un|una|il|mio|mia|o|meu|minha|het|mijn|naar|weer|режим|моим|моей|снова|وضع|pls|plz|please|now|again|instead|thanks|thx|persona|role|rol|rôle|rolle|mode|bitte|jetzt|stp|svp|maintenant|por|favor|ahora|per|favore|ora|agora|alsjeblieft|nu|пожалуйста|сейчас|for|today|voice)$/iu;

/** No name has more words. */
const LONGEST = 4;

/** @returns the persona, or null if the words name none plainly */
export function namedPersona(personas: Pick<Personas, 'find'>, words: string): Persona | null {
  const [first = ''] = words.replace(/^[\s:,.;-]+/u, '').split(END);
  const said = first.split(/\s+/u).filter((word) => word !== '');
  const from = said.findIndex((word) => !AROUND.test(word));
  if (from < 0) return null;
  const name = said.slice(from, said.findLastIndex((word) => !AROUND.test(word)) + 1);
  const persona = name.length > LONGEST ? null : personas.find(name.join(' '));
  if (
    !persona ||
    [persona.slug.replaceAll('-', ' '), persona.title.toLowerCase()].includes(name.join(' ').toLowerCase())
  )
    return persona;
  // "engineer jobs" holds a name, and is none
  const isPart = [name.slice(1), name.slice(0, -1)].some(
    (part) => part.length > 0 && personas.find(part.join(' '))?.slug === persona.slug,
  );
  return isPart ? null : persona;
}

const SPEAKS =
  /persona|person(?:nage|aje|agem)|\bmod(?:e|o|us|alit)|r[oôó]l|papel|normal|default|yourself|режим|роль|персон|обычн|模式|角色|人格|人设|身份|モード|ペルソナ|役|मोड|पर्सोना|وضع|شخصية|دور/iu;

/** Whether words that ask for a switch speak of a persona, whichever. */
export const speaksOfPersona = (words: string): boolean => SPEAKS.test(words);
