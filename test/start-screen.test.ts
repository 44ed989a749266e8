// The start screen: what is on, for whom and with what, in ten lines and without a secret.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startScreen } from '../src/bot/start-screen.ts';
import { loadConfig } from '../src/config.ts';

const builtIn = ['set_reminder', 'recall', 'use_skill'];
const screen = (
  env: Readonly<Record<string, string>>,
  channels: readonly string[],
  tools: readonly string[] = builtIn,
) =>
  startScreen(loadConfig(env, '/nowhere/.env'), {
    channels,
    model: env.MODEL ?? 'demo',
    tools,
    builtIn,
    others: [],
    logFile: null,
  });

const platforms = {
  SLACK_BOT_TOKEN: 'xoxb-very-secret',
  SLACK_APP_TOKEN: 'xapp-very-secret',
  DISCORD_TOKEN: 'very-secret',
  OPENAI_BASE_URL: 'https://models.example.com/v1',
  OPENAI_API_KEY: 'sk-very-secret',
  MODEL: 'gemma-4-e4b',
  DATABASE_URL: 'postgres://crab:very-secret@db.example.com/peacrab',
};

describe('the start screen', () => {
  it('on both platforms: who we are there, the model, who may talk, the zone rule, the store', () => {
    const text = screen(platforms, ['Slack as @peacrab in Acme', 'Discord as Peacrab, on 3 servers']);
    assert.equal(
      text,
      [
        'Peacrab is on.',
        '  Where   Slack as @peacrab in Acme; Discord as Peacrab, on 3 servers',
        '  Model   gemma-4-e4b, 24,000 tokens of context',
        '  People  members of the workspace or server (ALLOW narrows it); admins: none (ADMINS)',
        "  Zones   each person's own: from their Slack profile, on Discord asked once",
        '  Store   PostgreSQL; several processes may share it',
        '  Tools   3 built in',
        '  Docs    docs/slack.md, docs/discord.md; "npm run doctor" checks the set-up',
      ].join('\n'),
    );
    assert.doesNotMatch(text, /secret|example\.com/);
  });

  it('says that images go to the model', () => {
    const text = screen({ ...platforms, READ_IMAGES: 'true' }, ['Slack as @peacrab in Acme']);
    assert.match(text, /gemma-4-e4b, 24,000 tokens of context, sees images \(READ_IMAGES\)\n/);
  });

  it('the lists, a zone for everybody, and tools beyond the built-in ones', () => {
    const env = {
      ...platforms,
      ALLOW: 'slack:U1,slack:U2',
      ADMINS: 'slack:U1',
      DEFAULT_TIMEZONE: 'Europe/Berlin',
    };
    const text = screen(env, ['Slack as @peacrab in Acme'], ['set_reminder', 'recall', 'fetch_page']);
    assert.match(text, /People {2}whoever ALLOW lists \(2\), and admins; admins: 1\n/);
    assert.match(text, /on Discord Europe\/Berlin \(DEFAULT_TIMEZONE\), their answer wins/);
    assert.match(text, /Tools {3}2 built in; beyond them: fetch_page; without a place: use_skill\n/);
  });

  it('in the terminal: the demo says that it is one, and what to try', () => {
    const text = screen({}, ['this terminal']);
    assert.match(text, /\*\*\* the offline DEMO: .* \*\*\*/);
    assert.match(text, /Store {3}PGlite in \.\/data: one process, and a power cut may cost the last seconds/);
    assert.match(text, /Try {5}hello \| /);
    assert.ok(text.split('\n').length <= 10);
  });
});
