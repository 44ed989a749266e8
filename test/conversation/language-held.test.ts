// An answer in another language than the person's: asked again once, unless they spoke of languages.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { otherLanguage } from '../../src/conversation/turn/claims/hold-language.ts';
import { scenesOn } from '../schedule/scene.ts';

const german = 'Kannst du mir bitte sagen, was wir morgen auf dem Plan haben?';
const inEnglish = 'You have nothing on your plan for tomorrow, as far as I know.';
const inGerman = 'Für morgen hast du nichts auf dem Plan, soweit ich weiß.';

const cases: readonly (readonly [words: string, reply: string, other: boolean])[] = [
  [german, inEnglish, true],
  [german, inGerman, false],
  [german, 'OK!', false],
  ['Übersetze das bitte für mich: ich habe nichts auf dem Plan', inEnglish, false],
  ['Und wie sage ich das auf Englisch, wenn ich es dir schreibe?', inEnglish, false],
  ['What do we have on the plan for tomorrow?', inGerman, true],
  ['明日の予定は何ですか?', inEnglish, true],
  ['Lisbon?', inEnglish, false],
  [
    "pfff quelle journée, j'ai la tête comme une citrouille",
    'Oh no, sounds like a hard day! Take a break and drink some water.',
    true,
  ],
  ["pfff quelle journée, j'ai la tête comme une citrouille", 'Oh no, sounds like a hard day!', false],
  [
    "tu connais un bon film, s'il te plaît ?",
    'Out of Africa, The Wind Rises, Some Like It Hot, Get Out',
    false,
  ],
  [
    "c'est quoi le titre de la chanson ?",
    'Oui : « Take a break and drink some water, it is a hard day »',
    false,
  ],
];
for (const [words, reply, other] of cases)
  test(`"${words}" answered by "${reply}"`, () => assert.equal(otherLanguage(words, reply) !== null, other));

test('the language that a person is known to write in counts where their words are not clear', () => {
  const reply = 'Oh no, sounds like a hard day! Take a break and drink some water.';
  assert.equal(otherLanguage('pfff', reply), null);
  assert.deepEqual(otherLanguage('pfff', reply, 'fr'), { wanted: 'fr', got: 'en' });
});

describe('an answer in another language', () => {
  const start = scenesOn('pglite');

  it('is asked again once, and the person sees the second', async () => {
    const scene = await start();
    scene.bot.model.script([inEnglish, inGerman]);
    assert.equal(await scene.ask('Ann', german), inGerman);
    assert.match(scene.bot.model.requests[0]?.lastUser ?? '', /\nThe person writes in German\.\n/);
    assert.match(scene.bot.model.requests[1]?.lastUser ?? '', /in English, but the person writes in German/);
  });

  it('stays as it is where the second is no better', async () => {
    const scene = await start();
    scene.bot.model.script([inEnglish, inEnglish]);
    assert.equal(await scene.ask('Ann', german), inEnglish);
    assert.equal(scene.bot.model.requests.length, 2);
  });
});
