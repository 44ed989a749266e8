import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { silentLog } from '../../../src/log.ts';
import { startMcp } from '../../../src/tools/mcp/start.ts';
import { type Setting, setting } from './setting.ts';

const variable = (name: string) => '$'.concat('{', name, '}');
const program = (tools: object, more: object = {}) => ({ command: 'true', tools, ...more });
const one = { x: {} };

/** What is wrong in the file, and all that is said of it. Nothing is started for these. */
const inTheFile: readonly (readonly [string, unknown, ...string[]])[] = [
  ['no servers', {}, '"servers" must be a map of servers'],
  [
    'the key of other programs',
    { mcpServers: {} },
    '"servers" must be a map of servers',
    'it has "mcpServers", which nobody knows here (known: servers)',
  ],
  [
    'a name that is no folder',
    { servers: { '../up': program(one) } },
    'server "../up" takes lower case letters',
  ],
  [
    'unknown keys, in every place',
    { servers: { hub: { ...program({ x: { red: 1 } }), cwd: '/' } } },
    'server "hub" has "cwd", which nobody knows here (known: command, args, env, url, headers, timeoutSeconds, tools)',
    'server "hub", tool "x" has "red", which nobody knows here (known: as, description, parameters, fixed, reads, bound)',
  ],
  [
    'neither program nor address',
    { servers: { hub: { tools: one } } },
    'server "hub" needs either "command"',
  ],
  [
    'both',
    { servers: { hub: program(one, { url: 'http://x/mcp' }) } },
    'server "hub" needs either "command"',
  ],
  [
    'the environment of an address',
    { servers: { hub: { url: 'http://x/mcp', env: {}, tools: one } } },
    'server "hub" has a "url": "args" and "env" belong to a "command"',
  ],
  [
    'the headers of a program',
    { servers: { hub: program(one, { headers: {} }) } },
    'server "hub" has a "command": "headers" belong to a "url"',
  ],
  [
    'an address that is none',
    { servers: { hub: { url: 'file:///x', tools: one } } },
    'server "hub", url must be an http or https address',
  ],
  [
    'a password in the address',
    { servers: { hub: { url: 'https://a:b@x.test/mcp', tools: one } } },
    'server "hub", url must not hold a password',
  ],
  [
    'a program beside the file',
    { servers: { hub: program(one, { command: './server.sh' }) } },
    'server "hub", command must be a program on the PATH or an absolute path',
  ],
  ['no tools', { servers: { hub: program({}) } }, 'server "hub", tools names no tool'],
  [
    'tools left out',
    { servers: { hub: { command: 'true' } } },
    'server "hub", tools must name the tools that are taken',
  ],
  [
    'a name with a hyphen',
    { servers: { hub: program({ x: { as: 'a-b' } }) } },
    'server "hub", tool "x", as takes lower case',
  ],
  [
    'odd parameters',
    { servers: { hub: program({ x: { parameters: 4 } }) } },
    'tool "x", parameters is a list of',
  ],
  [
    'a variable that is not set',
    { servers: { hub: program(one, { env: { KEY: variable('MCP_NOTHING') } }) } },
    `server "hub", env.KEY asks for ${variable('MCP_NOTHING')}, which is not set in the environment: set it`,
  ],
  ...['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'DISCORD_TOKEN', 'OPENAI_API_KEY', 'DATABASE_URL'].map(
    (name) =>
      [
        `our own ${name}`,
        { servers: { hub: { url: 'http://x/mcp', headers: { key: `a ${variable(name)}` }, tools: one } } },
        `server "hub", headers.key asks for ${variable(name)}, which is Peacrab's own: no server gets it`,
      ] as const,
  ),
  [
    'one name twice',
    { servers: { hub: program({ a: { as: 'find' } }), lab: program({ b: { as: 'find' } }) } },
    'server "lab", tool "b" would be called "find" as is the tool "a" of server "hub": give it another name with "as"',
  ],
  [
    'the name of a built-in tool',
    { servers: { hub: program({ a: { as: 'recall' } }) } },
    'server "hub", tool "a" would be called "recall" as is a built-in tool',
  ],
  [
    'an endless name',
    { servers: { hub: program({ ['x'.repeat(70)]: {} }) } },
    'which is too long: give it a name with "as"',
  ],
];

const creates = 'server "hub", tool "create_issue"';

/** What the server's own tools show to be wrong. */
const atTheServer: readonly (readonly [string, object, ...string[]])[] = [
  [
    'a tool the server does not have',
    { search_issues: {} },
    'server "hub", tool "search_issues" is not there: the server has searchIssues, create_issue, ',
  ],
  [
    'more than four parameters, one of them nested',
    { create_issue: {} },
    `${creates} shows 6 parameters (title, repository, labels, priority, assignee, confidential), and a tool has 4 at most: name those`,
    `${creates} parameter "repository" is nested: show what is needed of it in "parameters", such as {"owner": "repository.owner"}`,
  ],
  [
    'what the server needs, left out',
    { create_issue: { parameters: ['title', 'assignee'], fixed: { 'repository.owner': 'acme' } } },
    `${creates} needs "repository.name", which is neither in "parameters" nor in "fixed": add it to one of them`,
    `${creates} needs "confidential", which is neither`,
  ],
  [
    'parameters that are not there, and faults of two tools at once',
    {
      create_issue: { parameters: { title: 'titel' }, fixed: { colour: 'red' }, bound: ['repo'] },
      searchIssues: { parameters: { justification: 'query' } },
    },
    `${creates} has no parameter "colour" to fix (it has: title, repository`,
    `${creates} has no parameter "titel" (it has: title, repository`,
    `${creates} has no shown parameter "repo" for "bound": name shown ones`,
    'server "hub", tool "searchIssues" cannot show "justification", the harness has one of that name: write {"another_name": "query"}',
  ],
  [
    'a fixed value of the wrong type',
    { searchIssues: { parameters: ['query'], fixed: { limit: 500 } } },
    'server "hub", tool "searchIssues" cannot take 500 for "limit" in "fixed"',
  ],
  [
    'one value twice',
    { searchIssues: { parameters: ['query', 'limit'], fixed: { limit: 5 } } },
    'server "hub", tool "searchIssues" has "limit" twice, in "fixed" and shown as "limit"',
  ],
];

async function faultsOf(at: Setting, servers: unknown, run = at.start(servers as object)): Promise<string> {
  return run.then(
    () => assert.fail('it started'),
    (error: Error & { code?: string }) => {
      assert.equal(error.code, 'CONFIG');
      assert.match(error.message, /^The MCP servers in .*mcp\.json have .*: .*\. See docs\/tools\.md\.$/);
      return error.message;
    },
  );
}

describe('the MCP file is refused with', () => {
  for (const [what, content, ...sentences] of inTheFile)
    it(what, async () => {
      await using at = setting();
      const file = join(at.folder, 'mcp.json');
      writeFileSync(file, JSON.stringify(content));
      const parts = { file, dataDir: at.folder, log: silentLog, taken: ['recall'] };
      const env = { SLACK_BOT_TOKEN: 'xoxb-1', DISCORD_TOKEN: 'd', OPENAI_API_KEY: 'k', DATABASE_URL: 'p' };
      const said = await faultsOf(at, {}, startMcp({ ...parts, env }));
      for (const sentence of sentences) assert.ok(said.includes(sentence), `${sentence}\nis not in\n${said}`);
      assert.equal(said.split('; ').length, sentences.length, said);
    });

  it('a text that is no JSON, or a file that is not there', async () => {
    await using at = setting();
    const file = join(at.folder, 'mcp.json');
    const parts = { file, dataDir: at.folder, env: {}, log: silentLog, taken: [] };
    assert.match(await faultsOf(at, {}, startMcp(parts)), /it cannot be read \(ENOENT/);
    writeFileSync(file, '{"servers": {');
    assert.match(await faultsOf(at, {}, startMcp(parts)), /it cannot be read \(.*JSON/);
  });

  for (const [what, tools, ...sentences] of atTheServer)
    it(what, async () => {
      await using at = setting();
      const said = await faultsOf(at, { hub: at.stdio(tools) });
      for (const sentence of sentences) assert.ok(said.includes(sentence), `${sentence}\nis not in\n${said}`);
    });
});

it('without a file there are no tools, and the SDK is not loaded', async () => {
  const mcp = await startMcp({ file: null, dataDir: '/nowhere', env: {}, log: silentLog, taken: [] });
  assert.deepEqual(mcp.tools, []);
  await mcp.stop();
});
