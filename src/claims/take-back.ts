// The one sentence that takes a promise back, in the language of the reply. It states what is not so, and promises nothing.
import type { ClaimKind } from './claim.ts';

type Kept = 'schedule' | 'change' | 'memory' | 'persona';

const sentences: Readonly<Record<string, Readonly<Record<Kept, string>>>> = {
  en: {
    schedule: 'Correction: no reminder is set for this.',
    change: 'Correction: no reminder was changed.',
    memory: 'Correction: nothing was noted.',
    persona: 'Correction: the persona was not changed.',
  },
  de: {
    schedule: 'Korrektur: Dafür ist keine Erinnerung gestellt.',
    change: 'Korrektur: Es wurde keine Erinnerung geändert.',
    memory: 'Korrektur: Es wurde nichts notiert.',
    persona: 'Korrektur: Die Persona wurde nicht gewechselt.',
  },
  fr: {
    schedule: 'Correction : aucun rappel n’est programmé pour cela.',
    change: 'Correction : aucun rappel n’a été modifié.',
    memory: 'Correction : rien n’a été noté.',
    persona: 'Correction : le persona n’a pas changé.',
  },
  es: {
    schedule: 'Corrección: no hay ningún recordatorio puesto para esto.',
    change: 'Corrección: no se ha cambiado ningún recordatorio.',
    memory: 'Corrección: no se ha anotado nada.',
    persona: 'Corrección: no se ha cambiado de persona.',
  },
  pt: {
    schedule: 'Correção: nada foi marcado para isso.',
    change: 'Correção: os lembretes não mudaram.',
    memory: 'Correção: nada foi anotado.',
    persona: 'Correção: a persona não mudou.',
  },
  nl: {
    schedule: 'Correctie: hiervoor staat geen herinnering.',
    change: 'Correctie: er is geen herinnering gewijzigd.',
    memory: 'Correctie: er is niets genoteerd.',
    persona: 'Correctie: de persona is niet gewisseld.',
  },
  it: {
    schedule: 'Correzione: non è impostato alcun promemoria per questo.',
    change: 'Correzione: i promemoria sono quelli di prima.',
    memory: 'Correzione: non è stato annotato nulla.',
    persona: 'Correzione: la persona non è cambiata.',
  },
  ja: {
    schedule: '訂正:このリマインダーは設定されていません。',
    change: '訂正:リマインダーは変更されていません。',
    memory: '訂正:何も記録されていません。',
    persona: '訂正:ペルソナは切り替わっていません。',
  },
  zh: {
    schedule: '更正:这件事没有设置提醒。',
    change: '更正:没有更改任何提醒。',
    memory: '更正:没有记录任何内容。',
    persona: '更正:角色没有切换。',
  },
  hi: {
    schedule: 'सुधार: इसके लिए कोई रिमाइंडर सेट नहीं है।',
    change: 'सुधार: कोई रिमाइंडर बदला नहीं गया।',
    memory: 'सुधार: कुछ भी नोट नहीं किया गया।',
    persona: 'सुधार: पर्सोना नहीं बदला गया।',
  },
  'hi-Latn': {
    schedule: 'Sudhaar: iske liye koi reminder set nahi hai.',
    change: 'Sudhaar: koi reminder badla nahi gaya.',
    memory: 'Sudhaar: kuch bhi note nahi kiya gaya.',
    persona: 'Sudhaar: persona nahi badla gaya.',
  },
  ar: {
    schedule: 'تصحيح: لم يُضبط أي تذكير لهذا.',
    change: 'تصحيح: لم يُغيَّر أي تذكير.',
    memory: 'تصحيح: لم يُسجَّل أي شيء.',
    persona: 'تصحيح: لم تتغيّر الشخصية.',
  },
  ru: {
    schedule: 'Поправка: напоминание об этом не установлено.',
    change: 'Поправка: ни одно напоминание не изменено.',
    memory: 'Поправка: ничего не записано.',
    persona: 'Поправка: персона не сменилась.',
  },
};

/** The sentence for a claim of this kind, in the language of this BCP 47 tag; English where we have none. Pure. */
export function takeBack(kind: ClaimKind, language: string): string {
  const of = sentences[language] ?? sentences[language.slice(0, 2)] ?? sentences.en;
  return of?.[keptOf(kind)] ?? '';
}

function keptOf(kind: ClaimKind): Kept {
  switch (kind) {
    case 'memory':
    case 'persona':
      return kind;
    case 'changed':
    case 'cancelled':
      return 'change';
    default:
      return 'schedule';
  }
}
