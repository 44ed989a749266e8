// The zone question: asked once, with buttons, of a person whose platform does not tell; the answer completes what
// waits for it. A container's UTC is not a person's zone.
import { DateTime, IANAZone } from 'luxon';
import type { Tx } from '../../database/database.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Button } from '../../delivery/outgoing.ts';

/** Guesses from the locale's region, then one zone for each part of the world. */
const byRegion: Readonly<Record<string, readonly string[]>> = {
  DE: ['Europe/Berlin'],
  AT: ['Europe/Vienna'],
  CH: ['Europe/Zurich'],
  FR: ['Europe/Paris'],
  ES: ['Europe/Madrid'],
  IT: ['Europe/Rome'],
  NL: ['Europe/Amsterdam'],
  BE: ['Europe/Brussels'],
  PT: ['Europe/Lisbon'],
  GB: ['Europe/London'],
  IE: ['Europe/Dublin'],
  PL: ['Europe/Warsaw'],
  SE: ['Europe/Stockholm'],
  NO: ['Europe/Oslo'],
  DK: ['Europe/Copenhagen'],
  FI: ['Europe/Helsinki'],
  GR: ['Europe/Athens'],
  RU: ['Europe/Moscow'],
  UA: ['Europe/Kyiv'],
  TR: ['Europe/Istanbul'],
  US: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
  BR: ['America/Sao_Paulo'],
  IN: ['Asia/Kolkata'],
  JP: ['Asia/Tokyo'],
  KR: ['Asia/Seoul'],
  CN: ['Asia/Shanghai'],
  TW: ['Asia/Taipei'],
};
const regionOfLanguage: Readonly<Record<string, string>> = {
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  nl: 'NL',
  pt: 'BR',
  pl: 'PL',
  sv: 'SE',
  no: 'NO',
  da: 'DK',
  fi: 'FI',
  el: 'GR',
  ru: 'RU',
  uk: 'UA',
  tr: 'TR',
  hi: 'IN',
  ja: 'JP',
  ko: 'KR',
  zh: 'CN',
};
const elsewhere = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** The likeliest zones first. Pure. */
export function likelyZones(locale: string): readonly string[] {
  const [language = '', region] = locale.split('-');
  const likely = byRegion[region ?? regionOfLanguage[language] ?? ''] ?? [];
  return [...new Set([...likely, ...elsewhere])];
}

/** Up to five buttons, the likeliest zone first, each with the time it is there now. Pure. */
export function zoneButtons(locale: string, now: Date): readonly Button[] {
  return likelyZones(locale)
    .slice(0, 5)
    .map((zone) => ({
      label: `${zone.split('/').at(-1)?.replaceAll('_', ' ')} ${DateTime.fromJSDate(now, { zone }).toFormat('HH:mm')}`,
      action: `zone:${zone}`,
    }));
}

/** An IANA name as written in the database of zones, from what a person typed ("europe/berlin", "Berlin"); null if there is none. */
export function parseZone(words: string): string | null {
  const wanted = words.trim().toLowerCase().replaceAll(' ', '_');
  if (!wanted) return null;
  const names = Intl.supportedValuesOf('timeZone');
  const exact = names.find((name) => name.toLowerCase() === wanted);
  if (exact) return exact;
  const cities = names.filter((name) => name.toLowerCase().endsWith(`/${wanted}`));
  if (cities.length === 1 && cities[0]) return cities[0];
  return wanted.includes('/') && IANAZone.isValidZone(words.trim())
    ? words.trim()
    : wanted === 'utc'
      ? 'UTC'
      : null;
}

/** Stores a person's own answer; it outranks what a platform's profile says. */
export async function storeZone(tx: Tx, person: PersonId, zone: string): Promise<void> {
  await tx.updateTable('person').set({ zone, zone_source: 'answer' }).where('id', '=', person).execute();
}
