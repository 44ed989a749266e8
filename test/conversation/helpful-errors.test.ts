// Errors that help: of a missing time they say what the person's words hold, or that they hold none, and never show a time that
// nobody named, which a small model would copy. A skill called as a tool is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calls, scenesOn } from '../schedule/scene.ts';

describe('a call that lacks its time', () => {
  const start = scenesOn('pglite');
  const lastOf = (messages: readonly { readonly content: string }[]) => messages.at(-1)?.content ?? '';

  it('is to be asked about where the person named none', async () => {
    const scene = await start();
    const { model } = scene.bot;
    model.script([calls('set_reminder', { text: 'water the cactus' }), 'When?']);
    await scene.ask('Ann', 'please remind me to water the cactus');
    assert.equal(
      lastOf(model.requests[1]?.messages ?? []),
      'set_reminder: "when" is missing. The person gave no time. Ask: when? Do not call again.',
    );
  });

  it('is told the words where they did', async () => {
    const scene = await start();
    const { model } = scene.bot;
    model.script([calls('set_reminder', { text: 'water the cactus' }), 'Hm.', 'Hm.']);
    await scene.ask('Ann', 'could you remind me on friday at 4 to water the cactus?');
    assert.match(lastOf(model.requests[1]?.messages ?? []), /in the person's words: "on friday at 4"\.$/);
  });

  it('so is a move, and "all" is one call for each', async () => {
    const scene = await start();
    const { model } = scene.bot;
    await scene.ask('Ann', '/remind tomorrow 9 tea');
    await scene.ask('Ann', '/remind tomorrow 10 cake');
    model.script([calls('change_reminder', { reminder: 'r1', action: 'move' }), 'To when?']);
    await scene.ask('Ann', 'please move the tea');
    assert.match(lastOf(model.requests[1]?.messages ?? []), /gave no time\. Ask: when\? Do not call again/);
    model.script([calls('change_reminder', { reminder: 'all', action: 'cancel' }), 'I have cancelled none.']);
    await scene.ask('Ann', 'please cancel all of my reminders');
    const errors = model.requests.map(({ messages }) => lastOf(messages));
    assert.ok(errors.includes('Nothing was changed. One call for each: r1 tea; r2 cake.'), errors.join('\n'));
  });
});

describe('a skill that is called as if it were a tool', () => {
  const start = scenesOn('pglite');

  it('is read', async () => {
    const scene = await start();
    const { model } = scene.bot;
    model.script([calls('meeting_notes', { text: 'our talk' }), 'Tell me what was said.']);
    await scene.ask('Ann', 'write up our meeting');
    const [call, result] = model.requests[1]?.messages.slice(-2) ?? [];
    assert.match(JSON.stringify(call), /"use_skill","arguments":"\{\\"name\\":\\"meeting-notes\\"\}"/);
    assert.match(result?.content ?? '', /meeting-notes/);
    assert.doesNotMatch(result?.content ?? '', /There is no tool/);
  });
});
