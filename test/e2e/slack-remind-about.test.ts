// "Remind me about this" on Slack, from the menu of a message to the reminder: no model has a part in it.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Fields } from '../fakes/slack/types.ts';
import { buttonOf, type Scene, startScene } from './slack-scene.ts';

const scenes: Scene[] = [];
const hour = 3_600_000;

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(): Promise<Scene> {
  const scene = await startScene();
  scenes.push(scene);
  return scene;
}

async function menu({ slack }: Scene, channel: string, ts: string) {
  slack.shortcut({ user: 'U1ANN', callback_id: 'remind_about', channel, message_ts: ts });
  const { view } = await slack.waitFor(() => slack.modals[0], 'the modal');
  return { id: String(view.id), blocks: view.blocks as Fields[] };
}

const schedules = ({ bot }: Scene) => bot.database.db.selectFrom('schedule').selectAll().execute();
const linkOf = (ts: string) => `https://peacrab-test.slack.com/archives/C1TEAM/p${ts.replace('.', '')}`;
const inOneHour = { preset: { preset: { selected_option: { value: '0' } } } };

describe('remind me about this', () => {
  test('three presets and a field; a preset sets a reminder with words and link, told in the DM; it fires there', async () => {
    const scene = await begin();
    const { slack, bot, answer, later } = scene;
    const ts = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'The slides are due.' });
    const { id, blocks } = await menu(scene, 'C1TEAM', ts);
    const [radio, field] = blocks.map((block) => block.element as { type: string; options?: Fields[] });
    assert.deepEqual(
      radio?.options?.map((option) => (option.text as Fields).text),
      ['In 1 hour', 'Tomorrow 9:00', 'Next Monday 9:00'],
    );
    assert.equal(field?.type, 'plain_text_input');
    slack.submit({ view_id: id, values: inOneHour });
    const dm = slack.dm('U1ANN');
    const receipt = await answer(dm, null, 1);
    assert.match(receipt.shown, /^⏰ The slides are due\. .*Europe\/Berlin.*r1/s);
    const [row] = await schedules(scene);
    assert.equal(row?.text, `The slides are due. ${linkOf(ts)}`);
    assert.equal(row?.tainted, true, 'they are Bob’s words');
    await slack.waitFor(() => slack.modals.length === 0, 'the modal to close');
    later(hour);
    assert.ok((await answer(dm, null, 2)).shown.includes(linkOf(ts)));
    assert.equal(slack.messages('C1TEAM').length, 1, 'nobody else has seen a word');
    assert.equal(bot.model.requests.length, 0);
  });

  test('in a thread that it takes part in the receipt is for the person alone, Undo works, and the field is read', async () => {
    const scene = await begin();
    const { slack, bot, answer } = scene;
    bot.model.script(['hello']);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await answer('C1TEAM', root, 1);
    const { id } = await menu(scene, 'C1TEAM', root);
    slack.submit({ view_id: id, values: { words: { words: { value: 'friday 15:00' } } } });
    const receipt = await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the receipt');
    assert.match(receipt.shown, /^⏰ hi .*Fri.*15:00 Europe\/Berlin/s);
    assert.equal(receipt.threadTs, root);
    const [row] = await schedules(scene);
    assert.deepEqual([row?.conversation_id, row?.tainted], [`slack:T0PEA:C1TEAM:${root}`, false]);
    const undo = buttonOf(receipt, 'Undo');
    slack.click({ user: 'U1ANN', channel: 'C1TEAM', message_ts: receipt.ts, ...undo });
    const undone = await slack.waitFor(() => slack.ephemerals('U1ANN')[1], 'the answer to Undo');
    assert.match(undone.shown, /^Taken back/);
    assert.equal(slack.messages('C1TEAM', { thread_ts: root }).length, 2, 'the others see the talk alone');
    assert.equal(bot.model.requests.length, 1);
  });

  test('empty: the modal says what is missing, nothing is stored; then submitted twice: one reminder', async () => {
    const scene = await begin();
    const { slack, answer } = scene;
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'Water the plants' });
    const { id } = await menu(scene, 'C1TEAM', ts);
    slack.submit({ view_id: id, values: {} });
    const { errors } = await slack.waitFor(() => slack.modals.find((modal) => modal.errors), 'the error');
    assert.match(String(errors?.preset), /Choose a time/);
    assert.deepEqual(await schedules(scene), []);
    slack.submit({ view_id: id, values: inOneHour });
    slack.submit({ view_id: id, values: inOneHour });
    await answer(slack.dm('U1ANN'), null, 1);
    await slack.settled();
    assert.equal((await schedules(scene)).length, 1);
    const rows = await scene.bot.database.db.selectFrom('inbox').select('id').execute();
    assert.equal(rows.length, 1);
  });

  test('when Slack opens no modal the presets come as buttons, and one of them sets it', async () => {
    const scene = await begin();
    const { slack, bot, answer } = scene;
    const ts = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'Lunch?' });
    slack.fail('views.open', { kind: 'error', error: 'expired_trigger_id' });
    slack.shortcut({ user: 'U1ANN', callback_id: 'remind_about', channel: 'C1TEAM', message_ts: ts });
    const dm = slack.dm('U1ANN');
    const asked = await answer(dm, null, 1);
    assert.match(asked.shown, /When should I remind you about "Lunch\?"/);
    slack.click({ user: 'U1ANN', channel: dm, message_ts: asked.ts, ...buttonOf(asked, 'In 1 hour') });
    assert.match((await answer(dm, null, 2)).shown, /^⏰ Lunch\? /);
    const [row] = await schedules(scene);
    assert.equal(row?.text, `Lunch? ${linkOf(ts)}`);
    assert.equal(bot.model.requests.length, 0);
  });
});
