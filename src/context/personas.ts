// The personas as the system prompt names them, so that the model knows which there are to switch to. Pure.
import { estimate } from './budget/estimate.ts';
import { oneLine } from './text.ts';

/** Tokens of all names; those for which there is no room are left out, the last first. */
const NAMES_TOKENS = 100;
const HEADING = '# Personas\nFor `switch_persona`: ';

/** The system prompt's block with the names of all personas; '' if there are none. The same personas give the same bytes. */
export function personaNames(personas: readonly { readonly slug: string }[]): string {
  const names = personas.map(({ slug }) => oneLine(slug, 10)).toSorted();
  while (names.length > 1 && estimate(names.join(', ')) > NAMES_TOKENS) names.pop();
  return names.length === 0 ? '' : `${HEADING}${names.join(', ')}.`;
}
