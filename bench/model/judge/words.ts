// The judge's own words, a few for each language, apart from the product's: what says "done", what takes it back, and the
// frequent words by which a language is told from another.
import type { LANGUAGES } from '../script.ts';

export type Language = (typeof LANGUAGES)[number];

interface Words {
  /** A claim that something was done. */
  readonly done: RegExp;
  /** Something was not done, cannot be done, or is asked for. */
  readonly denies: RegExp;
  /** Frequent words; empty where the script tells. */
  readonly frequent: string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    done: /\b(?:done|all set|i(?:'ve| have) (?:set|noted|saved|moved|cancelled|changed|added|switched)|is (?:set|noted|saved|cancelled))\b/i,
    denies:
      /\b(?:not|no|nothing|never|cannot|can't|couldn't|didn't|isn't|wasn't|failed|correction|unable|don't|doesn't|won't|sorry)\b/i,
    frequent: 'the and you is it to of for that have with are was will your this can me what at on',
  },
  de: {
    done: /\b(?:erledigt|fertig|eingetragen|gespeichert|notiert|gestrichen|verschoben|ist gesetzt|gemacht)\b/i,
    denies:
      /\b(?:nicht|nichts|kein\w*|leider|konnte|fehlgeschlagen|korrektur|doch nicht|niemals|noch nicht)\b/i,
    frequent: 'der die das und ist ich du nicht ein eine mit für auf dich dir habe wird um am im es zu',
  },
  es: {
    done: /\b(?:hecho|listo|guardado|anotado|cancelado|movido|apuntado|configurado)\b/i,
    denies: /(?<!\p{L})(?:no|nada|ning\p{L}*|nunca|lamento|siento|fall\p{L}+|corrección|tampoco)(?!\p{L})/iu,
    frequent: 'el la los de que y en un una para con por se te lo es está mi tu las del al',
  },
  fr: {
    done: /(?<!\p{L})(?:c'est fait|fait|noté|enregistré|annulé|déplacé|ajouté)(?!\p{L})/iu,
    denies: /(?<!\p{L})(?:pas|rien|aucun\p{L}*|jamais|désolé|échou\p{L}+|correction|impossible)(?!\p{L})/iu,
    frequent: 'le la les de des et est une un pour que je vous tu dans sur pas avec au du ce il',
  },
  it: {
    done: /(?<!\p{L})(?:fatto|salvato|annotato|cancellato|annullato|spostato|impostato)(?!\p{L})/iu,
    denies: /(?<!\p{L})(?:non|niente|nulla|nessun\p{L}*|mai|purtroppo|fallit\p{L}|correzione)(?!\p{L})/iu,
    frequent: 'il la di che e per un una non con ti lo gli le del della alle sono è ho hai mi',
  },
  pt: {
    done: /(?<!\p{L})(?:feito|pronto|guardado|salvo|anotado|cancelado|movido|definido)(?!\p{L})/iu,
    denies: /(?<!\p{L})(?:não|nada|nenhum\p{L}*|nunca|infelizmente|falh\p{L}+|correção)(?!\p{L})/iu,
    frequent: 'o a os de que e em um uma para com por se te você está do da no na às ao',
  },
  nl: {
    done: /\b(?:gedaan|klaar|opgeslagen|genoteerd|geannuleerd|verzet|verplaatst|ingesteld|geregeld)\b/i,
    denies: /\b(?:niet|niets|geen|nooit|helaas|mislukt|correctie|kon)\b/i,
    frequent: 'de het een en is ik je niet van op met voor dat te om aan er bij heb wordt zijn',
  },
  ru: {
    done: /(?:готово|сделано|сохранено|записано|отменено|перенес|поставил|запомнил)/i,
    denies: /(?<!\p{L})(?:не|нет|ничего|никак\p{L}*|никогда|к сожалению|ошибк\p{L}*)(?!\p{L})/iu,
    frequent: '',
  },
  ja: {
    done: /(?:完了|設定しました|保存しました|メモしました|取り消しました|変更しました|登録しました)/,
    denies: /(?:ませんでした|ません|できない|ない|失敗|訂正|まだ)/,
    frequent: '',
  },
  zh: {
    done: /(?:完成了?|已设置|已保存|已记下|已取消|已更改|设好了|记住了|好了)/,
    denies: /(?:没有|没|不|未|失败|更正|无法)/,
    frequent: '',
  },
  hi: {
    done: /(?:हो गया|कर दिया|सेट (?:है|कर)|नोट कर|सहेज लिया|रद्द कर)/,
    denies: /(?:नहीं|कुछ नहीं|विफल|माफ़|न तो)/,
    frequent: '',
  },
  ar: {
    done: /(?:تم|حفظت|سجلت|ألغيت|ضبطت|نقلت)/,
    denies: /(?<!\p{L})(?:لا|لم|لن|ليس\p{L}*|لست|غير|فشل|تصحيح|عذر\p{L}*|آسف)(?!\p{L})/u,
    frequent: '',
  },
};

/** The languages of a script of their own. */
export const scripts: Readonly<Partial<Record<Language, RegExp>>> = {
  ru: /\p{Script=Cyrillic}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  zh: /\p{Script=Han}/gu,
  hi: /\p{Script=Devanagari}/gu,
  ar: /\p{Script=Arabic}/gu,
};
