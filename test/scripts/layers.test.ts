// The rule that imports point down the house.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wrongImports } from '../../scripts/layers.ts';

const file = (path: string, target: string) => ({ path, text: `import { x } from '${target}';\n`, lines: 1 });

describe('layers', () => {
  it('a room may know itself and what is below', () => {
    assert.deepEqual(wrongImports([file('src/conversation/turn/turn.ts', '../history/tree.ts')]), []);
    assert.deepEqual(wrongImports([file('src/conversation/turn/turn.ts', '../../schedule/list.ts')]), []);
    assert.deepEqual(wrongImports([file('src/channels/slack/x.ts', '../markdown/split.ts')]), []);
  });
  it('but nothing above, as a type either, and no channel another', () => {
    const up = { ...file('src/schedule/list.ts', ''), text: "import type { T } from '../tools/tool.ts';\n" };
    assert.match(wrongImports([up])[0] ?? '', /src\/schedule\/list\.ts may not know src\/tools\/tool\.ts/);
    const across = file('src/channels/slack/x.ts', '../discord/keys.ts');
    assert.match(wrongImports([across])[0] ?? '', /one channel never knows another/);
  });
  it('a new room has to be placed', () => {
    assert.match(wrongImports([file('src/jobs/job.ts', './item.ts')])[0] ?? '', /is in no room/);
  });
});
