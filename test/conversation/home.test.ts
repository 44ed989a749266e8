// The home as data and as text, and how it looks on each platform within its limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { APIActionRowComponent, APIStringSelectComponent } from 'discord.js';
import { panelContent, panelRows } from '../../src/channels/discord/controls/home.ts';
import { homeView, readOpened, readPressed } from '../../src/channels/slack/controls/home.ts';
import { type HomeFacts, homePanel, panelText } from '../../src/conversation/controls/home-panel.ts';
import type { PersonId, ScheduleId } from '../../src/database/ids.ts';
import { engines } from '../fakes/databases.ts';
import { checkBlocks } from '../fakes/slack/limits.ts';
import { scenesOn } from '../schedule/scene.ts';

const facts: HomeFacts = {
  person: { id: 'slack:T1:Ann' as PersonId, name: 'Ann', zone: 'Europe/Berlin' },
  notice: null,
  personas: [
    { slug: 'assistant', title: 'Assistant', description: 'helps' },
    { slug: 'cfo', title: 'CFO', description: 'counts' },
  ],
  persona: 'cfo',
  reminders: [{ id: 3 as ScheduleId, text: 'tea', line: 'Sun 22 Nov, 09:00 Europe/Berlin, in 21 h (r3)' }],
  notes: [],
  usage: '- Today: 2 turns',
  abilities: ['I cannot: send mail.'],
  kept: 'Kept.',
};
const many: HomeFacts = {
  ...facts,
  notice: '✅ done',
  reminders: Array.from({ length: 30 }, (_, index) => ({
    id: index as ScheduleId,
    text: `<!channel> *long* ${'words '.repeat(100)}`,
    line: 'every weekday at 08:30 Europe/Berlin, next Mon 23 Nov, 08:30, in 2 d (r3)',
  })),
  notes: Array.from({ length: 30 }, (_, index) => ({
    handle: `n${index}`,
    text: '🦀'.repeat(400),
    date: '2026-11-21',
  })),
  usage: '- line of numbers\n'.repeat(20),
};

describe('the home', () => {
  it('is sections with what can be done about each thing', () => {
    const { person, sections } = homePanel(facts);
    assert.equal(person, 'slack:T1:Ann');
    assert.deepEqual(
      sections.map(({ type }) => type),
      ['text', 'choice', 'list', 'list', 'text', 'text'],
    );
    const list = sections[2];
    assert.ok(list?.type === 'list');
    assert.deepEqual(
      list.items[0]?.buttons.map(({ action }) => action),
      ['home:snooze:3', 'home:done:3', 'home:cancel:3'],
    );
  });

  it('as text says the same', () => {
    const text = panelText(homePanel(facts));
    assert.match(text, /I speak to you as \*\*CFO\*\*\. Your time zone is Europe\/Berlin\./);
    assert.match(text, /Who speaks with you: Assistant, \*\*CFO\*\*/);
    assert.match(text, /\*\*Coming up\*\*\n- tea: Sun 22 Nov, 09:00 Europe\/Berlin, in 21 h \(r3\)/);
    assert.match(text, /\*\*Notes\*\*\nI remember nothing yet/);
  });

  it('fits Slack, names ten of each, and no text of people is markup', () => {
    const { blocks } = homeView(homePanel(many));
    assert.equal(checkBlocks(blocks, 100), undefined);
    assert.match(JSON.stringify(blocks), /Coming up \(10 of 30\)/);
    const marked = JSON.stringify(blocks).match(/"type":"mrkdwn","text":"[^"]*"/g) ?? [];
    assert.equal(marked.length, 4);
    assert.doesNotMatch(marked.join('\n'), /channel/);
  });

  it('fits one message of Discord: five rows, 2,000 characters, menus within their limits', () => {
    const panel = homePanel(many);
    assert.ok(panelContent(panel).length <= 2000);
    assert.match(panelContent(panel), /line of numbers[\s\S]*export/, 'to its end');
    const rows = panelRows(panel) ?? [];
    assert.equal(rows.length, 5);
    const menus = (rows as readonly APIActionRowComponent<APIStringSelectComponent>[]).flatMap(
      ({ components }) => components,
    );
    for (const menu of menus) {
      assert.ok(menu.options.length <= 25);
      assert.ok(menu.options.every(({ label, value }) => label.length <= 100 && value.length <= 100));
      assert.equal(new Set(menu.options.map(({ value }) => value)).size, menu.options.length);
    }
  });

  it('of Slack is told apart from what is nothing to us', () => {
    const us = { team: 'T1', user: 'UUS', bot: 'BUS' };
    const event = { type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home', event_ts: '1.5' };
    assert.deepEqual(readOpened(event, us), {
      type: 'opened',
      team: 'T1',
      user: 'U1',
      channel: 'D1',
      at: '1.5',
    });
    assert.equal(readOpened({ ...event, tab: 'messages' }, us), null);
    const press = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1' },
      container: { type: 'view' },
      actions: [
        { action_id: 'peacrab_home_1', selected_option: { value: 'home:persona:cfo' }, action_ts: '2.5' },
      ],
    };
    assert.equal(readPressed(press, us)?.action, 'home:persona:cfo');
    assert.equal(readPressed({ ...press, team: { id: 'T2' } }, us), null);
    assert.equal(readPressed({ ...press, container: { type: 'message' } }, us), null);
  });
});

for (const engine of engines())
  describe(`home (${engine})`, () => {
    const start = scenesOn(engine);

    it('is for a DM: text and panel there, a word in private elsewhere', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      assert.match(await scene.ask('Ann', '/home'), /\*\*Coming up\*\*\n- tea: Sun 22 Nov, 09:00/);
      assert.equal(scene.channel.sent.at(-1)?.panel?.person, 'slack:T1:Ann');
      assert.match(await scene.ask('Ann', '!home', { channel: 'C1' }), /for you alone/);
      assert.equal(scene.channel.sent.at(-1)?.privateTo, 'slack:T1:Ann');
    });

    it('touches nothing of others, whatever is sent for a button', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      await scene.press('Ben', 'home:cancel:1');
      assert.doesNotMatch(JSON.stringify(scene.channel.sent.at(-1)?.panel), /✅|tea:/);
      const row = await scene.bot.database.db.selectFrom('schedule').select('state').executeTakeFirst();
      assert.equal(row?.state, 'active');
      await scene.press('Ann', 'home:cancel:1', { channel: 'C1' });
      assert.equal(scene.texts.at(-1), 'This is for a direct message with me.');
    });
  });
