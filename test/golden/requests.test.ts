// Golden requests: twelve scripted conversations send the model these bytes and no others, on both engines. A change that
// alters them is seen here, and has to be meant: GOLDEN=write writes the files anew, for the commit to show.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { conversations } from './conversations.ts';
import { play } from './play.ts';

const fileOf = (name: string) => join(import.meta.dirname, 'requests', `${name}.txt`);

for (const engine of engines()) {
  describe(`golden requests (${engine})`, () => {
    for (const each of conversations)
      it(each.name, async () => {
        const seen = await play(each, engine);
        if (process.env.GOLDEN === 'write' && engine === 'pglite') writeFileSync(fileOf(each.name), seen);
        assert.equal(seen, readFileSync(fileOf(each.name), 'utf8'));
      });
  });
}
