// A turn that ends with a task in progress, and a reply that is word for word that to another question: the model is asked once more.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { asksSomething, wentOn } from '../../src/conversation/turn/claims/go-on.ts';
import { saidBefore } from '../../src/conversation/turn/claims/same-reply.ts';
import { Chat } from '../context/chat.ts';
import { calls, scenesOn } from '../schedule/scene.ts';

const answer = 'The budget of the team is 4,000 euros for the whole year.';

test('a reply is the one to another question, or not', () => {
  const chat = new Chat()
    .says('Ann', 'What is our budget?')
    .answers(answer)
    .says('Ann', 'Thanks')
    .answers('Noted.');
  const { entries } = chat;
  assert.equal(saidBefore(entries, 'And where do we meet?', answer), 'What is our budget?');
  assert.equal(saidBefore(entries, 'And where do we meet?', `**${answer}**`), 'What is our budget?');
  assert.equal(saidBefore(entries, 'what is our budget', answer), null, 'the same question');
  assert.equal(saidBefore(entries, 'And where do we meet?', 'Noted.'), null, 'short');
  assert.equal(
    saidBefore(entries, 'And where do we meet?', 'We meet in the large room of the second floor.'),
    null,
  );
});

test('what asks something, and what goes on from a reply', () => {
  assert.ok(asksSomething('Here is the list. Which shelf do you mean?'));
  assert.ok(!asksSomething('See https://example.com/a?b=1 for it.'));
  assert.equal(wentOn('I begin.', 'Sea:\nwaves'), 'I begin.\n\nSea:\nwaves');
  assert.equal(wentOn('I begin.', 'I begin. Sea'), 'I begin. Sea');
});

describe('a turn that would end too early', () => {
  const start = scenesOn('pglite');

  it('with a task in progress: the model goes on once, and both replies are shown', async () => {
    const scene = await start();
    scene.bot.model.script([
      calls('update_tasks', { add: 'a haiku about the sea; a haiku about wind', doing: '1' }),
      'I begin with the sea.',
      calls('update_tasks', { done: '1', doing: '2' }),
      'Waves come, waves go, and the sand stays warm.',
    ]);
    const seen = await scene.ask('Ann', 'Please write two haikus, one after the other.');
    assert.match(seen, /^I begin with the sea\.\n\nWaves come, waves go, and the sand stays warm\./);
    const told = scene.bot.model.requests[2]?.lastUser ?? '';
    assert.match(told, /in progress: 1 a haiku about the sea\. If it is yours, do it now/);
    assert.equal(scene.bot.model.requests.length, 4, 'once');
  });

  it('is left alone where it asks, where nothing was begun, and in the next turn', async () => {
    const scene = await start();
    scene.bot.model.script([
      calls('update_tasks', { add: 'compare the offers', doing: '1' }),
      'Which offers do you mean?',
    ]);
    assert.match(await scene.ask('Ann', 'compare the offers step by step'), /^Which offers do you mean\?/);
    scene.bot.model.script(['It is a fine day.']);
    assert.equal(await scene.ask('Ann', 'how is the weather?'), 'It is a fine day.');
    assert.equal(scene.bot.model.requests.length, 3);
  });

  it('with the reply to another question: the model is asked once, and the second reply is shown', async () => {
    const scene = await start();
    scene.bot.model.script([answer]);
    await scene.ask('Ann', 'What is our budget?');
    scene.bot.model.script([answer, 'We meet in the large room.']);
    assert.equal(await scene.ask('Ann', 'And where do we meet?'), 'We meet in the large room.');
    const told = scene.bot.model.requests[2]?.lastUser ?? '';
    assert.match(
      told,
      /word for word what you said before, to "What is our budget\?"\. Now the person says: "And where do we meet\?"/,
    );
  });
});
