// The stop rules: when the loop asks again, when it ends, and that what people then read is honest.
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { announcesChange, announcesWithoutCall, claimsDone } from '../../src/agent/stops.ts';
import { ScriptedModel } from '../fakes/model/scripted-model.ts';
import { loopOn, reader, testRunner, writer } from './support.ts';

const fails = () => ({ ok: false, text: 'That time has passed.' });

describe('stop rules', () => {
  let model: ScriptedModel;
  beforeEach(async () => {
    await model?.stop();
    model = await ScriptedModel.start();
  });
  after(() => model.stop());

  it('stops after its rounds, having told the model that it was the last', async () => {
    model.rules((request) => ({ calls: [{ name: 'look', args: { query: `n${request.number}` } }] }));
    const outcome = await loopOn(model.url, testRunner([reader('look')]), { limits: { rounds: 3 } });
    assert.equal(outcome.status, 'stopped');
    assert.equal(outcome.reason, 'rounds');
    assert.match(outcome.text, /did not finish/);
    assert.equal(model.requests.length, 4);
    assert.match(model.requests[3]?.messages.at(-1)?.content ?? '', /last step/);
  });

  it('lets the model answer in words after its last round', async () => {
    model.rules((request) =>
      request.number > 2
        ? 'This much.'
        : { calls: [{ name: 'look', args: { query: `n${request.number}` } }] },
    );
    const outcome = await loopOn(model.url, testRunner([reader('look')]), { limits: { rounds: 2 } });
    assert.equal(outcome.text, 'This much.');
  });

  it('stops at the same call for the third time, without running it', async () => {
    const runner = testRunner([reader('look')]);
    model.rules(() => ({ text: 'The list is empty.', calls: [{ name: 'look', args: { query: 'x' } }] }));
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.reason, 'repeated');
    assert.equal(runner.ran.length, 2);
    assert.match(outcome.text, /^The list is empty\.\n\n.*same thing/);
  });

  it('does not count a look after a change as the same', async () => {
    const runner = testRunner([reader('look'), writer('change')]);
    const look = { calls: [{ name: 'look', args: { query: 'x' } }] };
    const change = (text: string) => ({ calls: [{ name: 'change', args: { text } }] });
    model.script([look, change('a'), look, change('b'), look, 'Fine.']);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.status, 'done');
    assert.equal(runner.ran.length, 5);
  });

  it('runs the same call in one answer once', async () => {
    const runner = testRunner([writer('change')]);
    model.script([
      { calls: Array.from({ length: 17 }, () => ({ name: 'change', args: { text: 'a' } })) },
      'Changed.',
    ]);
    await loopOn(model.url, runner);
    assert.equal(runner.ran.length, 1);
  });

  it('tells a model that it repeats itself, and lets it answer once more before it stops', async () => {
    const look = { calls: [{ name: 'look', args: { query: 'x' } }] };
    model.script([look, look, look, 'The list is empty.']);
    const outcome = await loopOn(model.url, testRunner([reader('look')]));
    assert.equal(outcome.text, 'The list is empty.');
    const results = outcome.steps.flatMap((step) => step.calls).map((call) => call.result.text);
    assert.doesNotMatch(results[0] ?? '', /same call again/);
    assert.match(results[1] ?? '', /\nThis is the same call again/);
    assert.match(results[2] ?? '', /^This is the same call again/);
  });

  it('stops at the same change again and again, though each time it is told that it worked', async () => {
    const runner = testRunner([writer('change')]);
    model.rules(() => ({ calls: [{ name: 'change', args: { text: 'a' } }] }));
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.reason, 'repeated');
    assert.equal(runner.ran.length, 2);
  });

  it('does not take a change that was only repeated for one that failed', async () => {
    const change = { calls: [{ name: 'change', args: { text: 'a' } }] };
    model.script([change, change, change, 'Done!']);
    const outcome = await loopOn(model.url, testRunner([writer('change')]));
    assert.equal(outcome.status, 'done');
    assert.equal(outcome.text, 'Done!');
  });

  it('stops when tools keep failing, and does not call that done', async () => {
    model.rules((request) => ({
      text: 'Done!',
      calls: [{ name: 'change', args: { text: `n${request.number}` } }],
    }));
    const outcome = await loopOn(model.url, testRunner([writer('change', fails)]));
    assert.equal(outcome.reason, 'failures');
    assert.equal(model.requests.length, 3);
    assert.doesNotMatch(outcome.text, /Done/);
  });

  it('answers a malformed call with one line, and sends back only what is well-formed', async () => {
    const runner = testRunner([writer('change')]);
    model.script([
      {
        calls: [
          { name: 'change', args: '{"text": "cut' },
          { name: 'chnge_it', args: '{]' },
          { name: '', args: {} },
        ],
      },
      { calls: [{ name: 'change', args: { txt: 1 } }] },
      { calls: [{ name: 'change', args: "{'text': 'whole'}" }] },
      'Changed.',
    ]);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.text, 'Changed.');
    assert.deepEqual(runner.ran, [{ name: 'change', args: { text: 'whole' } }]);
    assert.equal(
      model.requests.some((request) => request.refused !== undefined),
      false,
    );
    const errors = outcome.steps.flatMap((step) => step.calls).filter((call) => !call.ran);
    assert.equal(errors.length, 4);
    for (const call of errors) assert.match(call.result.text, /^[^\n]*change\(\{"text":"[^\n]*$/);
  });

  it('nudges an announcement without a call, once', async () => {
    const runner = testRunner([reader('look')]);
    model.script([
      'Let me check that for you.',
      { calls: [{ name: 'look', args: { query: 'x' } }] },
      'Nothing there.',
    ]);
    const outcome = await loopOn(model.url, runner);
    assert.equal(outcome.text, 'Nothing there.');
    assert.match(outcome.steps[0]?.nudge ?? '', /called no tool/);
    assert.deepEqual(
      outcome.appended.map((message) => message.role),
      ['assistant', 'user', 'assistant', 'tool'],
    );

    const stubborn = await ScriptedModel.start();
    stubborn.rules(() => 'Let me check that for you.');
    const again = await loopOn(stubborn.url, runner);
    await stubborn.stop();
    assert.equal(again.reason, 'announced');
    assert.match(again.text, /^Let me check that for you\.\n\n.*nothing was done/);
    assert.equal(again.requests.length, 2);
  });

  it('nudges the announcement of a change, but not after one', async () => {
    const runner = testRunner([writer('change')]);
    const change = { calls: [{ name: 'change', args: { text: 'a' } }] };
    model.script(['Let me set that up for you.', change, "It stands. I'll take care of the rest."]);
    const outcome = await loopOn(model.url, runner);
    assert.match(outcome.text, /^It stands/);
    assert.match(outcome.steps[0]?.nudge ?? '', /called no tool/);
    assert.equal(outcome.requests.length, 3);
  });

  it('tries once more after each empty answer, as long as calls come between', async () => {
    model.script([
      { reasoning: 'Hm.' },
      { calls: [{ name: 'look', args: { query: 'x' } }] },
      { reasoning: 'Hm.' },
      'Nothing there.',
    ]);
    assert.equal((await loopOn(model.url, testRunner([reader('look')]))).text, 'Nothing there.');
  });

  it('tries once more after an empty answer, then says so', async () => {
    model.script([{ reasoning: 'Hm.' }, 'Here I am.']);
    assert.equal((await loopOn(model.url, testRunner([]))).text, 'Here I am.');
    model.script([{ text: '<think>Hm' }, { text: '<think>Hm' }]);
    const outcome = await loopOn(model.url, testRunner([]));
    assert.equal(outcome.reason, 'empty');
    assert.notEqual(outcome.text, '');
    assert.doesNotMatch(outcome.text, /think/);
  });

  it('asks again about broken call text, and shows none of it', async () => {
    model.script(['Fine. "arguments": {"query": "x"}}</tool_call>', 'Fine.']);
    const outcome = await loopOn(model.url, testRunner([reader('look')]));
    assert.equal(outcome.text, 'Fine.');
    assert.doesNotMatch(JSON.stringify(model.requests[1]?.messages), /tool_call>/);
  });

  it('does not let a failure pass for done', async () => {
    const runner = testRunner([writer('set_reminder', fails)]);
    const set = { calls: [{ name: 'set_reminder', args: { text: 'a' } }] };
    model.script([set, "Done! I've set your reminder.", 'It could not be set: that time has passed.']);
    const honest = await loopOn(model.url, runner);
    assert.equal(honest.status, 'done');
    assert.match(honest.text, /could not be set/);

    model.script([set, 'All set!', "Done, I've set it."]);
    const lying = await loopOn(model.url, runner);
    assert.equal(lying.reason, 'false-done');
    assert.doesNotMatch(lying.text, /All set|Done/);
  });

  it('believes a success after a failure', async () => {
    let tries = 0;
    const runner = testRunner([
      writer('set_reminder', () => (tries++ === 0 ? fails() : { ok: true, text: 'Stored.' })),
    ]);
    const set = (text: string) => ({ calls: [{ name: 'set_reminder', args: { text } }] });
    model.script([set('a'), set('b'), "Done! I've set your reminder."]);
    assert.equal((await loopOn(model.url, runner)).text, "Done! I've set your reminder.");
  });
});

describe('words that only announce', () => {
  for (const text of [
    'Let me check that...',
    "I'll look that up for you.",
    "I'll read the brief file first.",
    'One moment, please.',
    'Sure! Let me search my notes.',
    "I'll use the say_hello tool.",
  ])
    it(`announces: ${text}`, () => assert.equal(announcesWithoutCall(text), true));
  for (const text of [
    'You have no reminders.',
    'Shall I check that?',
    'Let me know if you need more.',
    "I'll remind you tomorrow.",
    'I checked: nothing is due.',
    'If you want, I will look it up.',
  ])
    it(`does not: ${text}`, () => assert.equal(announcesWithoutCall(text), false));
});

describe('words that only announce a change', () => {
  for (const text of [
    'Let me set that up for you.',
    "I'll make a note of that now.",
    'Sure, let me change that.',
    'Switching to the CFO now.',
    "One moment, I'm setting that up.",
  ])
    it(`announces: ${text}`, () => assert.equal(announcesChange(text), true));
  for (const text of [
    'I set it.',
    "I'll remind you tomorrow.",
    'Shall I set it?',
    'Let me know what to change.',
  ])
    it(`does not: ${text}`, () => assert.equal(announcesChange(text), false));
});

describe('words that claim', () => {
  for (const text of [
    'Done!',
    "I've set your reminder for 9.",
    'Your reminder has been set.',
    'All set.',
    'Reminder set for tomorrow.',
  ])
    it(`claims: ${text}`, () => assert.equal(claimsDone(text), true));
  for (const text of [
    'I could not set it.',
    'Nothing was changed.',
    'When should I remind you?',
    "Sorry, that didn't work, nothing is done.",
  ])
    it(`does not: ${text}`, () => assert.equal(claimsDone(text), false));
});
