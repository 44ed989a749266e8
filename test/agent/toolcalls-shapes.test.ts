// Eighty shapes of malformed calls and of what only looks like one, written from public issue threads and parser tests by an author
// who had not seen the reader of calls. On first sight 73 were handled as wanted; no look-alike has ever run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { evaluate, type Shape } from '../../bench/toolcalls/evaluate.ts';
import { isLookAlike } from '../../bench/toolcalls/want.ts';

const shapes = readFileSync(new URL('toolcalls-shapes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Shape);

describe('shapes of calls from public threads', () => {
  for (const shape of shapes)
    test(shape.id, async () => {
      const verdict = await evaluate(shape);
      if (isLookAlike(shape)) assert.deepEqual([...verdict.once.ran, ...verdict.always.ran], [], 'it ran');
      assert.deepEqual(verdict.why, [], verdict.did);
    });
});
