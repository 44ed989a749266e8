// The model of one item: it makes the rows that the item says were made in the turn, then answers with the item's reply. Asked
// again, it either mends (calls the tool for what the message names as missing, else takes its words back) or repeats itself.
import type { ChatMessage } from '../../../src/context/message.ts';
import { NOTICE } from '../../../src/context/notices.ts';
import { tagOf } from '../../../src/language/languages.ts';
import { sayIn } from '../../../src/language/say.ts';
import { splitWhen } from '../../../src/schedule/parse/index.ts';
import type { ScriptedCall, Step } from '../../../test/fakes/model/steps.ts';
import type { Item } from '../item.ts';

export type Manner = 'mends' | 'repeats';

/** How it says that it has done what it was told to do. */
const DONE: Readonly<Record<string, string>> = {
  en: 'Okay.',
  de: 'In Ordnung.',
  fr: "D'accord.",
  es: 'De acuerdo.',
  pt: 'Combinado.',
  it: "D'accordo.",
  nl: 'Goed.',
  ru: 'Хорошо.',
  ja: 'わかりました。',
  zh: '好的。',
  ar: 'حسنًا.',
  hi: 'ठीक है।',
};

/** The newest message by which the harness asks again; null if none does. */
function askedAgain(messages: readonly ChatMessage[]): string | null {
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const at = [NOTICE.claimed, '[Not done:', 'Not stored:', 'Stored:', 'Nothing is stored'].map((start) =>
    last.lastIndexOf(start),
  );
  return Math.max(...at) < 0 ? null : last;
}

export class ItemModel {
  /** Questions of one word, and requests to mend, that the item took. */
  questions = 0;
  repairs = 0;
  #item: Item;
  #calls: readonly ScriptedCall[] = [];
  #manner: Manner = 'repeats';
  #beside: () => Promise<void> = async () => undefined;
  #has = { begun: false, called: false, mended: false, nudge: '' };

  constructor(first: Item) {
    this.#item = first;
  }

  /** From now on it answers this item. @param calls what it does before it answers @param beside what is written meanwhile */
  begin(item: Item, calls: readonly ScriptedCall[], manner: Manner, beside: () => Promise<void>): void {
    [this.#item, this.#calls, this.#manner, this.#beside] = [item, calls, manner, beside];
    [this.questions, this.repairs] = [0, 0];
    this.#has = { begun: false, called: false, mended: false, nudge: '' };
  }

  async answer(messages: readonly ChatMessage[]): Promise<Step> {
    if (!this.#has.begun) {
      this.#has.begun = true;
      await this.#beside();
    }
    if (/one word: yes or no/.test(messages[0]?.content ?? '')) return this.#yesOrNo();
    if (!this.#has.called && this.#calls.length > 0) {
      this.#has.called = true;
      return { calls: this.#calls };
    }
    const nudge = askedAgain(messages);
    if (nudge !== null && nudge !== this.#has.nudge) {
      this.repairs++;
      this.#has.nudge = nudge;
      this.#has.mended = false;
    }
    if (nudge === null || this.#manner === 'repeats') return this.#item.reply;
    return this.#mended(nudge);
  }

  /** One that mends answers truly; one that does not answers nonsense. */
  #yesOrNo(): Step {
    this.questions++;
    if (this.#manner === 'repeats') return this.#item.reply;
    return this.#item.claim === undefined || this.#item.claim === 'none' ? 'no' : 'yes';
  }

  #mended(nudge: string): Step {
    if (this.#has.mended) return DONE[this.#item.lang] ?? 'Okay.';
    this.#has.mended = true;
    const missing = /Not (?:stored|done): (".*")\./u.exec(nudge)?.[1] ?? '';
    const calls = [...missing.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].flatMap(([, words = '']) =>
      this.#callsFor(words),
    );
    if (calls.length > 0) return { calls };
    const say = sayIn(tagOf(this.#item.lang) ?? 'en');
    return say('taken-back.schedule').replace(/^[^:：]*[:：]\s*/u, '');
  }

  #callsFor(words: string): readonly ScriptedCall[] {
    const { now, tz: zone, lang } = this.#item;
    const split = splitWhen(words, { now: new Date(now), zone, locale: lang });
    if (!split?.result.ok || split.what.trim() === '') return [];
    return [{ name: 'set_reminder', args: { text: split.what, when: split.when } }];
  }
}
