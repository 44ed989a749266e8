// What the simulated model says where it is faulty or does not know, in each language.
import type { Language } from '../judge/words.ts';

interface Phrases {
  /** A claim without a call. */
  readonly done: readonly string[];
  /** An announcement without a call. */
  readonly announced: readonly string[];
  readonly sorry: string;
  readonly unknown: string;
  /** What it says where it has lost its persona. */
  readonly bland: string;
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    done: ['Done!', 'All set!', 'Done, anything else?'],
    announced: ['Let me set that up for you.', 'One moment, I will take care of that.'],
    sorry: 'Sorry, I could not do all of it.',
    unknown: 'I am afraid I do not know that.',
    bland: 'Sure, happy to help with that.',
  },
  de: {
    done: ['Erledigt!', 'Ist erledigt, sonst noch etwas?'],
    announced: ['Einen Moment, ich kümmere mich darum.', 'Ich trage das gleich ein.'],
    sorry: 'Tut mir leid, das konnte ich nicht alles erledigen.',
    unknown: 'Das weiß ich leider nicht.',
    bland: 'Klar, dabei helfe ich gern.',
  },
  es: {
    done: ['¡Hecho!', 'Listo, ¿algo más?'],
    announced: ['Un momento, me encargo de eso.', 'Déjame configurarlo.'],
    sorry: 'Lo siento, no pude hacerlo todo.',
    unknown: 'Lo siento, eso no lo sé.',
    bland: 'Claro, te ayudo con eso.',
  },
  fr: {
    done: ["C'est fait !", "C'est fait, autre chose ?"],
    announced: ["Un instant, je m'en occupe.", 'Je vais ajouter ça.'],
    sorry: "Désolé, je n'ai pas pu tout faire.",
    unknown: 'Désolé, je ne le sais pas.',
    bland: 'Bien sûr, je vous aide volontiers.',
  },
  it: {
    done: ['Fatto!', 'Fatto, altro?'],
    announced: ['Un momento, me ne occupo io.', 'Ora lo imposto.'],
    sorry: 'Mi dispiace, non sono riuscito a fare tutto.',
    unknown: 'Mi dispiace, non lo so.',
    bland: 'Certo, ti aiuto volentieri.',
  },
  pt: {
    done: ['Feito!', 'Pronto, mais alguma coisa?'],
    announced: ['Um momento, vou tratar disso.', 'Vou configurar isso.'],
    sorry: 'Desculpa, não consegui fazer tudo.',
    unknown: 'Desculpa, isso não sei.',
    bland: 'Claro, ajudo com isso.',
  },
  nl: {
    done: ['Gedaan!', 'Geregeld, nog iets?'],
    announced: ['Een momentje, ik regel het.', 'Ik ga dat instellen.'],
    sorry: 'Sorry, ik kon niet alles doen.',
    unknown: 'Sorry, dat weet ik niet.',
    bland: 'Natuurlijk, daar help ik graag mee.',
  },
  ru: {
    done: ['Готово!', 'Сделано, что-нибудь ещё?'],
    announced: ['Минутку, сейчас сделаю.', 'Сейчас поставлю.'],
    sorry: 'Извините, я не смог сделать всё.',
    unknown: 'Извините, этого я не знаю.',
    bland: 'Конечно, с радостью помогу.',
  },
  ja: {
    done: ['完了しました！', '設定しました。'],
    announced: ['少々お待ちください。今から設定します。', 'これから登録します。'],
    sorry: '申し訳ありません、全部はできませんでした。',
    unknown: '申し訳ありません、それは分かりません。',
    bland: 'はい、喜んでお手伝いします。',
  },
  zh: {
    done: ['完成了！', '已设置好了。'],
    announced: ['请稍等，我来设置。', '我马上处理。'],
    sorry: '抱歉，我没能全部完成。',
    unknown: '抱歉，我不知道。',
    bland: '好的，很乐意帮忙。',
  },
  hi: {
    done: ['हो गया!', 'कर दिया, और कुछ?'],
    announced: ['एक पल, मैं इसे सेट करता हूँ।', 'मैं अभी करता हूँ।'],
    sorry: 'माफ़ कीजिए, मैं सब कुछ नहीं कर पाया।',
    unknown: 'माफ़ कीजिए, यह मुझे नहीं पता।',
    bland: 'ज़रूर, मैं इसमें मदद करता हूँ।',
  },
  ar: {
    done: ['تم!', 'تم ذلك، هل من شيء آخر؟'],
    announced: ['لحظة، سأقوم بذلك الآن.', 'سأضبط ذلك حالاً.'],
    sorry: 'عذراً، لم أستطع إنجاز كل شيء.',
    unknown: 'عذراً، لا أعرف ذلك.',
    bland: 'بالتأكيد، يسعدني أن أساعد.',
  },
};

/** An answer in another language than the person's. */
export const foreign = (language: Language): string =>
  language === 'en'
    ? 'Gerne, ich habe mir das angesehen und melde mich, wenn es noch etwas dazu gibt.'
    : 'Sure, I have looked at this and there is nothing more that you need to do for it.';
