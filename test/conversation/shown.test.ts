// Which handles the model has been shown: wherever they stand in what it sees, also at the start of a line.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Entry } from '../../src/context/entry.ts';
import { knownHandles } from '../../src/conversation/turn/facts/known-handles.ts';

it('handles are found in every text of the path, after a line break too, and nowhere in keys, words or files', () => {
  const entry = (payload: unknown) => ({ type: 'notice', payload }) as unknown as Entry;
  const found = knownHandles(
    [
      entry({ text: 'two:\nr1 tea\n\tR2 walk' }),
      entry({ r7: 1, messages: [{ text: 'move r3, please' }, { text: 'bar4 r5x' }] }),
      entry({ messages: [{ text: 'see there', files: [{ seen: { as: 'text', text: 'cancel r8' } }] }] }),
    ],
    '<now>upcoming: call (r6)</now>',
    [],
  );
  assert.deepEqual([...found].sort(), ['r1', 'r2', 'r3', 'r6']);
});
