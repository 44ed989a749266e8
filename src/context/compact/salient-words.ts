// The words by which a rule knows that a sentence binds ("never", "no later than", "darf nicht"), asks ("could you",
// "vergiss nicht") or puts something off ("tomorrow", "sobald"), in the languages people write to us in most. Plain lists:
// a language that is not here loses only this help.

/** Whole words of any of the lists, whatever the case. */
function anyOf(...lists: readonly string[]): RegExp {
  const words = lists.join('|').replace(/\s*\n\s*/g, '');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
}

const dense = (words: string): RegExp => new RegExp(words, 'u');

const binding = [
  `must(?:n't)?|mustn't|never|(?:don't|do not) ever|under no circumstances|(?:no|not) (?:later|earlier|sooner|more|less) than|
   at (?:most|least)|not (?:before|after|until)|not allowed|forbidden|prohibited|mandatory|required|shall not|may not|
   has to|have to|strictly|without exception|no exceptions|always|(?:should|may|can|must|will) only|only (?:if|when|with|after|before|ever)|allergic`,
  `muss(?:t|te)?|müssen|müsst|(?:darf|dürfen|darfst|dürft|soll|sollen) (?:[^!?]{0,60} )?(?:nicht|nichts|nie|niemals|niemand\\p{L}*|kein\\p{L}*|nur)|
   nie(?:mals)?|immer|ausschließlich|auf keinen fall|keinesfalls|unter keinen umständen|spätestens|höchstens|mindestens|
   maximal|frühestens|nicht (?:vor|nach|mehr als|später als)|verboten|unbedingt|zwingend|allergisch`,
  `debe[ns]?|tienen? que|hay que|nunca|jamás|siempre|únicamente|como (?:máximo|mucho)|al menos|a más tardar|prohibido|
   obligatorio|no se puede|no pueden?|en ningún caso|bajo ning\\p{L}*|no (?:antes|después) de|alérgic[oa]`,
  `doit|doivent|devez|devons|(?:je|tu) dois|il faut|jamais|toujours|uniquement|au plus(?: tard)?|au maximum|au moins|interdit|obligatoire|
   en aucun cas|sans exception|pas (?:avant|après|plus de)|allergique`,
  `deve[mns]?|tem (?:que|de)|sempre|somente|no (?:máximo|mínimo)|pelo menos|o mais tardar|proibido|obrigatório|
   em hipótese alguma|de jeito nenhum|não (?:pode|podem|antes|depois)|alérgic[oa]`,
  `devono|devi|bisogna|non (?:[^.!?]{0,40} )?mai|soltanto|solamente|al (?:massimo|più tardi)|almeno|non oltre|entro (?:e non oltre|il|le|la)|
   vietato|obbligatorio|in nessun caso|non (?:può|possono|prima|dopo)|allergic[oa]`,
  `moet(?:en)?|mag (?:[^.!?]{0,60} )?(?:niet|nooit|geen|alleen)|mogen (?:[^.!?]{0,60} )?niet|nooit|altijd|uitsluitend|uiterlijk|
   hooguit|hoogstens|maximaal|minstens|minimaal|verboden|verplicht|in geen geval|niet (?:voor|na|later dan)`,
  `måste|aldrig|alltid|endast|senast|högst|minst|får inte|må ikke|altid|aldri|musi|muszą|nigdy|zawsze|najpóźniej|nie wolno|
   asla|her zaman|yalnızca|en geç|en fazla|должн\\p{L}+|никогда|всегда|только|не позднее|не более|нельзя|обязательно`,
];

const weakly = `only|nur|solo|sólo|seulement|só|apenas|alleen|enkel|slechts|bara|tylko|sadece|please (?:don't|do not)|
  (?:you|we|nobody|no one|they) (?:can't|cannot|can not|mustn't|shouldn't|should not|may)|deadline|limit|exception`;

const asking = [
  `please|pls|(?:can|could|would|will) (?:you|someone|anyone|somebody)|(?:i|we)(?:'d| would)? (?:still )?(?:need|like|want)|
   (?:i|we) still (?:have to|need)|still (?:open|missing|to do)|to-?do|don't forget|remember to|remind (?:me|us)|let (?:me|us) know|
   look (?:into|up)|find out|send (?:me|us|it)|waiting for`,
  `bitte|kannst du|könntest du|könnt ihr|können sie|könnten sie|kann jemand|(?:ich|wir) (?:brauchen?|bräuchten?)|vergiss nicht|
   nicht vergessen|noch (?:offen|ausstehend|zu tun)|fehlt noch|erinner\\p{L}* (?:mich|uns)|sag mir|schick mir`,
  `por favor|puedes|podrías|puede usted|podría|necesit(?:o|amos)|no (?:te olvides|olvides)|nos falta|pendiente|recuérda\\p{L}*|
   envíame|mándame|dime`,
  `s'il (?:te|vous) plaît|stp|svp|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|j'ai besoin|il nous faut|on a besoin|
   n'oublie(?:z)? pas|rappelle(?:z)?-(?:moi|nous)|envoie-moi|dis-moi|il manque`,
  `você pode|pode me|poderia|podes|precis(?:o|amos)|não (?:esqueça|te esqueças)|falta ainda|pendente|lembr[ae]-me|me (?:lembre|envie|manda)`,
  `per favore|per cortesia|puoi|potresti|può|potrebbe|ho bisogno|abbiamo bisogno|mi serve|ci serve|non dimenticare|ricordami|
   mandami|dimmi|manca ancora`,
  `alsjeblieft|alstublieft|graag|kun je|kan je|zou je|kunt u|zou u|ik heb \\p{L}* ?nodig|we (?:moeten nog|hebben nog)|
   vergeet niet|herinner me|stuur me`,
  `snälla|kan du|skulle du kunna|jag behöver|glöm inte|proszę|czy możesz|mógłbyś|potrzebuj\\p{L}+|nie zapomnij|lütfen|
   пожалуйста|можешь|можете|мне нужн\\p{L}+|нам нужн\\p{L}+|не забудь\\p{L}*`,
];

const later = [
  `later|tomorrow|tonight|next (?:week|month|time)|once|as soon as|when|whenever|until|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|
   still|yet|to-?do|don't forget|remember to|eventually`,
  `später|morgen|nächste[nr]? (?:woche|mal|monat)|sobald|wenn|bis (?:zum|morgen|\\p{L}+tag)|noch|nicht vergessen|vergiss nicht`,
  `más tarde|luego|mañana|cuando|en cuanto|la próxima semana|todavía|aún|pendiente|olvides`,
  `plus tard|demain|quand|dès que|lorsque|la semaine prochaine|encore|oublie(?:z)?`,
  `mais tarde|depois|amanhã|quando|assim que|na próxima semana|ainda|pendente|esqueças?`,
  `più tardi|dopo|domani|quando|appena|la prossima settimana|ancora|dimenticare`,
  `straks|zodra|wanneer|volgende week|nog|vergeet niet|imorgon|senare|när|jutro|później|kiedy|завтра|потом|когда|ещё|yarın|sonra`,
];

const needing = `(?:i|we)(?:'d| would)? (?:still |also |really )*need|still (?:open|missing|to do)|to-?do|don't forget|waiting for|
  (?:ich|wir) (?:brauchen?|bräuchten?)|noch (?:offen|ausstehend|zu tun)|fehlt noch|vergiss nicht|nicht vergessen|necesit(?:o|amos)|
  nos falta|pendiente|no (?:te )?olvides|j'ai besoin|il nous faut|on a besoin|il manque|n'oublie(?:z)? pas|precis(?:o|amos)|pendente|
  não esqueça|ho bisogno|abbiamo bisogno|mi serve|ci serve|manca ancora|non dimenticare|ik heb \\p{L}* ?nodig|
  we (?:moeten nog|hebben nog)|vergeet niet|нам нужн\\p{L}+|мне нужн\\p{L}+|не забудь\\p{L}*|potrzebuj\\p{L}+|behöver`;

/** A plea for help, with what it is about still to come. */
const pleas = `help(?: me| us)?(?: with (?:something|this|that))?|(?:a |one )?(?:quick )?question|(?:have )?a (?:moment|minute|second)|
  (?:mir |uns )?(?:(?:bei|mit) etwas )?helfen|eine (?:kurze )?frage|ayuda(?:rme|rnos)?|una pregunta|m'aider|nous aider|une question|
  (?:me )?ajudar|uma pergunta|aiutar(?:mi|ci)|una domanda|(?:me |ons )?helpen|een vraag|помочь|помоги\\p{L}*|вопрос`;

/** Services that any answer settles: no one waits for a joke. */
const atOnce = `joke|poem|story|translat\\p{L}*|summar\\p{L}*|explain|defin\\p{L}*|synonym\\p{L}*|rephrase|rewrite|shorten|spell|times|plus|
  witz|gedicht|übersetz\\p{L}*|erklär\\p{L}*|zusammenfass\\p{L}*|chiste|traduc\\p{L}*|explic\\p{L}*|resum\\p{L}*|blague|tradui\\p{L}*|
  expliqu\\p{L}*|résum\\p{L}*|piada|traduz\\p{L}*|barzelletta|tradur\\p{L}*|spieg\\p{L}*|riassum\\p{L}*|grap|vertaal\\p{L}*|leg uit`;

/** A sentence that says how something is, not what once happened. */
const stating = `is|are|isn't|aren't|has|uses?|runs|belongs|goes|works|lives|means|ist|sind|hat|heißt|läuft|geht|gehört|es|está|son|tiene|
  est|sont|porte|s'appelle|é|são|tem|fica|è|sono|ha|si chiama|heet|zijn|heeft|staat`;

const BINDS = anyOf(...binding);
const NEEDS = anyOf(needing);
const AT_ONCE = anyOf(atOnce);
const PLEA = new RegExp(
  `^[^?!.]{0,60}(?<![\\p{L}\\p{N}])(?:${pleas.replace(/\s*\n\s*/g, '')})(?:[ ,]+(?:please|bitte|por favor|per favore|alsjeblieft|s'il (?:te|vous) plaît))?[ ?!.]*$`,
  'iu',
);
const STATES = anyOf(stating);
const WEAKLY = anyOf(weakly);
const ASKS = anyOf(...asking);
const LATER = anyOf(...later);
const BINDS_DENSE = dense(
  '必须|必須|绝不|絕不|绝对|从不|永远不|总是|總是|只能|只可以|仅限|不得|不能|不要|不准|不许|最晚|最多|至少|务必|必ず|絶対|決して|いつも|のみ|だけに|てはいけ|ないでください|以内|禁止|반드시|절대|항상|오직|금지|안 됩니다|하지 마',
);
const ASKS_DENSE = dense(
  '请|請|麻烦|能不能|可以帮|帮我|别忘|ください|お願い|もらえ|いただけ|忘れない|주세요|부탁|해 줘|잊지',
);
const LATER_DENSE = dense('明天|以后|之后|稍后|等到|還没|还没|明日|あとで|後で|まだ|内일|나중|내일|아직');
const DIRECTS =
  /^(?:and |but |also |so |please |bitte |por favor,? )?(?:never|always|only|(?:don't|do not)(?! forget)|no |nie |niemals|immer |nur |nunca|siempre|solo |jamais|toujours|ne |não |sempre|mai |non |nooit|altijd|alleen )/iu;
const OF_ONESELF =
  /(?<!\p{L})(?:i|ich|je|j'|yo|eu|io|ik)(?:'m|'ve|'d)? (?:\p{L}+ ){0,2}?(?:never|always|only|just|have to|must|nie|immer|nur|muss|nunca|siempre|jamais|toujours|dois|sempre|nooit|altijd|moet|can't|don't)(?!\p{L})/iu;
const CHATTER =
  /(?<!\p{L})(?:lol|haha\p{L}*|hehe|jaja\p{L}*|weather|coffee|lunch|weekend|wetter|kaffee|wochenende|match|movie|film|how are you|wie geht|cómo estás|ça va|come stai|tudo bem|hoe gaat|good (?:morning|night)|guten morgen|buenos días|bonjour|buongiorno|bom dia|congrat\p{L}*|glückwunsch|kidding|joking)(?!\p{L})|[😀-😏😂🤣🎉☕]|:[-']?[)D]|!!/iu;
const DENIES =
  /(?<!\p{L})(?:no|not|none|without|nicht|kein\p{L}*|ohne|sin|pas|sans|não|sem|non|senza|niet|geen|zonder|inte|nie|не|без|yok|\p{L}+n't)(?!\p{L})|不|没|ない|ません|안 |않/iu;
/** An answer that did not bring what was asked. */
const EMPTY_HANDED =
  /(?<!\p{L})(?:can't|cannot|could ?n't|could not|unable|don't (?:know|have)|no access|not found|failed|sorry|later|let me|i'll|i will|will do|noted|leider|kann (?:ich )?(?:das )?nicht|konnte nicht|weiß (?:ich )?nicht|später|no puedo|no pude|no sé|lo siento|más tarde|je ne (?:peux|sais|trouve)|désolée?|plus tard|não (?:posso|consegui|sei)|desculp\p{L}*|non (?:posso|so|riesco)|mi dispiace|kan (?:ik )?niet|weet (?:ik )?niet|helaas)(?!\p{L})|抱歉|对不起|すみません|申し訳|죄송/iu;

/** How strongly a sentence binds: 3 a rule for others, 2 a binding word, 1 said of oneself or in passing, 0 not at all. */
export function binds(sentence: string): 0 | 1 | 2 | 3 {
  const text = sentence.replaceAll('’', "'");
  const directs = DIRECTS.test(text);
  const firm = BINDS.test(text) || BINDS_DENSE.test(text);
  if (!firm && !directs) return WEAKLY.test(text) && !isQuestion(text) ? 1 : 0;
  if (OF_ONESELF.test(text) || isQuestion(text)) return 1;
  return firm ? 3 : 2;
}

/** True if a sentence denies or binds at all: what a summary of a constraint must do as well. */
export function limitsSomething(sentence: string): boolean {
  const text = sentence.replaceAll('’', "'");
  return (
    BINDS.test(text) || BINDS_DENSE.test(text) || WEAKLY.test(text) || DENIES.test(text) || DIRECTS.test(text)
  );
}

export function asks(sentence: string): boolean {
  return ASKS.test(sentence.replaceAll('’', "'")) || ASKS_DENSE.test(sentence);
}

/** Where the word is that binds; 0 if none does. */
export function bindsAt(sentence: string): number {
  return placeOf(sentence, [BINDS, BINDS_DENSE, WEAKLY]);
}

/** Where the word is that asks; the end of a bare question. */
export function asksAt(sentence: string): number {
  const at = placeOf(sentence, [NEEDS, ASKS, ASKS_DENSE]);
  return at === 0 && isQuestion(sentence) && !asks(sentence) ? sentence.length - 1 : at;
}

function placeOf(sentence: string, tests: readonly RegExp[]): number {
  const text = sentence.replaceAll('’', "'");
  for (const test of tests) {
    const at = text.search(test);
    if (at >= 0) return at;
  }
  return 0;
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟]["'”»)\s…]*$/u.test(sentence) || /[吗呢か][。．.]?$/u.test(sentence);
}

/** True if what is asked for is for later. A question's own first word ("When is ...?") does not count. */
export function putsOff(sentence: string): boolean {
  const text = sentence.replaceAll('’', "'").replace(/^[¿¡\s]*[\p{L}']+/u, '');
  return LATER.test(text) || LATER_DENSE.test(sentence) || /^(?:to-?do|later|don't forget)/iu.test(sentence);
}

/** True for what is lacking until someone brings it ("we still need", "noch offen"). */
export function needs(sentence: string): boolean {
  return NEEDS.test(sentence.replaceAll('’', "'"));
}

/** True if nothing is asked for but help: what with is said elsewhere. */
export function asksForHelp(sentence: string): boolean {
  return PLEA.test(sentence.replaceAll('’', "'").trim());
}

/** True for a service that any answer settles: a joke, a translation, a sum. */
export function isAtOnce(sentence: string): boolean {
  return AT_ONCE.test(sentence);
}

/** True if a sentence says how something is. */
export function states(sentence: string): boolean {
  return STATES.test(sentence.replaceAll('’', "'"));
}

export function isChatter(sentence: string): boolean {
  return CHATTER.test(sentence);
}

export function isEmptyHanded(answer: string): boolean {
  return EMPTY_HANDED.test(answer.replaceAll('’', "'"));
}
