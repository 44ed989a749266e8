// The mentions of a time in running text, each with its place in it (`at`, `end`: UTF-16 units) and the facts that the
// grammar read there. What several of them mean together is decided in group.ts and mean.ts.
import type { Clock as ClockTime, Fact } from '../fact.ts';
import type { Part as PartOfDay } from '../reading.ts';

type Place = { readonly at: number; readonly end: number };

export type Clock = Place & {
  readonly kind: 'clock';
  readonly clock: ClockTime;
  /** where the figures or words of the time itself start, after "at" and the like */
  readonly core: number;
  /** means something else than the time that is meant ("instead of 7"), as who asks can tell */
  readonly aside: boolean;
};
export type Day = Place & {
  readonly kind: 'day';
  readonly facts: readonly Fact[];
  readonly past: boolean;
  /** 1 to 7 if the day is named by its weekday alone */
  readonly weekday: number | null;
  /** "next friday": the coming one is the other reading */
  readonly next: boolean;
};
export type Elapsed = Place & {
  readonly kind: 'elapsed';
  readonly facts: readonly Fact[];
  /** counted in days or more */
  readonly days: boolean;
};
export type Before = Place & { readonly kind: 'before'; readonly minutes: number };
export type Repeat = Place & { readonly kind: 'repeat'; readonly facts: readonly Fact[] };
export type Part = Place & { readonly kind: 'part'; readonly part: PartOfDay };
export type Instant = Place & { readonly kind: 'instant'; readonly ms: number };
export type Zone = Place & { readonly kind: 'zone'; readonly zone: string };
export type Mention = Clock | Day | Elapsed | Before | Repeat | Part | Instant | Zone;

/** Whether a mention says when: a part of the day or a zone alone does not. */
export const isTime = ({ kind }: Mention): boolean => kind !== 'part' && kind !== 'zone';
