import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readMcpFile } from '../../../src/tools/mcp/config.ts';

const root = join(import.meta.dirname, '../../..');

it('mcp.example.json can be read, and docs/tools.md shows the same', () => {
  const env = { MCP_GITHUB_TOKEN: 't', MCP_SHOP_KEY: 'k' };
  const { servers, faults } = readMcpFile(join(root, 'mcp.example.json'), env, []);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    servers.flatMap(({ tools }) => tools.map(({ name }) => name)),
    ['find_issues', 'order_item'],
  );
  const example = readFileSync(join(root, 'mcp.example.json'), 'utf8');
  assert.ok(readFileSync(join(root, 'docs/tools.md'), 'utf8').includes(example));
});
