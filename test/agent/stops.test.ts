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

  it('shows words alone, never the call behind them, also after the last round', async () => {
    const runner = testRunner([reader('look'), writer('change')]);
    const both = 'Nothing else is planned.\n{"name":"change","arguments":{"text":"a"}}';
    model.rules((request) =>
      request.number > 2 ? both : { calls: [{ name: 'look', args: { query: `n${request.number}` } }] },
    );
    for (const rounds of [2, 8]) {
      const outcome = await loopOn(model.url, runner, { limits: { rounds } });
      assert.equal(outcome.text, 'Nothing else is planned.');
    }
    assert.ok(runner.ran.every(({ name }) => name === 'look'));
  });

  it('keeps the words before a call when the model says nothing more, without a line that announces the call', async () => {
    const both =
      'Nothing else is planned.\nNo more than that.\nSure, one moment.\n{"name":"look","arguments":{}}';
    model.rules((request) => (request.number === 1 ? both : ''));
    const outcome = await loopOn(model.url, testRunner([reader('look')]));
    assert.equal(outcome.reason, 'empty');
    assert.match(outcome.text, /^Nothing else is planned\.\nNo more than that\./);
    assert.doesNotMatch(outcome.text, /moment|look/);
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
    for (const call of errors) assert.match(call.result.text, /^[^\n]*\bchange\b[^\n]*"text"[^\n]*$/);
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

/** For each language: a look announced, a change announced, something claimed, something denied, and an answer. */
const spoken: Readonly<
  Record<string, readonly [look: string, change: string, done: string, denied: string, answer: string]>
> = {
  de: [
    'Ich schaue kurz nach.',
    'Ich werde das gleich eintragen.',
    'Erledigt, ich habe es gespeichert.',
    'Das konnte ich leider nicht speichern.',
    'Du hast morgen zwei Termine.',
  ],
  fr: [
    'Laisse-moi vérifier cela.',
    'Je vais le noter tout de suite.',
    "C'est fait, j'ai noté ton rappel.",
    "Désolé, je n'ai pas pu le noter.",
    'Tu as deux rendez-vous demain.',
  ],
  es: [
    'Déjame revisar tus recordatorios.',
    'Voy a anotarlo.',
    'Listo, he guardado la nota.',
    'Lo siento, no he guardado nada.',
    'Mañana tienes dos citas.',
  ],
  pt: [
    'Vou verificar os teus lembretes.',
    'Vou agendar isso.',
    'Pronto, já anotei.',
    'Desculpe, não anotei nada.',
    'Amanhã tens duas reuniões.',
  ],
  it: [
    'Fammi controllare i promemoria.',
    'Ora imposto il promemoria.',
    'Fatto, ho salvato la nota.',
    'Mi dispiace, non ho salvato nulla.',
    'Domani hai due appuntamenti.',
  ],
  nl: [
    'Ik ga even kijken.',
    'Ik zal dat opslaan.',
    'Klaar, ik heb het genoteerd.',
    'Helaas is het niet opgeslagen.',
    'Je hebt morgen twee afspraken.',
  ],
  ru: [
    'Сейчас проверю.',
    'Сейчас я запишу.',
    'Готово, записал.',
    'К сожалению, ничего не записал.',
    'Завтра у тебя две встречи.',
  ],
  ar: [
    'دعني أتحقق من التذكيرات.',
    'سأضيف ذلك الآن.',
    'تم حفظ الملاحظة.',
    'عذرا، لم يتم حفظ أي شيء.',
    'لديك موعدان غدا.',
  ],
  hi: [
    'एक मिनट, मैं देखता हूँ।',
    'मैं इसे नोट कर लेता हूँ।',
    'हो गया, नोट कर लिया है।',
    'माफ़ कीजिए, नोट नहीं हो पाया।',
    'कल आपकी दो बैठकें हैं।',
  ],
  ja: [
    '確認します。',
    'リマインダーを設定します。',
    '設定しました。',
    '申し訳ありません、設定できませんでした。',
    '明日は予定が二つあります。',
  ],
  zh: ['让我查一下。', '我这就帮你设置。', '已经设置好了。', '抱歉，没有设置成功。', '明天你有两个会。'],
};

describe('in the other languages', () => {
  for (const [language, [look, change, done, denied, answer]] of Object.entries(spoken))
    it(language, () => {
      assert.equal(announcesWithoutCall(look), true, look);
      assert.equal(announcesChange(change), true, change);
      assert.equal(claimsDone(done), true, done);
      assert.equal(claimsDone(denied), false, denied);
      for (const rule of [announcesWithoutCall, announcesChange, claimsDone])
        assert.equal(rule(answer), false, answer);
    });

  it('a false "done" in German is told to the model, and not shown if it insists', async () => {
    const model = await ScriptedModel.start();
    model.script([
      { calls: [{ name: 'set', args: { text: 'x' } }] },
      'Erledigt, ist eingetragen.',
      'Erledigt, ist eingetragen.',
    ]);
    const outcome = await loopOn(model.url, testRunner([writer('set', fails)]));
    assert.equal(model.requests.length, 3);
    assert.doesNotMatch(outcome.text, /Erledigt/);
    await model.stop();
  });
});
