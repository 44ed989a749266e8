// Names of zones as they stand beside a clock time ("New York time"); the lists belong to the schedule room.
import { zoneWords } from '../../schedule/parse/zones.ts';

export type ZoneNames = {
  readonly places: ReadonlyMap<string, string>;
  readonly short: ReadonlyMap<string, string>;
};

/** Place names and abbreviations of zones, for a language, to IANA zones or offsets. */
export function zoneNames(code: string): ZoneNames {
  const places = new Map<string, string>();
  const short = new Map<string, string>();
  for (const [key, words] of Object.entries(zoneWords(code))) {
    const [kind, zone = 'UTC'] = key.split(' ');
    for (const word of words.split('|')) {
      if (!/^[\p{L}\p{M} ]+$/u.test(word)) continue;
      if (kind === 'zone' || word.length < 3) short.set(word, zone === 'utc' ? 'UTC' : zone);
      if (word.length > 1) places.set(word, zone);
    }
  }
  return { places, short };
}
