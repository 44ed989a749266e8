// The home of a person: on Slack in its tab, on Discord as a panel, elsewhere as text. Their own rows only, and what is
// pressed there changes it in place.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { startScene as startDiscord } from './discord-scene.ts';
import { calls, startScene as startSlack } from './slack-scene.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function begin<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const scene = await starting;
  stops.push(() => scene.stop());
  return scene;
}

const remembering = ({ messages, lastUser }: { messages: readonly { role: string }[]; lastUser: string }) =>
  messages.at(-1)?.role !== 'tool' && /green/.test(lastUser)
    ? calls('remember', { text: 'Ann likes green tea.' })
    : 'Noted.';

describe('home on Slack', () => {
  async function settled() {
    const scene = await begin(startSlack());
    const { slack, bot, answer } = scene;
    bot.model.rules(remembering);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'remember that I like green tea' });
    await answer(dm, null, 1);
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'remind in 3 hours stretch' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the reminder');
    slack.say({ user: 'U2BOB', channel: slack.dm('U2BOB'), text: '!remind in 3 hours secret of Bob' });
    await answer(slack.dm('U2BOB'), null, 1);
    const home = (user = 'U1ANN') => JSON.stringify(slack.home(user)?.blocks ?? '');
    const shows = (pattern: RegExp, user = 'U1ANN') =>
      slack.waitFor(() => pattern.test(home(user)), `a home with ${pattern}`);
    return { ...scene, dm, home, shows };
  }

  test('opened, it shows who speaks, reminders, notes and usage of that person alone; no message is sent', async () => {
    const { slack, dm, home, shows } = await settled();
    const said = slack.messages(dm).length;
    slack.openHome({ user: 'U1ANN' });
    await shows(/stretch: .*Europe\/Berlin.*\(r1\)/);
    for (const part of ['Ann', '*Assistant*', 'green tea', '*Usage*', 'Snooze 1 h', 'Cancel', 'Forget'])
      assert.ok(home().includes(part), part);
    assert.doesNotMatch(home(), /secret of Bob/);
    await slack.settled();
    assert.equal(slack.messages(dm).length, said);
    slack.openHome({ user: 'U1ANN', tab: 'messages' });
    await slack.settled();
    assert.equal(slack.calls('views.publish').length, 1);
  });

  test('what is pressed there is done and shown there: snooze, done, cancel, forget, another persona', async () => {
    const { slack, bot, dm, shows } = await settled();
    slack.openHome({ user: 'U1ANN' });
    await shows(/stretch/);
    const press = (value: string) => {
      const blocks = JSON.stringify(slack.home('U1ANN')?.blocks);
      const found = blocks.match(new RegExp(`"action_id":"([^"]+)"[^{}]*"value":"${value}"`))?.[1];
      slack.clickHome({ user: 'U1ANN', action_id: found ?? `nothing with ${value}`, value });
    };
    press('home:snooze:1');
    await shows(/✅ stretch: .*in 60 min|✅ stretch: .*in 1 h/);
    press('home:forget:n1');
    await shows(/✅ Forgotten: Ann likes green tea\..*I remember nothing yet/);
    press('home:cancel:1');
    await shows(/✅ stretch: cancelled r1.*No reminders are set/);
    slack.clickHome({ user: 'U1ANN', action_id: 'peacrab_home_2', value: 'home:persona:cfo' });
    await shows(/I speak to you as \*CFO\*/);
    const ann = await bot.database.db
      .selectFrom('person')
      .select('persona')
      .where('id', '=', `slack:${slack.teamId}:U1ANN` as never)
      .executeTakeFirst();
    assert.equal(ann?.persona, 'cfo');
    slack.say({ user: 'U1ANN', channel: dm, text: 'hi' });
    await slack.waitFor(
      () => bot.model.requests.some(({ lastUser }) => /You speak as: CFO/.test(lastUser)),
      'the CFO',
    );
    assert.equal(slack.ephemerals('U1ANN').length, 1, 'no word beside the home');
  });

  test('by command it is shown in both places; a home that Slack does not take is told in words', async () => {
    const { slack, shows } = await settled();
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'home' });
    await shows(/stretch/);
    const shown = () =>
      slack.ephemerals('U1ANN').filter((each) => /Coming up[\s\S]*stretch/.test(each.shown));
    await slack.waitFor(() => shown().length === 1, 'the words');
    slack.fail('views.publish', { kind: 'error', error: 'not_enabled' });
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'home' });
    await slack.waitFor(() => shown().length === 2, 'the words alone');
  });

  test('who may not talk with us reads so there, and nowhere else', async () => {
    const { slack, bot } = await begin(startSlack({ ALLOW: 'slack:U1ANN' }));
    slack.openHome({ user: 'U2BOB' });
    await slack.waitFor(() => /on my list/.test(JSON.stringify(slack.home('U2BOB') ?? '')), 'a home');
    await slack.settled();
    assert.deepEqual(slack.ours(), []);
    assert.deepEqual(await bot.database.db.selectFrom('inbox').selectAll().execute(), []);
  });
});

describe('home on Discord', () => {
  test('is a panel that only its person sees, also in a channel; what is chosen in its menus changes it', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin(
      startDiscord({ DEFAULT_TIMEZONE: 'Europe/Berlin' }),
    );
    bot.model.rules(remembering);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'remember that I like green tea' });
    await answer(discord.dm(ann), 1);
    const remind = { when: 'in 3 hours', text: 'stretch' };
    await discord.slash({ user: ann, channel: team, command: 'remind', options: remind }).reply();
    const secret = { when: 'in 3 hours', text: 'secret of Bob' };
    await discord.slash({ user: bob, channel: team, command: 'remind', options: secret }).reply();
    const panel = await discord.slash({ user: ann, channel: team, command: 'home' }).reply();
    assert.equal(panel.ephemeralFor, ann);
    assert.match(
      panel.text,
      /I speak to you as \*\*Assistant\*\*[\s\S]*stretch: [\s\S]*green tea[\s\S]*\*\*Usage\*\*/,
    );
    assert.doesNotMatch(panel.text, /secret of Bob/);
    assert.deepEqual(
      panel.selects.map(({ placeholder }) => placeholder),
      ['Who speaks with you', 'Snooze 1 h ...', 'Done ...', 'Cancel ...', 'Forget ...'],
    );
    const choose = async (label: string, value: string, after: RegExp) => {
      const menu = discord.message(panel.id).selects.find(({ placeholder }) => placeholder === label);
      const customId = menu?.customId ?? '';
      const asked = discord.select({ user: ann, message: panel.id, customId, values: [value] });
      assert.equal(await asked.answered(), 6, 'no message of its own');
      await discord.waitFor(() => after.test(discord.message(panel.id).text), String(after));
    };
    await choose('Snooze 1 h ...', 'home:snooze:1', /✅ stretch: .*in (?:60 min|1 h)/);
    await choose(
      'Forget ...',
      'home:forget:n1',
      /✅ Forgotten: Ann likes green tea[\s\S]*I remember nothing yet/,
    );
    await choose('Cancel ...', 'home:cancel:1', /✅ stretch: cancelled r1[\s\S]*No reminders are set/);
    await choose('Who speaks with you', 'home:persona:cfo', /I speak to you as \*\*CFO\*\*/);
    assert.deepEqual(
      discord.message(panel.id).selects.map(({ placeholder }) => placeholder),
      ['Who speaks with you'],
    );
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    await answer(discord.dm(ann), 2);
    assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /You speak as: CFO/);
    const rows = await bot.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('state', '=', 'sent')
      .execute();
    assert.ok(
      rows.every(({ payload }) => !('panel' in payload)),
      'what was shown is not kept',
    );
  });
});
