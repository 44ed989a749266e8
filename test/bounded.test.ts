// The map that forgets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bounded } from '../src/process/lru.ts';

describe('a memory that forgets', () => {
  it('keeps what was used last, up to its size', () => {
    const map = new Bounded<number>(2, 1000, () => 0);
    map.set('a', 1);
    map.set('b', 2);
    assert.equal(map.get('a'), 1);
    map.set('c', 3);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [1, undefined, 3]);
  });

  it('keeps nothing beyond its age', () => {
    let now = 0;
    const map = new Bounded<number | null>(2, 1000, () => now);
    map.set('a', null);
    now = 999;
    assert.equal(map.get('a'), null);
    now = 1000;
    assert.equal(map.get('a'), undefined);
  });

  it('looks up once at a time, and makes do with what is old when a look-up fails', async () => {
    let now = 0;
    const map = new Bounded<number>(2, 1000, () => now);
    const gate = Promise.withResolvers<number>();
    let asked = 0;
    const load = () => {
      asked += 1;
      return gate.promise;
    };
    const both = Promise.all([map.load('a', load), map.load('a', load)]);
    gate.resolve(1);
    assert.deepEqual([await both, asked], [[1, 1], 1]);
    const fails = () => Promise.reject(new Error('down'));
    now = 1000;
    assert.equal(await map.load('a', fails), 1);
    await assert.rejects(map.load('b', fails), /down/);
    assert.equal(await map.load('a', async () => 2), 2);
  });
});
