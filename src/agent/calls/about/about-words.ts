// The words that tell a call from talk about one, a language each, matched without case in single sentences. Behind a call
// models like to invent results, so that fewer words count there.

export interface CallWords {
  /** What may stand before a call. */
  readonly announces: string;
  /** What follows is an example, a quotation, for the reader to do, or refused. */
  readonly about: string;
  /** What follows may be code, data or another's words: a call needs delimiters, and an announcement. */
  readonly shows: string;
  /** What came before was an example, for the reader to do, or not run. */
  readonly after: string;
}

const en: CallWords = {
  announces:
    "^thought:|\\b(?:i'?ll|i will|i(?:'m| am) (?:going to|about to)|let me|let's|i(?:'m| am) (?:now )?(?:calling|checking|using|running|fetching|searching|looking|reading|opening|setting|saving|getting|adding|creating|updating|noting)|i (?:now )?(?:need|have|want) to|i (?:should|must|can) (?:now )?(?:use|call|check|look|search|find|get|read|set))\\b|^(?:now |first,? |next,? |then )?(?:calling|checking|using|running|fetching|searching|looking|reading|opening|setting|saving|getting|adding|creating|retrieving|updating|noting)\\b|^(?:(?:sure(?: thing)?|ok(?:ay)?|of course|certainly|absolutely|got it|right away|one (?:moment|sec(?:ond)?)|no problem|alright|all right|will do|on it|hold on|please|wait|yes|great|understood)[\\s,.!…:-]*)+$|^i (?:now )?(?:call|check|set|look up|use)\\b[^.\\n]{0,60}:$|^here are the results:$",
  about:
    "\\b(?:must|should|shall|may|will) not[.!]?$|\\byou'd\\b|\\bplease (?:confirm|approve)\\b|\\bconfirm (?:this|that|it|before|first|whether|if)\\b|\\b(?:once|as soon as|after|when|if|unless|until) (?:you|it'?s|it is|this is|approved|confirmed|allowed|i (?:had|have (?:access|permission|approval)))\\b|\\bi could\\b|\\b(?:fixtures?|test cases?)\\b|\\b(?:for example|examples?|e\\.g\\.|for instance|samples?|templates?|placeholders?|syntax|formats?|documentation|docs|snippets?|manually|yourself|by hand|imagine|suppose|hypothetical\\w*|pretend|injection|suspicious|malicious|literal(?:ly)?)\\b|\\b(?:looks?|looked|reads?|goes|written|something) (?:like|as follows|so)\\b|\\blike (?:this|so|that)\\b|\\bas follows\\b|\\bwould(?:'ve| have| look| be| call| send| write| use| run| need| return| do| go)\\b|\\bi'd (?:call|send|write|use|run|have)\\b|\\b(?:not|never|won't|don't|doesn't|didn't|haven't|hasn't|can't|wouldn't|shouldn't|without|cannot|refuse to|rather than|instead of)\\b[^.!?\\n]{0,40}\\b(?:run|running|call|called|calling|execut\\w+|send|sent|sending|invok\\w+|use|used|do that|do this|doing|mak(?:e|ing)|made|follow\\w*|obey\\w*|comply|act|allowed)\\b|\\b(?:refus|declin)\\w+|\\bto (?:run|call|invoke|use|try|execute|trigger|make|test|reproduce) (?:it|this|that|the|one|such|an?)\\b[^.\\n]{0,60}\\b(?:send|use|run|type|write|post|pass|enter|try|you)\\b|\\b(?:is|was|are|were) (?:how|what)\\b|\\b(?:you|one|users?|developers?|clients?|people|anyone|they) (?:can|could|may|might|should|must|would|'d|need to|have to|want to) (?:\\w+ ){0,2}(?:send|call|use|run|write|type|paste|copy|add|try|invoke|pass|say|put|post|enter|do|see)\\b|^(?:just |then |please )?(?:use|try|copy|paste|type|send|put|add|save|enter|run|write|post|replace|call|say) (?:this|these|the following|it like|that|something like)\\b|\\b(?:suggest|recommend)\\w*\\b|\\bhere(?:'s| is| are) (?:how|what|an?|your|some)\\b|\\b(?:page|file|message|e-?mail|document|website|site|article|text|note|log|ticket|comment|prompt|transcript|output|post)\\b[^.\\n]{0,40}\\b(?:says?|said|reads|asks?|asked|tells?|told|tries|tried|instructs?|wants?)\\b",
  shows:
    "\\b(?:is|are|was|were|be|as|with|like|of|the)$|\\b(?:quot(?:e|es|ed|ing)|says|said|wrote|writes|contain(?:s|ed)?|include[sd]?|embedded|hidden|inject\\w*|attack\\w*|payloads?|body|schema|typed?|pasted?|copy|copied|code|config\\w*|script|json|yaml|xml|command line|request|means?|returns?|your (?:own |new )?(?:code|app|client|script|program|config\\w*|file|server|endpoint|test\\w*|parser|loop|request)|you (?:asked|wanted|requested|send|get|see)|(?:shall|should) i|would you like|do you want|here(?:'s| is| are)(?! the results| (?:an? |the |your )?(?:json for an? )?(?:function|tool) call)|this is|that is|these are|i (?:called|ran|sent|used|made|wrote)|(?:the|a) (?:call|request|entry|record|object|response|data|file|line|page|log|history|list))\\b",
  after:
    "\\b(?:need|needs|require|requires|wait\\w*|ask\\w*|want|without) [^.!?\\n]{0,30}\\b(?:approv\\w+|confirm\\w*|permission|go-ahead)\\b|\\b(?:this|that|it)(?:'s| is| was) (?:an? |the |just |only |how |what )?\\w* ?\\b(?:examples?|format|syntax|call|json|request|how|what|one|idea|line|entry)\\b|\\bwas closed\\b|\\b(?:not|never|haven't|hasn't|didn't|won't|don't)\\b[^.!?\\n]{0,30}\\b(?:run|ran|call|called|execut\\w+|send|sent|invok\\w+|do that|done that)\\b|\\b(?:this|that|it|the above|which|above|these)\\b[^.!?\\n]{0,20}\\b(?:is|was|are|shows?|would|looks?)\\b[^.!?\\n]{0,30}\\b(?:examples?|format|syntax|call|calls|json|request|how|what|like|illustrat\\w+|placeholders?|payload|command)\\b|\\b(?:for|an?|just an) (?:example|instance|illustration)\\b|\\breplace\\b|\\bhope (?:this|that|it) helps\\b|\\bin your (?:own )?(?:code|app|script|client|program|terminal)\\b|\\b(?:you|one) (?:can|could|should|need to|have to|must|may) (?:send|call|use|run|paste|copy|type|replace|change|adapt|pass|put|add)\\b|\\b(?:it|this|which|that) returns? (?:an?|the)\\b|\\b(?:ignored?|injection|malicious|suspicious)\\b|\\b(?:send|run|use|paste|copy|try) (?:it|this|that) (?:yourself|manually|by hand|in|to|with|as)\\b|\\bdo you want me to\\b|\\b(?:shall|should) i\\b|\\bwould you like me to (?:run|call|send|do|go)\\b|\\bif you (?:want|would like|'d like) me to\\b|\\blet me know (?:if|whether) (?:i should|you want me)\\b|\\b(?:page|file|message|e-?mail|document|website|site)\\b[^.\\n]{0,30}\\b(?:asks?|tells?|tries|tried|instructs?)\\b",
};

const de: CallWords = {
  announces:
    '\\b(?:ich (?:werde|will|muss|schaue|sehe|prüfe|rufe|suche|setze|trage|stelle|notiere|nutze|verwende|hole|lese|mache|lege)|lass mich|lassen sie mich|gerne?|klar|moment|augenblick|alles klar|natürlich|sofort|zuerst|jetzt)\\b',
  about:
    '\\b(?:beispiel\\w*|z\\. ?b\\.|zum beispiel|syntax|format|schema|so aussehen|sieht so aus|würde\\w*|könnte\\w*|manuell|selbst|von hand|zitat|zitiert|folgendermaßen|(?:nicht|nie|niemals|ohne)\\b[^.!?\\n]{0,40}\\b(?:aus\\w*|auf\\w*|send\\w*|gesendet|ruf\\w*|tun)|(?:du|man|sie) (?:kannst|kann|können|musst|muss|müssen))\\b|\\bso (?:sieht|geht|lautet)\\b',
  shows:
    '\\b(?:enthält|steht|schreibt|schrieb|code|skript|json|dein\\w*|du|hier (?:ist|sind)|das ist|der aufruf|die anfrage)\\b',
  after:
    '\\b(?:nicht|nie)\\b[^.!?\\n]{0,30}\\b(?:ausgeführt|aufgerufen|gesendet|ausführen|senden)\\b|\\b(?:beispiel|soll ich)\\b',
};

const fr: CallWords = {
  announces:
    "\\b(?:je (?:vais|dois|vérifie|cherche|regarde|consulte|note|programme|m'en)|laisse[sz]?-moi|bien sûr|d'accord|un instant|un moment|tout de suite|maintenant|d'abord|ok)\\b",
  about:
    "\\b(?:exemples?|syntaxe|format|schéma|modèle|manuellement|vous-même|toi-même|cite|citation|code|script|serait|ressemble\\w*|comme ceci|comme ça|(?:ne|n'|sans|jamais)\\b[^.!?\\n]{0,40}\\b(?:exécut\\w+|appel\\w+|envoy\\w+|lanc\\w+)|(?:vous|tu|on) (?:pouvez|peux|peut|devez|dois|doit))\\b",
  shows: "\\b(?:contient|écrit|code|script|json|votre|ton|ta|vous|tu|voici|voilà|la requête|l'appel)\\b",
  after:
    "\\b(?:exemple|(?:n'|ne)\\b[^.!?\\n]{0,20}\\bpas\\b[^.!?\\n]{0,20}\\b(?:exécut\\w+|appel\\w+|envoy\\w+))\\b",
};

const es: CallWords = {
  announces:
    '\\b(?:voy a|déjame|déjeme|permíteme|claro|un momento|vale|por supuesto|consulto|busco|reviso|compruebo|ahora|primero|tengo que)\\b',
  about:
    '\\b(?:ejemplos?|sintaxis|formato|esquema|plantilla|manualmente|usted mismo|tú mismo|cita|código|script|sería|se ve así|así:|(?:no|sin|nunca)\\b[^.!?\\n]{0,40}\\b(?:ejecut\\w+|llam\\w+|envi\\w+)|(?:puedes|puede|debes|debe|podrías))\\b',
  shows:
    '\\b(?:contiene|dice|escribió|código|script|json|tu|su|aquí (?:está|tienes)|la llamada|la petición|este es|esto es)\\b',
  after: '\\b(?:ejemplo|no\\b[^.!?\\n]{0,25}\\b(?:ejecut\\w+|llam\\w+|envi\\w+))\\b',
};

const pt: CallWords = {
  announces:
    '\\b(?:vou|deixe-me|deixa-me|deixa eu|claro|um momento|certo|consulto|verifico|agora|primeiro|preciso)\\b',
  about:
    '\\b(?:exemplos?|sintaxe|formato|esquema|modelo|manualmente|cita\\w*|código|script|seria|ficaria|assim:|(?:não|sem|nunca)\\b[^.!?\\n]{0,40}\\b(?:execut\\w+|cham\\w+|envi\\w+)|(?:podes|pode|você pode|deves|deve))\\b',
  shows: '\\b(?:contém|diz|escreveu|código|script|json|seu|sua|teu|aqui está|a chamada|este é|isto é)\\b',
  after: '\\b(?:exemplo|não\\b[^.!?\\n]{0,25}\\b(?:execut\\w+|cham\\w+|envi\\w+))\\b',
};

const it: CallWords = {
  announces:
    '\\b(?:ora|vado a|lasciami|fammi|certo|un attimo|un momento|controllo|cerco|verifico|subito|prima|devo)\\b',
  about:
    '\\b(?:esempi\\w*|sintassi|formato|schema|manualmente|citazione|codice|script|sarebbe|così:|(?:non|senza|mai)\\b[^.!?\\n]{0,40}\\b(?:esegu\\w+|chiam\\w+|invi\\w+)|(?:puoi|può|potete|devi|deve))\\b',
  shows:
    '\\b(?:contiene|dice|scrive|codice|script|json|tuo|tua|suo|ecco|la chiamata|la richiesta|questo è)\\b',
  after: '\\b(?:esempio|non\\b[^.!?\\n]{0,25}\\b(?:esegu\\w+|chiam\\w+|invi\\w+))\\b',
};

const nl: CallWords = {
  announces:
    '\\b(?:ik (?:ga|zal|moet|kijk|zoek|check|controleer|noteer|zet)|laat me|natuurlijk|momentje|een moment|prima|nu|eerst)\\b',
  about:
    '\\b(?:voorbeeld\\w*|bijv\\.|bijvoorbeeld|syntaxis|formaat|schema|handmatig|zelf|citaat|code|script|zou\\w*|zo uit|(?:niet|nooit|zonder)\\b[^.!?\\n]{0,40}\\b(?:uitvoer\\w*|uit|aanroep\\w*|stuur\\w*|verzend\\w*)|(?:je|u|men) (?:kunt|kan|moet))\\b',
  shows: '\\b(?:bevat|staat|schreef|code|script|json|je|jouw|uw|hier is|de aanroep|dit is|het verzoek)\\b',
  after: '\\b(?:voorbeeld|niet\\b[^.!?\\n]{0,25}\\b(?:uitgevoerd|aangeroepen|verzonden|gestuurd))\\b',
};

const ru: CallWords = {
  announces:
    '(?:сейчас|проверю|посмотрю|поищу|найду|вызываю|использую|поставлю|запишу|конечно|хорошо|минутку|секунду|сначала)',
  about:
    '(?:пример|например|синтаксис|формат|схем|вручную|самостоятельно|цитат|код|скрипт|выглядит|выглядел|(?:не|без|никогда) [^.!?\\n]{0,40}(?:выполн|запуск|запущ|вызыв|отправ)|можете|можно|нужно)',
  shows: '(?:содержит|написа|код|скрипт|json|ваш|твой|вот|запрос|вызов)',
  after: '(?:пример|не [^.!?\\n]{0,20}(?:выполн|запуск|вызыв|отправ))',
};

const zh: CallWords = {
  announces:
    '(?:我来|我來|让我|讓我|我会|我會|我将|我將|我先|我去|我要|好的|好，|稍等|正在|马上|現在|现在|首先)',
  about:
    '(?:例如|比如|示例|例子|样例|格式|语法|語法|模板|手动|手動|自己|引用|代码|代碼|脚本|如下|像这样|像這樣|可以(?:发送|调用|使用|運行|运行|写)|你可以|您可以|不会(?:执行|调用|运行|发送)|不會(?:執行|調用)|没有(?:执行|调用|运行|发送)|不要(?:执行|调用))',
  shows: '(?:内容是|包含|写着|寫著|代码|代碼|脚本|json|您的|你的|这是|這是|请求|調用|以下)',
  after: '(?:示例|例子|没有(?:执行|调用|运行|发送)|没有执行|未执行|不会执行)',
};

const ja: CallWords = {
  announces:
    '(?:確認(?:し|いた)|調べ(?:ます|てみ)|検索(?:し|いた)|お待ち|承知|かしこまり|はい|了解|設定(?:し|いた)|呼び出します|まず)',
  about:
    '(?:例えば|たとえば|例[:：]|例です|サンプル|形式|構文|フォーマット|手動|ご自身|引用|コード|スクリプト|このよう|次のように|実行しま(?:せん|せんでした)|実行していません|送信しません|してください|できます)',
  shows: '(?:含まれ|書かれ|コード|スクリプト|json|あなたの|これは|こちら|リクエスト|以下)',
  after: '(?:例です|実行していません|実行しません|送信していません)',
};

const ar: CallWords = {
  announces: '(?:سأ|سوف|دعني|حسنا|بالتأكيد|لحظة|الآن|أولا)',
  about: '(?:مثال|مثلا|صيغة|تنسيق|يدويا|بنفسك|اقتباس|كود|يمكنك|لن أ|لم أ)',
  shows: '(?:يحتوي|كود|json|هذا هو|إليك|الطلب)',
  after: '(?:مثال|لم أ(?:نفذ|رسل|ستدع)|لن أ)',
};

const hi: CallWords = {
  announces: '(?:मैं|ज़रूर|ठीक है|रुकिए|एक मिनट|अभी|पहले)',
  about: '(?:उदाहरण|प्रारूप|फ़ॉर्मेट|सिंटैक्स|खुद|कोड|आप (?:यह|इसे)? ?(?:भेज|चला|लिख)|नहीं (?:चला|भेज|कर)|इस तरह)',
  shows: '(?:लिखा है|कोड|json|यह है|आपका|अनुरोध)',
  after: '(?:उदाहरण|नहीं (?:चला|भेज))',
};

export const callWords: readonly CallWords[] = [en, de, fr, es, pt, it, nl, ru, zh, ja, ar, hi];
