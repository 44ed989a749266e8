// One spelling for comparing: lower case, plain apostrophes and digits, vowel points and emphasis marks gone,
// Traditional Chinese written as Simplified. Patterns in the language packs are written in this spelling.

const TRADITIONAL =
  '會会時时間间點点後后週周請请發发設设鬧闹鐘钟鈴铃訊讯號号個个們们為为來来這这裡里裏里讓让說说還还沒没過过記记憶忆經经刪删動动換换醫医師师開开關关議议話话語语錯错幫帮給给從从現现檔档對对應应該该聽听覺觉準准備备確确認认變变樣样報报電电郵邮見见買买賣卖員员團团隊队專专業业務务財财兩两幾几無无問问題题體体頭头訂订單单項项飯饭藥药氣气車车進进結结續续預预約约狀状態态啟启聲声麼么嗎吗喚唤寫写譯译種种類类總总歸归當当讀读書书學学習习長长東东門门場场處处辦办決决樓楼課课貓猫魚鱼園园國国廣广產产區区傳传帳账賬账錢钱費费繳缴歡欢謝谢氣气計计劃划圖图據据實实際际網网頁页視视頻频週周樂乐響响達达運运連连遲迟邊边餐餐館馆係系喺在嘅的咗了唔不冇没佢他';

const simplified: ReadonlyMap<string, string> = new Map(
  (TRADITIONAL.match(/.{2}/gu) ?? []).map((pair) => [[...pair][0] ?? '', [...pair][1] ?? '']),
);

const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

function digit(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? char : String(code - zero);
}

/** Chinese characters in one form; Japanese ones that have it are changed too, in texts and patterns alike. */
export function simplify(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (char) => simplified.get(char) ?? char);
}

/** The text as patterns expect it. Its length may change. Total. */
export function normal(text: string): string {
  return simplify(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/[\u00a0\u2000-\u200a\u202f]/gu, ' ')
    .replace(/[\u200b-\u200f\u2060\ufeff]|\ufe0f/gu, '')
    .replace(/\*{1,3}|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gu, '')
    .replace(/[\u064b-\u065f]|\u0640/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/\u093c/gu, '')
    .replace(/[\u095c\u095d]/gu, (c) => (c === '\u095c' ? '\u0921' : '\u0922'))
    .replace(/\u0901/gu, '\u0902')
    .replace(/[٠-٩۰-۹०-९０-９]/gu, digit)
    .replace(/：/gu, ':');
}

/** Without accents on Latin letters, each letter in its place. */
export function accentless(text: string): string {
  return text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/gu, (char) => char.normalize('NFD').charAt(0));
}

/** The same without accents on Latin letters, for what people type in haste. */
export function plain(text: string): string {
  return normal(text)
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');
}
