// The doctor on Slack and Discord: each fault of an installation is named, with what to do.
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { registration } from '../../src/channels/discord/controls/commands.ts';
import { FakeDiscord } from '../fakes/discord/index.ts';
import type { Settings as DiscordOptions } from '../fakes/discord/settings.ts';
import { ALL_SCOPES, FakeSlack, type Settings as SlackOptions } from '../fakes/slack/index.ts';
import { Patient, registerCommands } from './patient.ts';

const patient = new Patient({ MODEL: 'demo', DEFAULT_TIMEZONE: 'Europe/Berlin' });
after(() => patient.remove());
const demo = 'Model/model warning';

describe('the doctor on Slack', () => {
  let slack: FakeSlack;
  afterEach(() => slack.stop());

  async function looked(
    options: Partial<SlackOptions>,
    env: Record<string, string> = {},
    arrange: () => void = () => undefined,
  ) {
    slack = await FakeSlack.start(options);
    slack.person('U1ANN', { tz: 'Europe/Berlin' });
    slack.channel('C1TEAM', { members: ['U1ANN'] });
    arrange();
    const report = await patient.looked({
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      ...env,
    });
    for (const token of [slack.botToken, slack.appToken]) assert.ok(!report.text.includes(token));
    return report.without(demo);
  }

  it('all is well: it only reads, and leaves no socket behind', async () => {
    const report = await looked({}, { ADMINS: 'slack:U1ANN' });
    assert.deepEqual(report.wrong, []);
    assert.deepEqual(report.says('Slack', 'bot token'), ['@peacrab in peacrab-test.']);
    assert.deepEqual(report.says('Slack', 'one app'), ['both tokens are of one app.']);
    assert.deepEqual(report.says('Slack', 'history'), ['can be read as often as it takes.']);
    await slack.waitFor(() => slack.connected === 0, 'the socket to be closed');
    const reading =
      /^(auth\.test|bots\.info|users\.(conversations|info)|conversations\.history|apps\.connections\.open)$/;
    for (const { method } of slack.calls()) assert.match(method, reading);
  });

  it('a bot token that Slack refuses', async () => {
    const report = await looked({}, { SLACK_BOT_TOKEN: 'xoxb-of-yesterday' });
    report.onlyWrong(
      'Slack/bot token fault',
      /refuses the bot token \(invalid_auth\)/,
      /^SLACK_BOT_TOKEN must be .*OAuth & Permissions/,
    );
    assert.deepEqual(report.says('Slack', 'app token and socket'), [
      'Socket Mode is on and Slack says hello.',
    ]);
  });

  it('an app that was removed from the workspace', async () => {
    const report = await looked({}, {}, () =>
      slack.fail('auth.test', { kind: 'error', error: 'account_inactive' }),
    );
    report.onlyWrong(
      'Slack/bot token fault',
      /account_inactive/,
      /of an app that is installed to the workspace/,
    );
  });

  it('an app token that Slack refuses', async () => {
    const report = await looked({}, { SLACK_APP_TOKEN: 'xapp-1-A0PEACRAB-of-yesterday' });
    report.onlyWrong(
      'Slack/app token and socket fault',
      /refuses the app token/,
      /connections:write, of Basic Information/,
    );
  });

  it('a token of the wrong kind; the other is still checked', async () => {
    const report = await looked({}, { SLACK_APP_TOKEN: 'xoxb-fake-bot-token' });
    report.onlyWrong('Settings/settings fault', /SLACK_APP_TOKEN must start with xapp-/, /\.env/);
    assert.deepEqual(report.says('Slack', 'bot token'), ['@peacrab in peacrab-test.']);
  });

  it('one token of two; the one there is is still checked', async () => {
    const report = await looked({}, { SLACK_APP_TOKEN: '' });
    report.onlyWrong('Settings/settings fault', /SLACK_APP_TOKEN \(xapp-.*is missing/, /\.env/);
    assert.equal(report.says('Slack', 'scopes').length, 1);
  });

  it('a scope that Peacrab cannot do without, and one that it misses', async () => {
    const report = await looked({ scopes: ALL_SCOPES.filter((scope) => scope !== 'im:history') });
    report.onlyWrong(
      'Slack/scopes fault',
      /^im:history is missing: .* \(hearing direct messages\)/,
      /slack-manifest\.yaml.*reinstall/,
    );
    await slack.stop();
    const wanted = await looked({ scopes: ALL_SCOPES.filter((scope) => scope !== 'reactions:write') });
    wanted.onlyWrong(
      'Slack/scopes warning',
      /^reactions:write is missing: without it there is no 👀/,
      /reinstall/,
    );
  });

  it('Socket Mode that is off', async () => {
    const report = await looked({}, {}, () => slack.faults.switchSocketModeOff());
    report.onlyWrong(
      'Slack/app token and socket fault',
      /^Socket Mode is off/,
      /^Switch it on .*Enable Socket Mode/,
    );
  });

  it('tokens of two apps', async () => {
    const report = await looked({ botAppId: 'A0OTHER' });
    report.onlyWrong(
      'Slack/one app fault',
      /bot token of A0OTHER, the app token of A0PEACRAB/,
      /from the same app/,
    );
  });

  it('a history that is rationed: by the second call that is refused, or by a page cut to 15', async () => {
    const report = await looked({}, {}, () => slack.faults.rationHistory({ everyMs: 60_000, limit: 15 }));
    report.onlyWrong(
      'Slack/history warning',
      /one call a minute, 15 messages/,
      /an app of your own in this workspace/,
    );
    await slack.stop();
    const cut = await looked({}, {}, () => {
      for (let count = 0; count < 20; count += 1)
        slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: `no ${count}` });
      slack.faults.rationHistory({ everyMs: 0, limit: 15 });
    });
    cut.onlyWrong('Slack/history warning', /15 messages/, /Marketplace/);
  });

  it('an admin whom nobody knows', async () => {
    const report = await looked({}, { ADMINS: 'slack:U1ANN,slack:U9NOBODY' });
    report.onlyWrong(
      'Slack/people listed warning',
      /nobody known here: slack:U9NOBODY\.$/,
      /Copy the member id/,
    );
  });

  it('a Slack that cannot be reached', async () => {
    const report = await looked({}, {}, () => slack.faults.outage(true));
    assert.deepEqual(report.wrong, ['Slack/bot token fault', 'Slack/app token and socket fault']);
    assert.match(report.text, /Slack cannot be reached/);
    assert.match(report.text, /→ Check the network, a proxy, and SLACK_API_URL/);
  });

  for (const status of [403, 503])
    it(`a WebSocket that something between refuses with ${status}, though Slack answers`, async () => {
      const report = await looked({}, {}, () => slack.faults.refuseHandshakes(status));
      report.onlyWrong(
        'Slack/app token and socket fault',
        new RegExp(`^Slack answers, but its WebSocket cannot be opened \\(HTTP ${status}\\)`),
        /^Let WebSockets \(wss:\/\/\*\.slack\.com\) pass the proxy or firewall/,
      );
    });

  it('a server that answers an HTTP status is reached: the status, and what to look at', async () => {
    const report = await looked({}, {}, () => {
      slack.fail('auth.test', { kind: 'http-500', status: 400 });
      slack.fail('apps.connections.open', { kind: 'http-500', status: 503 });
    });
    assert.deepEqual(report.wrong, ['Slack/bot token fault', 'Slack/app token and socket fault']);
    assert.doesNotMatch(report.text, /cannot be reached/);
    assert.match(
      report.text,
      /bot token: Slack was reached, but answers HTTP 400\.\s+→ Check SLACK_BOT_TOKEN/,
    );
    assert.match(report.text, /socket: Slack was reached, but answers HTTP 503\.\s+→ Try again in a minute/);
  });

  it('a Slack that has trouble of its own is reached, too', async () => {
    const report = await looked({}, {}, () => slack.faults.refuseConnections(true));
    report.onlyWrong(
      'Slack/app token and socket fault',
      /^Slack was reached, but answers internal_error\.$/,
      /^Try again in a minute/,
    );
  });
});

describe('the doctor on Discord', () => {
  let discord: FakeDiscord;
  /** Calls that are not the doctor's. */
  let before = 0;
  afterEach(() => discord.stop());

  async function looked(
    settings: Partial<DiscordOptions>,
    env: Record<string, string> = {},
    arrange: (fake: FakeDiscord) => unknown = () => undefined,
  ) {
    discord = await FakeDiscord.start({ settings });
    await registerCommands(discord);
    before = discord.calls().length;
    await arrange(discord);
    const report = await patient.looked({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      ...env,
    });
    assert.ok(!report.text.includes(discord.token));
    return report.without(demo);
  }

  it('all is well: it only reads, and opens the gateway up to its hello, which costs no session', async () => {
    const report = await looked({});
    assert.deepEqual(report.wrong, []);
    assert.deepEqual(report.says('Discord', 'token'), ['the application Peacrab.']);
    assert.deepEqual(report.says('Discord', 'servers'), [
      '1, with all permissions of the invite (Tide pool).',
    ]);
    assert.deepEqual(report.says('Discord', 'sessions'), ['1000 of 1000 are left today.']);
    assert.deepEqual(report.says('Discord', 'gateway'), ['its socket opens and says hello.']);
    assert.deepEqual(report.says('Discord', 'commands'), [
      `${registration().length}, as this version has them.`,
    ]);
    assert.ok(
      discord
        .calls()
        .slice(before)
        .every(({ method }) => method === 'GET' || method === 'HEAD'),
    );
    await discord.waitFor(() => discord.sockets === 0, 'the socket to be closed');
    assert.deepEqual(
      discord.gatewayLog().map(({ kind, detail }) => [kind, detail]),
      [
        ['connect', null],
        ['close', 1000],
      ],
    );
  });

  it('a gateway whose WebSocket is refused though REST answers', async () => {
    const report = await looked({}, {}, (fake) => fake.refuseHandshakes(403));
    report.onlyWrong(
      'Discord/gateway fault',
      /^Discord answers, but the WebSocket to its gateway cannot be opened \(HTTP 403\)/,
      /^Let WebSockets \(wss:\/\/gateway\.discord\.gg\) pass the proxy or firewall/,
    );
  });

  it('a server that answers an HTTP status is reached: status and code, and what to look at', async () => {
    const report = await looked({}, {}, (fake) =>
      fake.fail('GET /applications/@me', { kind: 'error', status: 400, code: 50035, message: 'Invalid' }),
    );
    report.onlyWrong(
      'Discord/token fault',
      /^Discord was reached, but answers HTTP 400 \(50035\)\.$/,
      /^Check DISCORD_TOKEN/,
    );
    await discord.stop();
    const away = await looked({}, {}, (fake) =>
      fake.fail('GET /applications/@me', { kind: '5xx', status: 503 }),
    );
    away.onlyWrong(
      'Discord/token fault',
      /^Discord was reached, but answers HTTP 503\.$/,
      /^Try again in a minute/,
    );
  });

  it('commands that Discord does not have, or has otherwise, or does not tell', async () => {
    const none = await looked({}, {}, (fake) => registerCommands(fake, []));
    none.onlyWrong(
      'Discord/commands warning',
      /^none is registered\.$/,
      /^Start Peacrab: it registers them\. If it has run already, its log says why Discord refused/,
    );
    await discord.stop();
    const [first, ...others] = registration();
    const old = await looked({}, {}, (fake) =>
      registerCommands(fake, [...others, { name: 'dance', description: 'as before' }]),
    );
    old.onlyWrong(
      'Discord/commands warning',
      new RegExp(`^not as this version has them: ${first?.name} is missing, dance is not ours\\.$`),
      /^Start Peacrab/,
    );
    await discord.stop();
    const changed = await looked({}, {}, (fake) =>
      registerCommands(fake, [{ ...first, description: 'as before' }, ...others]),
    );
    changed.onlyWrong(
      'Discord/commands warning',
      new RegExp(`: ${first?.name} differs\\.$`),
      /^Start Peacrab/,
    );
    await discord.stop();
    const refused = await looked({}, {}, (fake) =>
      fake.fail('GET /applications/:id/commands', { kind: 'error', status: 403, code: 50001 }),
    );
    refused.onlyWrong(
      'Discord/commands warning',
      /^Discord does not let us see them: HTTP 403 \(50001\)\.$/,
      /^Invite the bot again with https:.*applications\.commands/,
    );
  });

  it('a token that Discord refuses', async () => {
    const report = await looked({}, { DISCORD_TOKEN: 'of-yesterday' });
    report.onlyWrong('Discord/token fault', /refuses DISCORD_TOKEN/, /Reset Token/);
  });

  it('a message content intent that is off', async () => {
    const report = await looked({ messageContent: false });
    report.onlyWrong(
      'Discord/message content fault',
      /intent is off: Discord would send empty texts/i,
      /Privileged Gateway Intents > Message Content Intent/,
    );
  });

  it('no server', async () => {
    const report = await looked({}, {}, (fake) => fake.kickBot());
    report.onlyWrong(
      'Discord/servers fault',
      /on no server/,
      new RegExp(
        `client_id=${discord.applicationId}&scope=bot\\+applications\\.commands&permissions=309237746752$`,
      ),
    );
  });

  it('a permission missing from the invite', async () => {
    const report = await looked({ botPermissions: 309_237_746_752n - (1n << 11n) });
    report.onlyWrong(
      'Discord/servers fault',
      /on Tide pool it lacks Send Messages \(answering\)/,
      /Give its role/,
    );
    await discord.stop();
    const minor = await looked({ botPermissions: 309_237_746_752n - (1n << 6n) });
    minor.onlyWrong('Discord/servers warning', /lacks Add Reactions/, /invite it again/);
  });

  it('sessions nearly used up, and used up', async () => {
    const few = await looked({ sessionsLeft: 12 });
    few.onlyWrong(
      'Discord/sessions warning',
      /^12 of 1000 are left today/,
      /restarts it\); there are new ones in 24 h/,
    );
    await discord.stop();
    const none = await looked({ sessionsLeft: 0 });
    none.onlyWrong('Discord/sessions fault', /cannot connect/, /24 h/);
  });

  it('interactions that go elsewhere', async () => {
    const report = await looked({ interactionsUrl: 'https://example.com/hook' });
    report.onlyWrong(
      'Discord/interactions fault',
      /Interactions Endpoint URL is set/,
      /Empty it in the Developer Portal/,
    );
  });

  it('people and roles whom nobody knows', async () => {
    const nobody = '123456789012345678';
    const known: string[] = [];
    const report = await looked({}, {}, (fake) => known.push(fake.person(fake.newId(), { name: 'Ann' })));
    assert.deepEqual(report.wrong, []);
    const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
    const listed = await patient.looked({
      ...env,
      ALLOW: `discord:${known[0]},discord:${nobody},discord-role:${nobody}`,
    });
    listed
      .without(demo)
      .onlyWrong(
        'Discord/people listed warning',
        new RegExp(`: discord:${nobody}, discord-role:${nobody}\\.$`),
        /Developer Mode/,
      );
  });

  it('no zone set: a warning, for Discord tells none', async () => {
    const report = await looked({}, { DEFAULT_TIMEZONE: '' });
    report.onlyWrong('Settings/time zones warning', /asked at their first reminder/, /DEFAULT_TIMEZONE/);
  });
});
