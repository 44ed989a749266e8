// Chinese characters in one form, so that one table of words reads both ways of writing them.

const TRADITIONAL =
  '會会時时間间點点後后週周請请發发設设鬧闹鐘钟鈴铃訊讯號号個个們们為为來来這这裡里裏里讓让說说還还沒没過过記记憶忆經经刪删動动換换醫医師师開开關关議议話话語语錯错幫帮給给從从現现檔档對对應应該该聽听覺觉準准備备確确認认變变樣样報报電电郵邮見见買买賣卖員员團团隊队專专業业務务財财兩两幾几無无問问題题體体頭头訂订單单項项飯饭藥药氣气車车進进結结續续預预約约狀状態态啟启聲声麼么嗎吗喚唤寫写譯译種种類类總总歸归當当讀读書书學学習习長长東东門门場场處处辦办決决樓楼課课貓猫魚鱼園园國国廣广產产區区傳传帳账賬账錢钱費费繳缴歡欢謝谢氣气計计劃划圖图據据實实際际網网頁页視视頻频週周樂乐響响達达運运連连遲迟邊边餐餐館馆係系喺在嘅的咗了唔不冇没佢他';

const simplified: ReadonlyMap<string, string> = new Map(
  (TRADITIONAL.match(/.{2}/gu) ?? []).map((pair) => [[...pair][0] ?? '', [...pair][1] ?? '']),
);

const TRADITIONALS = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu');

/** Chinese characters in one form; Japanese ones that have it are changed too, in texts and patterns alike. */
export function simplify(text: string): string {
  return text.replace(TRADITIONALS, (char) => simplified.get(char) ?? char);
}
