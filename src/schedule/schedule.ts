// What a schedule is: plain JSON, stored as jsonb, read by next.ts and described by describe.ts.
// Four kinds, because people mean four things: one instant, a cron line, a calendar pattern
// ("every other tuesday"), and a stretch of elapsed time ("every 6 hours").

/** One instant. `zone` is only for showing it: the instant itself never moves with the zone's rules. */
type OnceSchedule = {
  readonly kind: 'once';
  /** ISO instant in UTC, e.g. `2026-11-21T08:00:00.000Z` */
  readonly at: string;
  /** IANA zone or an offset such as `+05:30` */
  readonly zone: string;
};

/** A five-field cron line, read as wall time in the zone; day-of-month OR day-of-week as Vixie cron has it. */
export type CronSchedule = {
  readonly kind: 'cron';
  readonly expression: string;
  readonly zone: string;
};

/** The nth of some weekdays in a month: `{ n: 1, weekdays: [1] }` is the first Monday, n = -1 is the last. */
export type NthWeekday = { readonly n: number; readonly weekdays: readonly number[] };

/**
 * Every `every` days, weeks (Monday to Sunday), months or years, counted from the period that holds `anchor`;
 * nothing fires before the anchor's date. Which days of a period fire:
 * - day: that day, if `weekdays` (ISO, 1 is Monday) is absent or holds it
 * - week: `weekdays`, or the anchor's weekday
 * - month: `monthDays` (1 to 31, -1 is the last; days a month lacks are skipped) and `nth`, or the anchor's day
 * - year: the same within each of `months` (1 to 12), or the anchor's month
 */
export type CalendarSchedule = {
  readonly kind: 'calendar';
  readonly every: number;
  readonly unit: CalendarUnit;
  /** local date `YYYY-MM-DD` of the first period; the earliest date that may fire */
  readonly anchor: string;
  /** wall times `HH:MM`, at least one */
  readonly times: readonly string[];
  readonly zone: string;
  readonly weekdays?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly nth?: readonly NthWeekday[];
  readonly months?: readonly number[];
};

export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

/** Where an interval may fire each day, both ends included; `to` at or before `from` runs past midnight. */
type DayWindow = {
  /** `HH:MM` wall time; the grid starts here */
  readonly from: string;
  readonly to: string;
  /** ISO weekdays on which a window starts; absent means every day */
  readonly weekdays?: readonly number[];
};

/**
 * Without a window: exact elapsed time, the instants `anchor + k * everySeconds` for k >= 0.
 * With one: the wall-time grid `from, from + everySeconds, ...` up to `to`, anew each day, from `anchor` on.
 */
export type IntervalSchedule = {
  readonly kind: 'interval';
  readonly everySeconds: number;
  /** ISO instant in UTC */
  readonly anchor: string;
  readonly zone: string;
  readonly window?: DayWindow;
};

export type Schedule = OnceSchedule | CronSchedule | CalendarSchedule | IntervalSchedule;

/** Two firings closer than this (seconds) are refused: rule "more often than every five minutes". */
export const SHORTEST_GAP_SECONDS = 300;
