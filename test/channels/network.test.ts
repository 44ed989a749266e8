// Whether a request that failed can have arrived.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkCode, neverSent } from '../../src/channels/network.ts';

const failed = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

test('the innermost code decides, and of several addresses the one that may have been reached', () => {
  assert.ok(neverSent(failed('ECONNREFUSED')));
  assert.ok(neverSent(new TypeError('fetch failed', { cause: failed('ENOTFOUND') })));
  assert.ok(neverSent(new AggregateError([failed('ECONNREFUSED'), failed('ENETUNREACH')])));
  const reached = new AggregateError([failed('ECONNREFUSED'), failed('ECONNRESET')]);
  assert.deepEqual([neverSent(reached), networkCode(reached)], [false, 'ECONNRESET']);
  assert.equal(neverSent(failed('ECONNREFUSED', failed('UND_ERR_SOCKET'))), false);
  assert.deepEqual([new DOMException('late', 'TimeoutError'), 'what'].map(networkCode), [
    'TimeoutError',
    'unknown',
  ]);
});
