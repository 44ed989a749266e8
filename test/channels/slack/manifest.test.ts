// The app's manifest holds what the adapter needs and uses, within Slack's limits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { botEvents, botScopes } from '../../../src/channels/slack/connection/needs.ts';
import { remindMenuId } from '../../../src/channels/slack/controls/remind-menu.ts';
import { ALL_SCOPES } from '../../fakes/slack/index.ts';

const manifest = parse(readFileSync(join(import.meta.dirname, '../../../slack-manifest.yaml'), 'utf8'));
const scopes: readonly string[] = manifest.oauth_config.scopes.bot;

test('the scopes and events are exactly those that the code names, each with its use', () => {
  assert.deepEqual(
    scopes,
    botScopes.map(({ scope }) => scope),
  );
  assert.deepEqual([...new Set(scopes)].sort(), scopes);
  assert.deepEqual(manifest.settings.event_subscriptions.bot_events, Object.keys(botEvents));
  for (const scope of scopes) assert.ok(ALL_SCOPES.includes(scope), `${scope} is unknown`);
});

test('Socket Mode, interactivity, the messages tab and the command are on', () => {
  assert.equal(manifest.settings.socket_mode_enabled, true);
  assert.equal(manifest.settings.interactivity.is_enabled, true);
  assert.deepEqual(manifest.features.app_home.messages_tab_read_only_enabled, false);
  assert.deepEqual(
    manifest.features.slash_commands.map((each: { command: string }) => each.command),
    ['/peacrab'],
  );
});

test('the message menu has the entry that we listen for', () => {
  const [entry, ...others] = manifest.features.shortcuts;
  assert.deepEqual([entry.callback_id, entry.type, others.length], [remindMenuId, 'message', 0]);
  assert.ok(entry.name.length <= 24 && entry.description.length <= 150);
});

test('texts keep to their limits', () => {
  assert.ok(manifest.display_information.description.length <= 140);
  assert.ok(manifest.features.agent_view.agent_description.length <= 300);
  assert.ok(manifest.features.agent_view.suggested_prompts.length <= 4);
});
