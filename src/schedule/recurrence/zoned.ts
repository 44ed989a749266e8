// Wall time and instants. One DST rule for everything (a gap moves forward by the gap, an overlap is its
// first pass), because the libraries disagree. "Local" numbers are wall-clock milliseconds counted as if the
// zone were UTC, so that calendar arithmetic on them is plain.
import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

const FIXED = /^(?:utc)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** A luxon zone for an IANA name or an offset such as `+05:30`; null if there is no such zone. */
export function zoneOf(name: string): Zone | null {
  const fixed = FIXED.exec(name);
  if (fixed) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return FixedOffsetZone.instance(fixed[1] === '-' ? -minutes : minutes);
  }
  const zone = IANAZone.create(name);
  return zone.isValid ? zone : null;
}

/** Offset from UTC in milliseconds at an instant. An unknown zone counts as UTC. */
function offsetAt(zone: Zone, instant: number): number {
  return zone.offset(instant) * MINUTE;
}

function zoneOrUtc(name: string): Zone {
  return zoneOf(name) ?? FixedOffsetZone.utcInstance;
}

/** Instant (ms) to local wall-clock ms. */
export function toLocal(instant: number, zoneName: string): number {
  return instant + offsetAt(zoneOrUtc(zoneName), instant);
}

/**
 * Local wall-clock ms to an instant (ms). In a gap the time moves forward by the gap (02:30 becomes 03:30);
 * in an overlap it is the first of the two.
 */
export function toInstant(local: number, zoneName: string): number {
  const zone = zoneOrUtc(zoneName);
  const before = offsetAt(zone, local - DAY);
  const after = offsetAt(zone, local + DAY);
  const early = local - before;
  if (before === after || offsetAt(zone, early) === before) return early;
  const late = local - after;
  return offsetAt(zone, late) === after ? late : early;
}

/** Whether the zone's offset changes within `span` ms on either side of an instant. */
export function changesNear(instant: number, zoneName: string, span: number): boolean {
  const zone = zoneOrUtc(zoneName);
  return offsetAt(zone, instant - span) !== offsetAt(zone, instant + span);
}
