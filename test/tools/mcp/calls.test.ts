import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Log } from '../../../src/log.ts';
import { toolSchema } from '../../../src/tools/tool.ts';
import { startFakeHttp } from '../../fakes/mcp/http.ts';
import { call, named, setting } from './setting.ts';

/** As the file writes it. */
const variable = '$'.concat('{MCP_HUB_KEY}');
const UNKNOWN = /unknown whether it was done/;

interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly pid: number;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an MCP server as a process', () => {
  it('gives the tools that the file names, under flat names, reads only where the file says so', async () => {
    await using at = setting();
    const mcp = await at.start({
      hub: at.stdio({ searchIssues: {}, broken: { as: 'shatter', reads: true } }),
    });
    assert.deepEqual(
      mcp.tools.map(({ name, safe, outside }) => ({ name, safe, outside })),
      [
        { name: 'hub_search_issues', safe: false, outside: true },
        { name: 'shatter', safe: true, outside: true },
      ],
    );
  });

  it('shows its descriptions as one clean line within the budget', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ searchIssues: {} }) });
    assert.deepEqual(toolSchema(named(mcp, 'hub_search_issues')).function, {
      name: 'hub_search_issues',
      description: 'Search issues of a repository. Use it for bugs.',
      parameters: {
        type: 'object',
        properties: {
          query: {
            type: 'string',
            description: 'What to look for. What to look for.',
          },
          state: { type: 'string', enum: ['open', 'closed'] },
          limit: { type: 'integer', minimum: 1, maximum: 50 },
          justification: {
            type: 'string',
            minLength: 1,
            maxLength: 300,
            description: 'why, one short sentence for the person who is asked',
          },
        },
        required: ['query', 'justification'],
      },
    });
  });

  it('gets nested and fixed values in their places, and no justification', async () => {
    await using at = setting();
    const mcp = await at.start({
      hub: at.stdio({
        create_issue: {
          description: 'Open an issue in one of our repositories.',
          parameters: {
            title: 'title',
            repo: { from: 'repository.name', description: 'the repository' },
            assignee: 'assignee',
          },
          fixed: { 'repository.owner': 'acme', confidential: false, labels: ['from-chat'] },
          bound: ['repo'],
        },
      }),
    });
    const tool = named(mcp, 'hub_create_issue');
    assert.equal(tool.description, 'Open an issue in one of our repositories.');
    assert.deepEqual(tool.bound?.({ title: 'x', repo: 'cr*b' } as never), { repo: 'cr\\*b' });
    const result = await call(mcp, tool.name, { title: 'It pinches', repo: 'crab' });
    assert.equal(result.ok, true);
    assert.equal(result.tainted, true);
    assert.deepEqual(JSON.parse(result.text), {
      title: 'It pinches',
      repository: { owner: 'acme', name: 'crab' },
      labels: ['from-chat'],
      assignee: null,
      confidential: false,
    });
  });

  it('sees its declared environment and a folder of its own, nothing of ours', async () => {
    await using at = setting();
    const env = {
      ...process.env,
      MCP_HUB_KEY: 'k1',
      SLACK_BOT_TOKEN: 'xoxb-1',
      DATABASE_URL: 'postgres://u:p@h/d',
    };
    const mcp = await at.start(
      { hub: at.stdio({ surroundings: { reads: true } }, { env: { KEY: `Bearer ${variable}` } }) },
      { env },
    );
    const seen = JSON.parse((await call(mcp, 'hub_surroundings')).text) as Surroundings;
    const folder = join(at.folder, 'data/mcp/hub');
    assert.deepEqual(
      { ...seen.env },
      {
        CALLS: at.callsFile,
        HOME: folder,
        KEY: 'Bearer k1',
        LANG: process.env.LANG || 'C.UTF-8',
        PATH: process.env.PATH,
        TMPDIR: join(folder, 'tmp'),
      },
    );
    assert.equal(seen.cwd, folder);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(folder), ['tmp']);
  });

  it('answers in texts: pictures are named, structure is JSON, errors say so, everything is tainted and bounded', async () => {
    await using at = setting();
    const tools = { broken: {}, long: {}, picture: {}, table: {}, ask_back: {} };
    const mcp = await at.start({ hub: at.stdio(tools) });
    assert.deepEqual(await call(mcp, 'hub_broken'), {
      ok: false,
      text: 'hub_broken reports an error: the disk is full',
      tainted: true,
    });
    const long = await call(mcp, 'hub_long');
    assert.match(long.text, /^\[31ma+\n\[cut: \d+ more characters\]$/);
    assert.ok(long.text.length < 40_100, `${long.text.length} characters`);
    assert.deepEqual(await call(mcp, 'hub_picture'), {
      ok: true,
      text: '[image, image/png, not shown]\n[resource, not shown: x, file:///x.txt]',
      tainted: true,
    });
    assert.equal((await call(mcp, 'hub_table')).text, '{"rows":3}');
    assert.match((await call(mcp, 'hub_ask_back')).text, /Method not found/);
  });

  it('changes its tools while it runs: the model keeps what it had', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ grow: {} }) });
    assert.equal((await call(mcp, 'hub_grow')).text, 'grown');
    assert.deepEqual(
      mcp.tools.map(({ name }) => name),
      ['hub_grow'],
    );
  });

  it('takes too long: the call is cancelled, and a call that may have done something says that nobody knows', async () => {
    await using at = setting();
    const dawdle = { dawdle: {} };
    const mcp = await at.start({
      hub: at.stdio(dawdle, { timeoutSeconds: 1 }),
      lab: at.stdio({ dawdle: { reads: true } }, { timeoutSeconds: 1 }),
    });
    const [wrote, read] = await Promise.all([call(mcp, 'hub_dawdle'), call(mcp, 'lab_dawdle')]);
    assert.deepEqual([wrote.ok, read.ok, wrote.tainted], [false, false, true]);
    assert.match(wrote.text, /^hub did not answer within 1 s\. It is unknown whether it was done/);
    assert.doesNotMatch(read.text, UNKNOWN);
    assert.ok(named(mcp, 'hub_dawdle').timeoutMs > 1000, 'the loop waits longer than we do');
    await mcp.stop();
    assert.deepEqual(at.calls().toSorted(), ['cancelled', 'cancelled', 'dawdle', 'dawdle']);
  });

  it('is not waited for any more: the call ends at once', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ dawdle: {} }) });
    const waiting = new AbortController();
    const result = call(mcp, 'hub_dawdle', {}, waiting.signal);
    while (at.calls().length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting.abort(new Error('stopped'));
    assert.match((await result).text, UNKNOWN);
    assert.match((await call(mcp, 'hub_dawdle', {}, waiting.signal)).text, /Nothing was done/);
    assert.equal(at.calls().filter((each) => each === 'dawdle').length, 1);
  });

  it('dies in mid-call: a reading call is sent again to a new process, a writing one never', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ die_once: { reads: true } }) });
    assert.deepEqual(await call(mcp, 'hub_die_once'), { ok: true, text: 'alive again', tainted: true });
    assert.deepEqual(at.calls(), ['die_once', 'die_once']);

    await using other = setting();
    const writing = await other.start({ hub: other.stdio({ die_once: {} }) });
    const result = await call(writing, 'hub_die_once');
    assert.equal(result.ok, false);
    assert.match(result.text, UNKNOWN);
    assert.deepEqual(other.calls(), ['die_once']);
    assert.equal((await call(writing, 'hub_die_once')).text, 'alive again');
  });

  it('dies between calls: the next call finds a new process', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ surroundings: { reads: true }, create_issue: create }) });
    const { pid } = JSON.parse((await call(mcp, 'hub_surroundings')).text) as Surroundings;
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
    const again = JSON.parse((await call(mcp, 'hub_surroundings')).text) as Surroundings;
    assert.notEqual(again.pid, pid);
  });

  it('is gone after a stop, also when it will not go', async () => {
    await using at = setting();
    const mcp = await at.start({
      hub: at.stdio({ surroundings: {} }),
      mule: at.stdio({ surroundings: {} }, { env: { STUBBORN: '1' } }),
    });
    const pids: number[] = [];
    for (const name of ['hub_surroundings', 'mule_surroundings'])
      pids.push((JSON.parse((await call(mcp, name)).text) as Surroundings).pid);
    assert.deepEqual(pids.map(isAlive), [true, true]);
    await mcp.stop();
    assert.deepEqual(pids.map(isAlive), [false, false]);
    assert.match(
      (await call(mcp, 'hub_surroundings')).text,
      /hub cannot be reached \(.*stops\)\. Nothing was done/,
    );
  });

  it('floods us: the call is lost, the next one finds a new process', async () => {
    await using at = setting();
    const mcp = await at.start({ hub: at.stdio({ flood: {}, broken: {} }) });
    assert.match((await call(mcp, 'hub_flood')).text, UNKNOWN);
    assert.match((await call(mcp, 'hub_broken')).text, /the disk is full/);
    assert.deepEqual(at.calls(), ['flood']);
  });

  it('writes to its standard error: the log has it, at debug', async () => {
    await using at = setting();
    const said: unknown[] = [];
    const log: Log = { debug: (fields) => said.push(fields), info: ignore, warn: ignore, error: ignore };
    await at.start({ hub: at.stdio({ broken: {} }) }, { log });
    assert.deepEqual(said[0], { server: 'hub', said: 'the fake server starts' });
  });
});

const ignore = () => undefined;
const create = {
  parameters: ['title'],
  fixed: { repository: { owner: 'a', name: 'b' }, assignee: null, confidential: true },
};

describe('an MCP server at an address', () => {
  it('gets the declared headers, no open stream, and a farewell', async () => {
    await using at = setting();
    await using http = await startFakeHttp(at.callsFile);
    const hub = {
      url: http.url,
      headers: { authorization: `Bearer ${variable}` },
      tools: { searchIssues: {} },
    };
    const mcp = await at.start({ hub }, { env: { MCP_HUB_KEY: 'k1' } });
    const result = await call(mcp, 'hub_search_issues', { query: 'crabs', limit: '7' });
    assert.deepEqual(result, { ok: true, text: 'searched {"query":"crabs","limit":7}', tainted: true });
    assert.equal(http.sessions(), 1);
    await mcp.stop();
    assert.equal(http.sessions(), 0);
    assert.ok(http.seen.every(({ headers }) => headers.authorization === 'Bearer k1'));
    assert.ok(http.seen.every(({ method }) => method !== 'GET'));
  });

  it('breaks off in mid-call: a reading call is sent again, a writing one never', async () => {
    for (const reads of [true, false]) {
      await using at = setting();
      await using http = await startFakeHttp(at.callsFile);
      const mcp = await at.start({ hub: { url: http.url, tools: { die_once: { reads } } } });
      const result = await call(mcp, 'hub_die_once');
      assert.match(result.text, reads ? /^alive again$/ : UNKNOWN);
      assert.deepEqual(at.calls(), reads ? ['die_once', 'die_once'] : ['die_once']);
    }
  });

  it('floods one call: another that is under way is still answered', async () => {
    await using at = setting();
    await using http = await startFakeHttp(at.callsFile);
    const mcp = await at.start({ hub: { url: http.url, tools: { flood: {}, dawdle: {}, broken: {} } } });
    const waiting = new AbortController();
    let isOver = false;
    const dawdling = call(mcp, 'hub_dawdle', {}, waiting.signal).finally(() => {
      isOver = true;
    });
    while (at.calls().length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.match((await call(mcp, 'hub_flood')).text, /broke before it answered/);
    assert.match((await call(mcp, 'hub_broken')).text, /the disk is full/);
    assert.deepEqual([isOver, http.sessions()], [false, 2]);
    waiting.abort(new Error('stopped'));
    assert.match((await dawdling).text, /was stopped/);
    await mcp.stop();
    assert.equal(http.sessions(), 0);
  });

  it('has forgotten us: the call it did not take is sent again, also a writing one', async () => {
    await using at = setting();
    await using http = await startFakeHttp(at.callsFile);
    const mcp = await at.start({ hub: { url: http.url, tools: { create_issue: create } } });
    http.forget();
    assert.equal((await call(mcp, 'hub_create_issue', { title: 'x' })).ok, true);
    assert.deepEqual(at.calls(), ['create_issue']);
    await mcp.stop();
  });

  it('is down: nothing was done, and the result says so', async () => {
    await using at = setting();
    await using http = await startFakeHttp(at.callsFile);
    const mcp = await at.start({ hub: { url: http.url, tools: { create_issue: create } } });
    await http.stop();
    const result = await call(mcp, 'hub_create_issue', { title: 'x' });
    assert.deepEqual(result, {
      ok: false,
      text: 'hub cannot be reached (no connection: ECONNREFUSED). Nothing was done: say so, or try again later.',
      tainted: true,
    });
  });
});
