// The program as people start and stop it, from "npm start" on.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { createDatabase, dropDatabase } from '../fakes/databases.ts';
import { FakeDiscord } from '../fakes/discord/index.ts';
import { ScriptedModel } from '../fakes/model/scripted-model.ts';
import { patienceMs } from '../fakes/patience.ts';
import { FakeSlack } from '../fakes/slack/index.ts';
import { type Folder, isAlive, ownFolder, type Program, startProgram } from './program.ts';

/** A start takes a second or two; beside a busy neighbour much longer. */
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function folder(): Promise<Folder> {
  const made = await ownFolder();
  ends.push(() => made.remove());
  return made;
}

/** Started for one test: what is left of it at the test's end is killed. */
function program(...[env, how]: Parameters<typeof startProgram>): Program {
  const started = startProgram(env, how);
  ends.push(() => {
    for (const pid of started.family().filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  return started;
}

async function slackAndDiscord() {
  const slack = await FakeSlack.start();
  const discord = await FakeDiscord.start();
  const model = await ScriptedModel.start();
  ends.push(
    () => slack.stop(),
    () => discord.stop(),
    () => model.stop(),
  );
  model.rules(() => 'here I am');
  return {
    slack,
    discord,
    model,
    env: {
      OPENAI_BASE_URL: model.url,
      MODEL: 'scripted',
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    },
  };
}

/** A server that takes connections and never says a word, or passes them on to another port. */
async function silentServer(port = 0): Promise<{ readonly port: number; readonly server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server };
}

describe('npm start', () => {
  it('answers what is piped in, and ends with its input', async () => {
    const { env } = await folder();
    const bot = program(env, { by: 'npm', input: 'hello\nremember that I like tea\n' });
    assert.deepEqual(await bot.ended, { code: 0, signal: null }, bot.said());
    assert.match(bot.said(), /Peacrab is on/);
    assert.match(bot.out(), /Hello/i);
    assert.match(bot.out(), /tea/);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`is on Slack and Discord until ${signal} comes to npm, and then nothing of it is left`, async () => {
      const { slack, discord, env } = await slackAndDiscord();
      const bot = program({ ...env, ...(await folder()).env }, { by: 'npm' });
      await bot.until(/Peacrab is on[\s\S]*Slack as @[\s\S]*Discord as/);
      slack.person('U1ANN', { name: 'ann' });
      slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
      await slack.waitFor(
        () => slack.ours().some(({ shown }) => shown === 'here I am'),
        'an answer on Slack',
      );
      const bob = discord.person(discord.newId(), { name: 'bob' });
      discord.channel(discord.newId(), { members: [bob] });
      const dm = discord.dm(bob);
      discord.say({ user: bob, channel: dm, text: 'hi' });
      const answered = () => discord.messages(dm).some(({ ours, text }) => ours && text === 'here I am');
      await discord.waitFor(answered, 'an answer on Discord', { timeoutMs: patienceMs });
      const family = bot.family();
      bot.kill(signal);
      assert.deepEqual(await bot.ended, { code: 0, signal: null }, bot.said());
      assert.deepEqual(family.filter(isAlive), []);
      await slack.waitFor(() => slack.connected === 0, 'the end of the socket', patienceMs);
    });

  it('ends when npm is killed', async () => {
    const { slack, env } = await slackAndDiscord();
    const bot = program({ ...env, DISCORD_TOKEN: '', ...(await folder()).env }, { by: 'npm' });
    await bot.until(/Peacrab is on/);
    ends.push(
      ...bot.family().map((pid) => () => {
        if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      }),
    );
    bot.kill('SIGKILL');
    await slack.waitFor(() => slack.connected === 0, 'the end of the socket', patienceMs);
  });
});

describe('with the database away', () => {
  it('says so, that it tries again and how to stop, and when the database is back', async () => {
    const url = new URL(await createDatabase());
    ends.push(() => dropDatabase(url.href));
    const { port, server } = await silentServer();
    await new Promise((resolve) => server.close(resolve));
    const away = new URL(url.href);
    away.port = String(port);
    const bot = program({ ...(await folder()).env, DATABASE_URL: away.href });
    await bot.until(/127\.0\.0\.1:\d+.* does not answer.*ECONNREFUSED.*every 5 s.*Ctrl-C/);
    const { connect } = await import('node:net');
    const proxy = createServer((socket) => {
      const to = connect(Number(url.port), url.hostname);
      socket.on('error', () => to.destroy()).pipe(to);
      to.on('error', () => socket.destroy()).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
    ends.push(() => proxy.close());
    await bot.until(/The database is back[\s\S]*Peacrab is on/);
    bot.kill('SIGTERM');
    assert.deepEqual(await bot.ended, { code: 0, signal: null });
  });

  it('does not wait for one that refuses us: that is for people to mend', async () => {
    const url = new URL(await createDatabase());
    ends.push(() => dropDatabase(url.href));
    const bot = program({ ...(await folder()).env, DATABASE_URL: `${url.href}_which_is_not_there` });
    assert.deepEqual(await bot.ended, { code: 1, signal: null });
    assert.match(bot.said(), /The database at DATABASE_URL .* does not let us in/);
  });
});

/** What is under way when the signal comes, and what to wait for before. */
const forever = Number.POSITIVE_INFINITY;
const moments: Readonly<
  Record<string, () => Promise<{ env: Record<string, string>; ready: (bot: Program) => Promise<unknown> }>>
> = {
  'while the database does not answer': async () => {
    const { port, server } = await silentServer();
    const asked = new Promise((resolve) => server.once('connection', resolve));
    return { env: { DATABASE_URL: `postgres://ann:secret@127.0.0.1:${port}/peacrab` }, ready: () => asked };
  },
  'while it waits for the database': async () => {
    const env = { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/peacrab' };
    return { env, ready: (bot) => bot.until(/every 5 s/) };
  },
  'while an MCP server does not answer': async () => {
    const { port, server } = await silentServer();
    const asked = new Promise((resolve) => server.once('connection', resolve));
    const { path } = await folder();
    const file = join(path, 'mcp.json');
    writeFileSync(
      file,
      JSON.stringify({ servers: { hub: { url: `http://127.0.0.1:${port}/mcp`, tools: { x: {} } } } }),
    );
    return { env: { MCP_FILE: file }, ready: () => asked };
  },
  'while Slack does not answer': async () => {
    const { env, slack } = await slackAndDiscord();
    slack.fail('auth.test', { kind: 'hang', times: forever });
    const ready = () => slack.waitFor(() => slack.calls('auth.test').length > 0, 'the call', patienceMs);
    return { env: { ...env, DISCORD_TOKEN: '' }, ready };
  },
  'while Slack opens no socket': async () => {
    const { env, slack } = await slackAndDiscord();
    slack.fail('apps.connections.open', { kind: 'hang', times: forever });
    const ready = () =>
      slack.waitFor(() => slack.calls('apps.connections.open').length > 0, 'the call', patienceMs);
    return { env: { ...env, DISCORD_TOKEN: '' }, ready };
  },
  'while Discord does not answer': async () => {
    const { env, discord } = await slackAndDiscord();
    const { hit } = discord.fail('GET /users/@me', { kind: 'hold', times: forever });
    return { env: { ...env, SLACK_BOT_TOKEN: '', SLACK_APP_TOKEN: '' }, ready: () => hit };
  },
  'while the Discord gateway says nothing': async () => {
    const { env, discord } = await slackAndDiscord();
    discord.stallConnections(true);
    const ready = () => discord.waitFor(() => discord.stalled > 0, 'a connection', { timeoutMs: patienceMs });
    return { env: { ...env, SLACK_BOT_TOKEN: '', SLACK_APP_TOKEN: '' }, ready };
  },
  'while a turn hangs': async () => {
    const { env, slack, model } = await slackAndDiscord();
    model.rules(() => ({ events: [{ stall: true }] }));
    slack.person('U1ANN', { name: 'ann' });
    const ready = async (bot: Program) => {
      await bot.until(/Peacrab is on/);
      slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
      await model.waitForRequest(1);
    };
    return { env: { ...env, DISCORD_TOKEN: '' }, ready };
  },
  'while an answer is sent': async () => {
    const { env, slack } = await slackAndDiscord();
    slack.person('U1ANN', { name: 'ann' });
    slack.fail('chat.postMessage', { kind: 'hang', times: forever });
    const ready = async (bot: Program) => {
      await bot.until(/Peacrab is on/);
      slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
      await slack.waitFor(() => slack.calls('chat.postMessage').length > 0, 'the post', patienceMs);
    };
    return { env: { ...env, DISCORD_TOKEN: '' }, ready };
  },
};

describe('a signal ends it soon, with code 0,', () => {
  for (const [moment, scene] of Object.entries(moments))
    it(moment, async () => {
      const { env, ready } = await scene();
      const bot = program({ ...(await folder()).env, ...env });
      await ready(bot);
      bot.kill('SIGTERM');
      // The limit is five seconds; a busy machine gets more, and what hangs here hangs for longer.
      const late = setTimeout(() => bot.kill('SIGKILL'), 12_000);
      const end = await bot.ended;
      clearTimeout(late);
      assert.deepEqual(end, { code: 0, signal: null }, bot.said());
    });

  it('and at once when it comes again', async () => {
    const { env, ready } = (await moments['while a turn hangs']?.()) ?? assert.fail();
    const bot = program({ ...(await folder()).env, ...env });
    await ready(bot);
    bot.kill('SIGTERM');
    await bot.until(/[Ss]topping/);
    // Within a second it counts as the same: npm hands a Ctrl-C on that the terminal has sent already.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    bot.kill('SIGTERM');
    assert.deepEqual(await bot.ended, { code: 143, signal: null }, bot.said());
  });
});

describe('a second start', () => {
  const whoIsThere = (pid: number) => new RegExp(`process ${pid} .*since .*kill ${pid}`);

  it('on the same folder says who is there, and what to do', async () => {
    const { env } = await folder();
    const first = program(env);
    await first.until(/Peacrab is on/);
    const second = program(env);
    assert.deepEqual(await second.ended, { code: 1, signal: null });
    assert.match(second.said(), whoIsThere(first.pid));
    assert.match(second.said(), /DATA_DIR/);
  });

  for (const platform of ['Slack', 'Discord'] as const)
    it(`with the same ${platform} app on another store says who is there, and what to do`, async () => {
      const { env: all } = await slackAndDiscord();
      const off = platform === 'Slack' ? { DISCORD_TOKEN: '' } : { SLACK_BOT_TOKEN: '', SLACK_APP_TOKEN: '' };
      const [one, other] = [await folder(), await folder()];
      const env = { ...all, ...off, TMPDIR: one.path };
      const first = program({ ...one.env, ...env });
      await first.until(/Peacrab is on/);
      const second = program({ ...other.env, ...env });
      assert.deepEqual(await second.ended, { code: 1, signal: null });
      assert.match(second.said(), whoIsThere(first.pid));
      assert.match(second.said(), new RegExp(platform));
      first.kill('SIGKILL');
      await first.ended;
      const third = program({ ...other.env, ...env });
      await third.until(/Peacrab is on/);
    });

  it('on the same PostgreSQL is welcome, and each says who else is there', async () => {
    const url = await createDatabase();
    ends.push(() => dropDatabase(url));
    const { env: all } = await slackAndDiscord();
    const [one, other] = [await folder(), await folder()];
    const env = { ...all, DATABASE_URL: url, TMPDIR: one.path };
    const first = program({ ...one.env, ...env });
    await first.until(/Peacrab is on/);
    const second = program({ ...other.env, ...env });
    await second.until(new RegExp(`Peacrab is on[\\s\\S]*process ${first.pid} .*since `));
    assert.match(second.said(), /standing by while another process holds the gateway/);
  });
});
