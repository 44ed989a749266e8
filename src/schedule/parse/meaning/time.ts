// A clock time and the parts of the day beside it, as minutes since midnight (rules 2 to 6). Several answers
// are in order of preference; more than 1440 minutes is the small hours after that day's evening.
import type { Clock } from '../fact.ts';
import type { Part } from '../reading.ts';

type Times =
  | { readonly ok: true; readonly minutes: readonly number[] }
  | { readonly ok: false; readonly why: 'contradiction' | 'nonexistent' };

/** Without am or pm, a reading lies between these two, both included. */
const EARLIEST = 7 * 60;
const LATEST = 22 * 60;

/** What a part of the day means alone; later ones if the first is over. Empty: too vague for a time. */
const DEFAULTS: Readonly<Record<Part, readonly number[]>> = {
  dawn: [],
  morning: [540],
  firstthing: [540],
  noon: [720],
  midday: [720],
  afternoon: [840, 900],
  lateday: [840, 900],
  evening: [1080, 1140],
  tonight: [1200],
  night: [1200],
  midnight: [0],
  endofday: [1020],
};

/** The minutes of the day that agree with a part, start included, end not. */
const SPANS: Readonly<Record<Part, readonly (readonly [number, number])[]>> = {
  dawn: [[0, 480]],
  morning: [[0, 720]],
  firstthing: [[300, 720]],
  noon: [[660, 780]],
  midday: [[660, 900]],
  afternoon: [[720, 1200]],
  lateday: [[720, 1320]],
  evening: [[960, 1440]],
  tonight: [
    [1020, 1440],
    [1440, 1740],
  ],
  night: [
    [1080, 1440],
    [0, 360],
  ],
  midnight: [[0, 60]],
  endofday: [[840, 1440]],
};

export const DEFAULT_TIME = 540;

/** The default times of parts alone, or null if one is too vague or they contradict each other. */
export function timesOfParts(parts: readonly Part[]): readonly number[] | null {
  const [part] = [...parts].sort((a, b) => rank(a) - rank(b));
  return part && DEFAULTS[part].length > 0 ? DEFAULTS[part] : null;
}

/** "first thing" says more than "morning" */
function rank(part: Part): number {
  return part === 'firstthing' || part === 'tonight' ? 0 : part === 'dawn' ? 2 : 1;
}

/** Whether two parts can be of one time ("tomorrow morning, first thing"). */
export function agree(parts: readonly Part[]): boolean {
  const within = (p: Part) =>
    SPANS[p].flatMap(([a, b]) => Array.from({ length: (b - a) / 60 }, (_, i) => a / 60 + i));
  const [first = [], ...rest] = parts.map(within);
  return parts.length < 2 || first.some((h) => rest.every((hours) => hours.includes(h)));
}

/** The minutes a clock time can mean, given the parts of the day said with it. */
export function timesOf(clock: Clock, parts: readonly Part[]): Times {
  const { h, m } = clock;
  if (m > 59 || h > 24 || (h === 24 && m > 0)) return { ok: false, why: 'nonexistent' };
  const [am, pm] = [(h % 12) * 60 + m, (h % 12) * 60 + 720 + m];
  if (clock.mode === 'am' || clock.mode === 'pm') {
    if (h > 12 && clock.mode === 'am') return { ok: false, why: 'contradiction' };
    return fitting([clock.mode === 'am' ? am : pm], parts);
  }
  const settles =
    parts.length > 0 && (clock.mode === 'free' || (h > 0 && h <= 12 && !clock.strict && !clock.midnight));
  if (!settles) {
    if (clock.mode === 'literal') return fitting([h * 60 + m], parts);
    const inHours = [am, pm].filter((t) => t >= EARLIEST && t <= LATEST);
    return { ok: true, minutes: inHours };
  }
  if (parts.includes('morning') && h === 12) return { ok: false, why: 'contradiction' };
  return fitting([am, pm], parts);
}

/** Those of the candidates (or of the same a day later) that lie in all parts. */
function fitting(candidates: readonly number[], parts: readonly Part[]): Times {
  if (parts.length === 0) return { ok: true, minutes: candidates };
  const all = [...candidates, ...candidates.map((t) => t + 1440)];
  const fits = all.filter((t) => parts.every((p) => SPANS[p].some(([from, to]) => t >= from && t < to)));
  return fits.length > 0 ? { ok: true, minutes: fits } : { ok: false, why: 'contradiction' };
}
