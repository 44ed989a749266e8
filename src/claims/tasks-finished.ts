// Whether a reply says that the conversation's whole task list is done. Held against the list's rows by the turn. Pure.
import { normal } from './text.ts';
import { ownVoice } from './voice.ts';

interface Words {
  /** All of the tasks, named as such, are done. */
  readonly named: RegExp;
  /** Everything is done, without saying what: counts if the list is being talked about. */
  readonly bare: RegExp;
  /** Takes it back: "not", "almost", "once". */
  readonly not: RegExp;
}

const words: readonly Words[] = [
  {
    named:
      /\b(?:all|every|each)(?: (?:of )?(?:the|your|our|these|those|my))?(?: (?:\d+|two|three|four|five|six))? (?:of them |remaining |open )?(?:tasks?|items?|to-?dos?|steps?|points?)\b[^.!?]{0,40}\b(?:done|finished|completed?|ticked|checked off|closed)\b|\b(?:finished|completed|closed|ticked off|checked off|done with|wrapped up) (?:all|every|each|the (?:whole|entire))[^.!?]{0,30}\b(?:tasks?|items?|to-?dos?|steps?|points?|list)\b|\b(?:task |to-?do |the |your |whole )?list is (?:now )?(?:all )?(?:done|finished|complete|empty)\b|\bno (?:open |more )?tasks (?:are )?(?:left|open|remain)/u,
    bare: /\b(?:all|everything|it'?s all)(?: of (?:it|them))?(?: is| are| has been| have been|'s)?(?: now)? (?:done|finished|complete[d]?|ticked off|wrapped up)\b/u,
    not: /\b(?:not|n't|almost|nearly|once|when|until|before|after|if|except|but|as soon as)\b|n't\b/u,
  },
  {
    named:
      /\b(?:alle|sämtliche|jede)(?: (?:deine|ihre|diese|unsere|die))?(?: \p{L}+)? ?(?:aufgaben|punkte|schritte|todos?|to-dos?)\b[^.!?]{0,40}\b(?:erledigt|fertig|abgeschlossen|abgehakt|gemacht)\b|\b(?:die |deine |ganze )*(?:aufgaben)?liste ist (?:jetzt |nun )?(?:komplett |ganz )?(?:erledigt|fertig|abgearbeitet|leer|abgehakt)\b/u,
    bare: /\b(?:alles|das ist alles|alle)(?: ist| sind| wurde)?(?: jetzt| nun)? (?:erledigt|fertig|abgeschlossen|abgehakt)\b/u,
    not: /\b(?:nicht|fast|beinahe|sobald|wenn|bis|bevor|nachdem|außer|aber|noch)\b/u,
  },
  {
    named:
      /\btou(?:te)?s (?:les|tes|vos|ces|nos) (?:tâches|points|étapes)\b[^.!?]{0,40}(?:terminée?s|faite?s|finie?s|accomplie?s|cochée?s)|\bla liste est (?:maintenant )?(?:terminée|finie|complète|vide)/u,
    bare: /\btout est (?:maintenant )?(?:fait|terminé|fini)/u,
    not: /\b(?:pas|presque|quand|lorsque|si|avant|après|sauf|mais|dès que)\b/u,
  },
  {
    named:
      /\btod[ao]s (?:las|los|tus|sus|estas|estos) (?:tareas|puntos|pasos|pendientes)\b[^.!?]{0,40}\b(?:hech[ao]s|terminad[ao]s|completad[ao]s|list[ao]s|acabad[ao]s)|\bla lista está (?:ya )?(?:hecha|terminada|completa|vacía)/u,
    bare: /\btodo (?:está |ya está |ha quedado )?(?:hecho|terminado|listo|completado)\b/u,
    not: /\b(?:no|casi|cuando|si|hasta|antes|después|salvo|excepto|pero)\b/u,
  },
  {
    named:
      /\btod[ao]s (?:as|os) (?:tuas |suas |teus |seus )?(?:tarefas|pontos|passos|itens)\b[^.!?]{0,40}\b(?:feit[ao]s|terminad[ao]s|concluíd[ao]s|pront[ao]s|completad[ao]s)|\ba lista está (?:já )?(?:feita|concluída|pronta|completa|vazia)/u,
    bare: /\b(?:está )?tudo (?:está )?(?:feito|pronto|concluído|terminado)\b/u,
    not: /\b(?:não|quase|quando|se|até|antes|depois|exceto|menos|mas)\b/u,
  },
  {
    named:
      /\btutt[ei] (?:le|i|gli|queste|questi)? ?(?:tue |tuoi |attività|compiti|punti|passi|cose)[^.!?]{0,40}\b(?:fatt[ei]|finit[ei]|completat[ei]|conclus[ei])|\b(?:la|tutta la) lista è (?:ora )?(?:fatta|finita|completa|vuota)/u,
    bare: /\b(?:è )?tutto (?:è )?(?:fatto|finito|completato|pronto)\b/u,
    not: /\b(?:non|quasi|quando|se|finché|prima|dopo|tranne|ma)\b/u,
  },
  {
    named:
      /\balle (?:je |jouw |de |deze )?(?:taken|punten|stappen|items)\b[^.!?]{0,40}\b(?:klaar|gedaan|afgerond|af|afgevinkt|voltooid)\b|\bde (?:hele )?(?:taken)?lijst is (?:nu )?(?:klaar|af|leeg|afgerond)\b/u,
    bare: /\balles is (?:nu )?(?:klaar|gedaan|af|afgerond)\b/u,
    not: /\b(?:niet|bijna|zodra|als|tot|voordat|nadat|behalve|maar|nog)\b/u,
  },
  {
    named:
      /все (?:твои |ваши |эти )?(?:задачи|пункты|дела|шаги)[^.!?]{0,40}(?:выполнены|сделаны|завершены|закрыты|готовы)|список (?:полностью |теперь )?(?:выполнен|готов|завершён|завершен|пуст)/u,
    bare: /вс[её] (?:уже )?(?:сделано|готово|выполнено|завершено)/u,
    not: /(?:^|[^\p{L}])(?:не|почти|когда|если|пока|кроме|но|после|до)(?![\p{L}])/u,
  },
  {
    named:
      /(?:كل|جميع) (?:المهام|مهامك|الخطوات|البنود|النقاط)[^.!؟]{0,40}(?:منجزه|منجزة|مكتملة|تمت|انتهت|اكتملت)|(?:تم|تمت|اكتملت|انتهت|انجزت) (?:كل|جميع) (?:المهام|الخطوات|البنود|النقاط)/u,
    bare: /(?:تم كل شيء|كل شيء (?:جاهز|تم|منجز|مكتمل))/u,
    not: /(?:^| )(?:لم|ليس|ليست|تقريبا|عندما|اذا|قبل|بعد|الا|لكن)(?= |$)/u,
  },
  {
    named:
      /(?:सभी|सारे|सब) (?:काम|कार्य|टास्क|चरण)[^।!?]{0,40}(?:पूरे|हो गए|समाप्त|खत्म)|सूची (?:पूरी|खाली) (?:है|हो गई)/u,
    bare: /(?:सब|सब कुछ) (?:हो गया|पूरा (?:है|हो गया))/u,
    not: /(?:नहीं|लगभग|जब|अगर|तक|पहले|लेकिन|सिवाय)/u,
  },
  {
    named:
      /(?:すべて|全て|全部)の(?:タスク|作業|項目|ステップ)[^。!?]{0,20}(?:完了|終わり|終了|済み)|(?:タスク|作業|項目)[はが](?:すべて|全て|全部)[^。!?]{0,12}(?:完了|終わり|終了|済み)|リストは?(?:すべて)?完了/u,
    bare: /(?:すべて|全て|全部)(?:完了|終わり|終了|済み)/u,
    not: /(?:ません|ない|ほぼ|ほとんど|たら|れば|まで|以外|が、)/u,
  },
  {
    named:
      /(?:所有|全部|每一?[项个])(?:的)?(?:任务|事项|待办|步骤)[^。!?]{0,16}(?:完成|做完|办完|搞定)|(?:任务|待办|清单|列表)(?:已经?|都|全部|全都)+(?:完成|做完|办完|搞定)/u,
    bare: /(?:全部|全都|都|一切都?)(?:已经?)?(?:完成|做完|办完|搞定)了?/u,
    not: /(?:没|未|不|几乎|差不多|之后|以后|如果|除了|但)/u,
  },
];

/**
 * The sentence of a reply that claims that every task of the list is done.
 *
 * @param aboutList whether the turn touched the list or the person spoke of it: then "all done!" is about it
 * @returns the sentence as written; null if nothing of the kind is claimed
 */
export function claimsTasksFinished(reply: string, aboutList: boolean): string | null {
  for (const { raw, role, question } of ownVoice(reply).sentences) {
    if (question || role === 'quote' || role === 'said') continue;
    const text = normal(raw);
    const claims = words.some(
      ({ named, bare, not }) => (named.test(text) || (aboutList && bare.test(text))) && !not.test(text),
    );
    if (claims) return raw;
  }
  return null;
}
