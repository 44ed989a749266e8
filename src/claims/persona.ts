// Which persona a reply claims to have put on, held against the slug in force. A slug is English; a claim may be in
// any language, so the commonest trades are listed with their names.
import { fold } from '../memory/words.ts';
import type { Language } from './language/language.ts';
import type { Request } from './request.ts';
import { overlap, subjectOf } from './subject.ts';
import type { Sentence } from './voice.ts';

/** Trades under one roof: a word of a line is as good as any other of it. Folded when read. */
const TRADES: readonly string[] = [
  'lawyer legal counsel attorney law juriste avocat abogado abogada legale avvocato advogado advogada juridico juridique anwalt anwaltin rechtsanwalt jurist advocaat juridisch юрист юриста адвокат адвоката вкил 律师 法律 法务 弁護士 法務 वकील vakil vakeel محامي محام قانوني المحامي',
  'cfo finance financial finanzas financiero finanzen finanzchef financier directeur-financier finanziario financeiro diretor-financeiro financieel финдир финансовый финансового финансист финансиста фин 财务 财务总监 首席财务官 財務 財務責任者 财务官 المالي مالي مدير-مالي वित्त budget accountant buchhalter comptable contador contable',
  'coach coaching trainer fitness running runner laufcoach lauftrainer entrenador entrenadora entraineur allenatore treinador treinadora тренер тренера коуч коуча 教练 健身 コーチ トレーナー कोच مدرب المدرب',
  'chef cook cooking kitchen koch kochin cocinero cocinera cuisinier cuisiniere cuoco cuoca cozinheiro cozinheira kok повар повара шеф шефа 厨师 大厨 主厨 シェフ 料理人 रसोइया शेफ شيف طباخ الشيف',
  'teacher tutor lehrer lehrerin nachhilfe profesor profesora professeur prof insegnante professor professora leraar docent учитель учителя репетитор 老师 导师 家教 先生 教師 家庭教師 शिक्षक टीचर ट्यूटर معلم المعلم مدرس المدرس',
  'therapist psychologist therapeut therapeutin terapeuta psicologo psicologa psychologue therapeute psycholoog терапевт психолог психолога 心理 咨询师 カウンセラー مدير-نفسي معالج',
  'editor writer lektor lektorin redakteur redactor redactora editeur redacteur redattore editore editor-chefe редактор редактора копирайтер 编辑 編集者 編集 संपादक محرر المحرر copywriter author',
  'engineer developer dev programmer sre devops ingenieur entwickler ingeniero desarrollador developpeur ingegnere sviluppatore engenheiro desenvolvedor ontwikkelaar инженер инженера разработчик разработчика программист 工程师 开发 エンジニア 開発者 इंजीनियर مهندس مطور',
  'translator ubersetzer traductor traducteur traduttore tradutor vertaler переводчик переводчика 翻译 通訳 翻訳者 مترجم',
  'analyst analytics data analyst datenanalyst analista analyste analist аналитик аналитика 分析师 アナリスト विश्लेषक محلل',
  'doctor medical nurse arzt arztin medico medica medecin dokter врач врача 医生 医師 डॉक्टर طبيب',
  'marketing marketer brand markenting маркетолог маркетолога 市场 マーケ मार्केटिंग تسويق vendas sales vertrieb ventas ventes vendite verkoop продажи',
  'pm product manager project projektmanager produkt produit producto prodotto produto проджект менеджер менеджера 产品 项目 プロダクト プロジェクト مشروع منتج',
  'pirate pirat pirata piraat пират 海盗 海賊 قرصان',
  'butler mayordomo majordome maggiordomo mordomo дворецкий 管家 執事',
  'recruiter hr personal rekruter рекрутер 招聘 人事',
  'security ciso sicherheit seguridad securite sicurezza seguranca безопасность 安全',
  'designer design ux gestalter disenador grafico дизайнер 设计 デザイナー',
  'travel guide reise reisefuhrer viajes voyage viaggio viagem reis путешествие 旅行',
  'nutrition nutritionist dietitian ernahrung nutricionista nutritionniste диетолог 营养 栄養',
]; // prettier-ignore

const trades: readonly (readonly string[])[] = TRADES.map((line) => fold(line).split(' '));
const GENERIC = new Set(
  'mode modus modo modalita режим режима режиме persona personas persoon personnage personaje personagem персона персону role rolle rol ruolo papel роль роли character active aktiv activo activated switched switch on now from ab jetzt ahora maintenant ora agora nu vanaf channel canale kanal back assistant モード ペルソナ 模式 角色 人设 人格 मोड وضع شخصية الشخصية'
    .split(' ')
    .map(fold),
);

/** Words of the claimed persona; `default` first if a return to the default is claimed. */
export function personaWords(
  sentence: Sentence,
  request: Request,
  languages: readonly Language[],
): readonly string[] {
  const words = [...subjectOf(sentence.raw), ...subjectOf(request.text)].filter((word) => !GENERIC.has(word));
  const back =
    languages.some((l) => l.normalPersona.test(sentence.text)) ||
    (request.wants.has('persona') &&
      request.languages.some((l) => l.normalPersona.test(request.text)) &&
      words.length < 8);
  return back ? ['default', ...words] : words;
}

/** Whether the slug in force is what was claimed: yes, no, or it cannot be told. Slugs are lower case with dashes. */
export function personaMatches(claimed: readonly string[], slug: string): boolean | 'unknown' {
  if (claimed[0] === 'default') return slug === 'default';
  if (slug === 'default') return false;
  const words = fold(slug)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (overlap(words, claimed) > 0 || claimed.some((word) => words.includes(word))) return true;
  const rooms = (list: readonly string[]) =>
    trades.flatMap((trade, i) =>
      trade.some((name) =>
        list.some(
          (word) =>
            word === name ||
            (name.length >= 4 && word.startsWith(name)) ||
            (/[\p{Script=Han}\p{Script=Katakana}]/u.test(name) && word.includes(name)),
        ),
      )
        ? [i]
        : [],
    );
  const [a, b] = [rooms(claimed), rooms(words)];
  if (a.some((i) => b.includes(i))) return true;
  return a.length > 0 || claimed.length > 0 ? false : 'unknown';
}
