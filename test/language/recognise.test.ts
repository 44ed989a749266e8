// The language that a person writes in: only where their own words make it clear.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tags } from '../../src/language/languages.ts';
import { recognise } from '../../src/language/recognise.ts';

const isSpoken = (tag: string | null) => tag === null || (tags as readonly string[]).includes(tag);
const rows: readonly (readonly [string, string | null])[] = [
  ['please remind me tomorrow at 9 to stretch', 'en'],
  ['Erinnere mich morgen um 9 ans Dehnen', 'de'],
  ['kannst du das auf 10 Uhr verschieben?', 'de'],
  ['Recuérdame mañana a las 9 que llame a Ana', 'es'],
  ['rappelle-moi demain à 9 h d’appeler Anne', 'fr'],
  ['ricordami domani alle 9 di chiamare Anna', 'it'],
  ['me lembre amanhã às 9 de ligar para a Ana', 'pt'],
  ['herinner me morgen om 9 uur aan het rekken', 'nl'],
  ['напомни мне завтра в 9 позвонить Ане', 'ru'],
  ['ذكرني غدا الساعة 9 بالاتصال بآنا', 'ar'],
  ['मुझे कल 9 बजे याद दिलाना', 'hi'],
  ['明日の9時にストレッチをリマインドして', 'ja'],
  ['明天9点提醒我伸展', 'zh'],
  ['ok', null],
  ['OK, danke', null],
  ['Berlin', null],
  ['r3', null],
  ['https://example.com/der-die-das-und-ist', null],
  ['> der Brief ist nicht für dich und mich\nwhat does this say to me?', 'en'],
  ['```\nder die das und ist\n```', null],
  ['Is there anything Ben cannot eat?', 'en'],
  ['Is Ben in?', null],
  ['Ik ben er nog niet', 'nl'],
  ['Kannst du das Will und mir schicken? Es ist nicht für Ben', 'de'],
  ['translate "guten Morgen" into English for me please', 'en'],
];

describe('the language somebody writes in', () => {
  for (const [text, wanted] of rows.filter(([, tag]) => isSpoken(tag)))
    it(`${JSON.stringify(text)}: ${wanted}`, () => assert.equal(recognise(text), wanted));
});
