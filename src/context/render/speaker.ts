// A speaker's name as it is shown to the model.
import { oneLine } from '../text.ts';

/** A name that fits into an attribute: no quotes, no angle brackets, one line, not empty. */
export function speakerName(name: string): string {
  return oneLine(name, 30).replaceAll('"', "'") || 'someone';
}
