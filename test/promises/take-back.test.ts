// The sentence that takes a promise back is the last word of a reply: in the reply's language, and no claim itself, or the
// correction would be corrected for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClaimKind, findClaims, languageOf, takeBack } from '../../src/claims/index.ts';

const kinds: readonly ClaimKind[] = [
  'reminder',
  'recurring',
  'follow_up',
  'cancelled',
  'changed',
  'memory',
  'persona',
  'forgotten',
  'undone',
  'deed',
];
/** A language, and one request of each kind in it. */
const requests: Readonly<Record<string, readonly string[]>> = {
  en: ['remind me tomorrow at 9', 'cancel my reminder', 'remember my name', 'switch to the lawyer persona'],
  de: ['erinnere mich morgen um 9', 'lösch die erinnerung', 'merk dir meinen namen', 'sei mein anwalt'],
  fr: ['rappelle-moi demain à 9 h', 'annule le rappel', 'retiens mon nom', 'passe en mode avocat'],
  es: [
    'recuérdame mañana a las 9',
    'borra el recordatorio',
    'apunta mi nombre',
    'cambia a la persona abogado',
  ],
  pt: ['me lembra amanhã às 9', 'cancela o lembrete', 'anota meu nome', 'muda para a persona advogado'],
  nl: ['herinner me morgen om 9', 'verwijder de herinnering', 'onthoud mijn naam', 'wissel naar de advocaat'],
  it: [
    'ricordami domani alle 9',
    'cancella il promemoria',
    'ricorda il mio nome',
    'passa alla persona avvocato',
  ],
  ja: ['明日9時にリマインドして', 'リマインダーを消して', '名前を覚えて', '弁護士モードにして'],
  zh: ['明天九点提醒我', '取消提醒', '记住我的名字', '切换到律师模式'],
  hi: ['कल सुबह 9 बजे याद दिलाना', 'रिमाइंडर हटा दो', 'मेरा नाम याद रखो', 'वकील मोड में आ जाओ'],
  ar: ['ذكرني غدا الساعة 9', 'احذف التذكير', 'تذكر اسمي', 'كن محاميا'],
  ru: ['напомни завтра в 9', 'удали напоминание', 'запомни моё имя', 'переключись на юриста'],
};

for (const [language, users] of Object.entries(requests)) {
  test(`${language}: taking back claims nothing, whatever was asked`, () => {
    for (const kind of kinds) {
      const sentence = takeBack(kind, language);
      for (const user of [null, '', 'ok', ...users])
        for (const reply of [sentence, `Hm.\n\n${sentence}`])
          assert.deepEqual(
            findClaims(reply, { user, now: new Date('2026-03-10T09:00:00Z'), zone: 'Europe/Berlin' }).map(
              (claim) => `${claim.kind}: ${claim.sentence}`,
            ),
            [],
            `${user}`,
          );
    }
  });

  test(`${language}: it is in that language`, () => {
    const sentences = new Set(kinds.map((kind) => takeBack(kind, language)));
    assert.equal(sentences.size, 7);
    for (const sentence of sentences) {
      assert.equal(languageOf(sentence, ''), language, sentence);
      assert.equal(takeBack('reminder', language) === takeBack('reminder', 'en'), language === 'en');
    }
  });
}

test('another language gets English; a region does not matter', () => {
  assert.equal(takeBack('memory', 'sw'), takeBack('memory', 'en'));
  // Hindi in Latin letters is answered in English, as everywhere.
  assert.equal(takeBack('memory', 'hi-Latn'), takeBack('memory', 'en'));
  assert.equal(takeBack('memory', 'pt-BR'), takeBack('memory', 'pt'));
});
