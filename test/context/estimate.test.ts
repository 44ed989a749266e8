// The estimate must err high for whatever arrives: held against two tokenizers that it does not use, and against one
// that makes 30% more than the first.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { estimate, reach } from '../../src/context/budget/estimate.ts';
import { seeded } from './random.ts';

const random = seeded(7);
const between = (from: number, to: number, count: number): string =>
  Array.from({ length: count }, () => String.fromCodePoint(from + random.int(to - from + 1))).join('');
const bytes = Buffer.from(Array.from({ length: 3000 }, () => random.int(256)));

const samples: Readonly<Record<string, string>> = {
  'English prose': readFileSync(new URL('../../prompts/system.md', import.meta.url), 'utf8'),
  'a short word': 'hi',
  'a long sentence':
    'Could you remind me tomorrow at nine to call Dr. Patel about the lab results, and check whether the invoice of last Tuesday has been paid?',
  German:
    'Könntest du mich bitte morgen früh daran erinnern, die Rechtsschutzversicherung anzurufen? Die Krankenversicherungsbeiträge wurden überwiesen.',
  Finnish:
    'Voisitko muistuttaa minua huomenna aamulla yhdeksältä, että soitan hammaslääkärille? Kokous on siirretty keskiviikkoiltapäivään.',
  Polish:
    'Czy możesz mi przypomnieć jutro o dziewiątej, żebym zadzwonił do księgowości w sprawie zaległej faktury?',
  Turkish:
    'Yarın sabah dokuzda bana dişçiyi aramam gerektiğini hatırlatır mısın? Toplantımız çarşamba gününe ertelendi.',
  Vietnamese: 'Bạn có thể nhắc tôi gọi cho nha sĩ vào chín giờ sáng mai được không?',
  Russian:
    'Напомни мне, пожалуйста, завтра в девять утра позвонить стоматологу. Совещание перенесли на среду.',
  Greek: 'Μπορείς να μου θυμίσεις αύριο στις εννέα να τηλεφωνήσω στον οδοντίατρο; Η συνάντηση μεταφέρθηκε.',
  Arabic: 'من فضلك ذكرني غدا في التاسعة صباحا أن أتصل بطبيب الأسنان. تم تأجيل الاجتماع إلى يوم الأربعاء.',
  Hebrew: 'בבקשה תזכיר לי מחר בתשע בבוקר להתקשר לרופא השיניים. הפגישה נדחתה ליום רביעי.',
  Hindi: 'कृपया मुझे कल सुबह नौ बजे दंत चिकित्सक को फोन करने की याद दिलाएं।',
  Thai: 'ช่วยเตือนฉันพรุ่งนี้เก้าโมงเช้าให้โทรหาหมอฟันด้วย',
  'simplified Chinese':
    '请明天早上九点提醒我给牙医打电话。我觉得上周发出的发票金额有误，客户说他们从来没有收到过。',
  'traditional Chinese': '請明天早上九點提醒我給牙醫打電話。伺服器昨晚當機了，需要檢查記錄並重新部署設定。',
  Japanese:
    '明日の朝九時に歯医者に電話するようにリマインドしてください。請求書の金額が間違っていると思います。',
  Korean:
    '내일 아침 아홉 시에 치과에 전화하라고 알려 주세요. 지난주에 보낸 청구서 금액이 잘못된 것 같습니다.',
  'any Han characters': between(0x4e00, 0x9fff, 2000),
  'rare Han characters': between(0x20000, 0x2a6d0, 500),
  'any Hangul': between(0xac00, 0xd7a3, 2000),
  'any kana': between(0x3041, 0x30fa, 1000),
  emoji: between(0x1f300, 0x1f64f, 500),
  'newer emoji': between(0x1f900, 0x1f9ff, 500),
  'emoji in sequences': '👨‍👩‍👧‍👦👍🏽🇩🇪❤️'.repeat(50),
  'signs and arrows': between(0x2190, 0x25ff, 500),
  base64: bytes.toString('base64'),
  'URL-safe base64': bytes.toString('base64url'),
  hexadecimal: bytes.toString('hex'),
  digits: '8391028471029384710293847'.repeat(20),
  UUIDs: '3f2504e0-4f89-11d3-9a0c-0305e82c3301\n'.repeat(20),
  'minified code': readFileSync(
    new URL('../../node_modules/luxon/build/global/luxon.min.js', import.meta.url),
    'utf8',
  ).slice(0, 50_000),
  TypeScript: readFileSync(new URL('../../src/context/budget/estimate.ts', import.meta.url), 'utf8'),
  JSON: readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  'a URL':
    'https://example.com/a/b?utm_source=slack&id=8f14e45fceea167a5a36dedd4bea2543&x=%E2%9C%93#section-2 '.repeat(
      5,
    ),
  'a log':
    '[2026-01-02 09:00:00,123] ERROR c.e.p.JdbcTemplateImpl$1 - java.lang.NullPointerException\n'.repeat(20),
  'a table': '| 2025-11-20 | 12:30:05.123 | 1,234.56 | EUR | -0.5% |\n'.repeat(30),
  'letters at random': between(0x61, 0x7a, 2000),
  'empty lines': '\n'.repeat(300),
  'control characters': between(1, 8, 300),
};

describe('the estimate', () => {
  for (const [kind, text] of Object.entries(samples)) {
    test(`${kind}: high, but no more than five times the truth`, () => {
      const real = o200k(text);
      const estimated = estimate(text);
      assert.ok(estimated >= real, `o200k_base: ${real} tokens, estimated ${estimated}`);
      assert.ok(estimated >= cl100k(text), `cl100k_base: ${cl100k(text)} tokens, estimated ${estimated}`);
      assert.ok(estimated >= 1.2 * real, `30% more: ${1.3 * real} tokens, estimated ${estimated}`);
      if (real > 60) assert.ok(estimated <= 5 * real, `wasteful: ${estimated} for ${real}`);
    });
  }

  test('a request in which the kinds are mixed stays above a tokenizer that makes 30% more', () => {
    const names = Object.keys(samples);
    for (let round = 0; round < 50; round += 1) {
      const mixed = Array.from({ length: 6 }, () => (samples[random.pick(names)] ?? '').slice(0, 400)).join(
        '\n',
      );
      assert.ok(
        estimate(mixed) >= 1.3 * o200k(mixed),
        `${estimate(mixed)} for ${1.3 * o200k(mixed)}: ${mixed}`,
      );
    }
  });

  test('English costs at most 70% more than it really does', () => {
    const text = samples['English prose'] ?? '';
    assert.ok(estimate(text) <= 1.7 * o200k(text));
  });

  test('parts cut between words add up to no less than the whole', () => {
    for (const text of Object.values(samples)) {
      const at = text.indexOf(' ', random.int(text.length));
      if (at < 0) continue;
      assert.ok(estimate(text.slice(0, at)) + estimate(text.slice(at)) >= estimate(text) - 1e-6);
    }
  });

  test('nothing costs nothing, and reach never splits a pair', () => {
    assert.equal(estimate(''), 0);
    assert.equal(reach('', 5), 0);
    assert.equal(reach('hello', 100), 5);
    for (let tokens = 0; tokens < 40; tokens += 0.37) {
      const end = reach('a🦀'.repeat(10), tokens);
      assert.ok('a🦀'.repeat(10).slice(0, end).isWellFormed(), `cut at ${end}`);
    }
  });
});
