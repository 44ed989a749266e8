import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOf, scopeOf } from '../../src/memory/scope.ts';
import { ann, annsDm, general } from './people.ts';

test('a DM has its person’s scope, a channel the room’s, whoever speaks', () => {
  assert.equal(scopeOf(annsDm, ann), 'person:slack:T1:U1');
  assert.equal(scopeOf(general, ann), 'room:slack:T1:C1');
});

test('a scope is a folder name that is safe, readable and nobody else’s', () => {
  assert.equal(folderOf('person:slack:T1:U1'), 'person-slack-T1-U1');
  const folders = [
    'person:terminal:a-b',
    'person:terminal:a:b',
    'person:terminal:a/b',
    'person:terminal:..',
    'person:terminal:é',
  ].map((scope) => folderOf(scope as `person:${string}`));
  assert.equal(new Set(folders).size, folders.length);
  for (const folder of folders) assert.match(folder, /^[A-Za-z0-9~-]+$/);
  const [one, two] = ['1', '2'].map((end) => folderOf(`person:terminal:${'ü'.repeat(200)}${end}`));
  assert.notEqual(one, two);
  assert.ok((one ?? '').length <= 140);
});
