// For how long what is kept, as people are told. Pure.
import type { Say } from '../../../language/say.ts';

/** @param days null: for ever */
export const keptFor = (days: number | null, say: Say): string =>
  days === null ? say('kept.forever') : say('kept.days', { days });
