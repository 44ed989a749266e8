// Servers that are away when Peacrab starts: it starts without them, says so at each call, and finds them when they are there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Log, silentLog } from '../../../src/log.ts';
import { toolSchema } from '../../../src/tools/tool.ts';
import { startFakeHttp } from '../../fakes/mcp/http.ts';
import { call, named, setting } from './setting.ts';

const one = { x: {} };
const program = (more: object = {}) => ({ command: 'true', tools: one, ...more });

/** A log, and what resolves when a line of these words is written. */
function hearing(words: string): { readonly log: Log; readonly heard: Promise<object> } {
  const { promise, resolve } = Promise.withResolvers<object>();
  const note = (fields: object, message: string) => {
    if (message.includes(words)) resolve(fields);
  };
  return { log: { ...silentLog, info: note, error: note, warn: note }, heard: promise };
}

describe('an MCP server that is away at the start', () => {
  it('is named with its reason, and its tools have their places', async () => {
    await using at = setting();
    await using locked = await startFakeHttp(at.callsFile, 401);
    const gone = await startFakeHttp(at.callsFile);
    await gone.stop();
    const mcp = await at.start(
      {
        absent: program({ command: 'no-such-program-here' }),
        ends: program(),
        silent: program({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }),
        nobody: { url: gone.url, tools: one },
        locked: { url: locked.url, tools: one },
      },
      { startMs: 1500 },
    );
    assert.deepEqual(mcp.unreachable(), [
      'the MCP server "absent" cannot be reached: there is no such program',
      'the MCP server "ends" cannot be reached: it ended the connection (LOG_LEVEL=debug shows what it says)',
      'the MCP server "silent" cannot be reached: it did not answer within 1.5 s',
      'the MCP server "nobody" cannot be reached: no connection: ECONNREFUSED',
      'the MCP server "locked" cannot be reached: it answers HTTP 401',
    ]);
    assert.deepEqual(
      mcp.tools.map(({ name }) => name),
      ['absent_x', 'ends_x', 'silent_x', 'nobody_x', 'locked_x'],
    );
    assert.match(
      (await call(mcp, 'nobody_x')).text,
      /^nobody cannot be reached now \(no connection: ECONNREFUSED\)\. Nothing was done: say so/,
    );
  });

  it('has its tools as they were if it was reached before, and answers as soon as it is back', async () => {
    await using at = setting();
    const first = await startFakeHttp(at.callsFile);
    const servers = { hub: { url: first.url, tools: { searchIssues: { reads: true } } } };
    const before = await at.start(servers);
    const schema = toolSchema(named(before, 'hub_search_issues'));
    await before.stop();
    await first.stop();
    const mcp = await at.start(servers, { retryMs: 3_600_000 });
    assert.deepEqual(toolSchema(named(mcp, 'hub_search_issues')), schema);
    assert.match((await call(mcp, 'hub_search_issues', { query: 'tea' })).text, /cannot be reached now/);
    assert.deepEqual(at.calls(), []);
    await using _again = await startFakeHttp(at.callsFile, undefined, Number(new URL(first.url).port));
    assert.match((await call(mcp, 'hub_search_issues', { query: 'tea' })).text, /^searched .*tea/);
    assert.deepEqual(mcp.unreachable(), []);
  });

  it('gives its tools their parameters when it is there for the first time, without being asked', async () => {
    await using at = setting();
    const first = await startFakeHttp(at.callsFile);
    await first.stop();
    const { log, heard } = hearing('is connected');
    const tools = { searchIssues: { parameters: ['query'], reads: true } };
    const mcp = await at.start({ hub: { url: first.url, tools } }, { retryMs: 20, log });
    const tool = named(mcp, 'hub_search_issues');
    assert.deepEqual(Object.keys(toolSchema(tool).function.parameters.properties ?? {}), [
      'query',
      'justification',
    ]);
    const required = () =>
      (toolSchema(tool).function.parameters as { required?: readonly string[] }).required;
    assert.deepEqual(required(), ['justification']);
    await using _there = await startFakeHttp(at.callsFile, undefined, Number(new URL(first.url).port));
    await heard;
    assert.deepEqual(required(), ['query', 'justification']);
    assert.match((await call(mcp, 'hub_search_issues', { query: 'tea' })).text, /^searched .*tea/);
  });

  it('comes with other tools than the file asks for: said in the log and at each call', async () => {
    await using at = setting();
    const first = await startFakeHttp(at.callsFile);
    await first.stop();
    const { log, heard } = hearing('cannot be used');
    const mcp = await at.start({ hub: { url: first.url, tools: one } }, { retryMs: 20, log });
    await using _there = await startFakeHttp(at.callsFile, undefined, Number(new URL(first.url).port));
    await heard;
    assert.match((await call(mcp, 'hub_x')).text, /hub cannot be reached now/);
    assert.match(mcp.unreachable().join(), /tool "x" is not there: the server has searchIssues/);
  });

  it('is not waited for by a stop', async () => {
    await using at = setting();
    const stop = new AbortController();
    const silent = program({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] });
    const starting = at.start({ silent }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await assert.rejects(starting, /enough/);
  });
});
