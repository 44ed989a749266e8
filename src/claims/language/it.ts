// Italian.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_GONE, THING_MOVED, THING_STANDS } from './shared.ts';

const r = String.raw;

export const italian: Pack = {
  code: 'it',
  common:
    'il lo la i gli le di del della e un una per che non in con su mi ti ci vi si è sono ho hai ha al alla alle ma se più come anche già va bene ok fatto domani oggi promemoria quando ogni tuo tua mio ecco puoi posso da dal tra fra nel',
  parts: {
    pron: r`ti|vi|le|gli|lo|la|li|ne|te lo|te la|ve lo|glielo|gliela|ce lo|ci|mi|te li|ve la`,
    thing: r`promemoria|avvis[oi]|allarm[ei]|svegli[ae]|notific(?:a|he)|reminder|ping|timer|squill(?:o|etto)|colpett(?:o|ino)|appuntament[oi]|eventi?|memo|follow-?up|check-?in|sollecit[oi]|alert|impegn[oi]`,
    soft: r`messagg(?:io|ino|i)|riepilogo|riassunto|elenco|lista|report|frase|domanda|bollettino|previsioni|resoconto|mail|aggiornament[oi]|nota`,
    strong: r`ricordo|ricorder(?:ò|emo)|ricordiamo|avviso|avviser(?:ò|emo)|avvisiamo|avverto|avvertir(?:ò|emo)|sveglio|sveglier(?:ò|emo)|notifico|notificher(?:ò|emo)|segnalo|segnaler(?:ò|emo)|allerto|allerterò|informo|informerò|sollecito|solleciterò|(?:faccio|farò) (?:sapere|uno squillo|un fischio|un promemoria|sentire|un cenno|un salto|avere)|(?:do|darò) (?:\S+ ){0,3}(?:colpo|colpetto|promemoria|squillo|segnale|avviso|voce|scossa|spintarella|gomitata|notizie)|(?:tengo|terrò) (?:\S+ ){0,2}(?:aggiornat|informat|d'occhio|al corrente|sotto)\p{L}*|pingo|pingherò|pungolo|(?:mando|manderò|invio|invierò|metto|metterò|imposto|imposterò|creo|preparo|lascio) (?:\S+ ){0,3}(?:{thing})|rammento|rammenterò|butto giù dal letto`,
    weak: r`mando|manderò|manderemo|invio|invierò|scrivo|scriverò|chiedo|chiederò|richiedo|dico|dirò|chiamo|chiamerò|passo|passerò|lascio|racconto|confermo|confermerò|ricontatto|ricontatterò|contatto|contatterò|pubblico|pubblicherò|posto|posterò|rivedo|controllo|controllerò|verifico|verificherò|guardo|guarderò|torno|tornerò|riprendo|riprenderò|do|darò|metto|metterò|faccio|farò|risento|risentirò|aggiorno|aggiornerò|domando|domanderò|richiamo|richiamerò|ripasso|seguo|seguirò|monitoro|monitorerò|auguro|sento|sentirò|riscrivo|riscriverò|condivido|leggo|vedo|vedrò`,
    inf: r`(?:ricordar|avvisar|avvertir|svegliar|notificar|segnalar|mandar|inviar|scriver|chieder|dir|far|dar|tener|aggiornar|tornar|controllar|verificar|monitorar|seguir|ricontattar|pubblicar|richiamar|risentir)(?:e|ti|vi|le|gli|lo|la|telo|velo|ne|glielo)`,
    made: r`impostat[oaie]|creat[oaie]|programmat[oaie]|aggiunt[oaie]|pianificat[oaie]|messo|messa|segnat[oaie]|salvat[oaie]|attivat[oaie]|fissat[oaie]|configurat[oaie]|inserit[oaie]|registrat[oaie]|schedulat[oaie]|annotat[oaie]|puntat[oaie]`,
    standing: r`(?:impostat|creat|programmat|aggiunt|pianificat|mess|segnat|salvat|attivat|fissat|configurat|inserit|registrat|attiv|pront|confermat|schedulat|annotat|puntat|prenotat)[oaie]|in (?:agenda|calendario|piedi|programma)|a posto`,
    gone: r`(?:cancellat|eliminat|rimoss|tolt|annullat|disattivat|soppress|spent|sospes|tolt|disdett|fermat|interrott|cassat)[oaie]`,
    moved: r`(?:spostat|cambiat|modificat|aggiornat|riprogrammat|rimandat|posticipat|anticipat|rinviat|corrett|slittat|ripianificat|variat)[oaie]`,
    durable: r`(?:nel|nella|nelle|nei|in|sul|alle?|al) (?:tuo |tua |tue |mio |mia |mie |tuoi |miei |suo )?(?:profilo|memoria|note|scheda|preferenze|appunti|dati)|in memoria|a memoria|per (?:la prossima|le prossime|il futuro|future|sempre|dopo|le future)|in modo permanente|d'ora in (?:poi|avanti)|da ora in (?:poi|avanti)|stabilmente`,
    from_now: r`d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi|questo momento) in (?:poi|avanti)|da (?:adesso|ora)(?= (?:ti|sono|rispondo|parlo|sarò))|in futuro|la prossima volta|le prossime volte|nelle prossime \p{L}+|sempre|a partire da (?:ora|adesso|oggi)`,
    personaword: r`modalità|persona|personaggio|ruolo|personalità|profilo|panni|veste|versione`,
  },
  claims: [
    { kind: 'reminder', is: r`\b(?:(?:{pron}) )+(?:poi |anche |già |subito |sicuramente )*(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`\b(?:ricorderò|avviserò|avvertirò|sveglierò|notificherò|segnalerò|monitorerò|terrò d'occhio|tengo d'occhio|darò un'occhiata|mi faccio (?:vivo|viva|sentire|risentire)|mi farò (?:vivo|viva|sentire|risentire)|mi rifaccio (?:vivo|viva|sentire)|farò (?:un )?follow-?up|faccio (?:un )?follow-?up|resto (?:in ascolto|all'erta|vigile)|starò attent[oa]|non (?:ti|vi) (?:lascio|lascerò|faccio|farò) dimenticare|non dimenticherò di (?:avvisar|ricordar)\p{L}+)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:(?:ci|me ne|me la) (?:penso|occupo|vedo) io a|mi occupo di|penso io a|provvederò a|provvedo a|mi impegno a|prometto di|conta su di me per) (?:{inf})\b`,
    },
    { kind: 'reminder', is: r`\b(?:(?:{pron}) )*(?:{weak}|{strong})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:riceverai|riceverete|riceverà|ricevi|ricevete|avrai|avrete|(?:ti|vi|le) (?:arriverà|arriva|suonerà|suona|comparirà|giungerà|squilla|squillerà))\b[^.!?;]{0,50}?\b(?:{thing}|{soft})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:sarai|sarete|sarà|verrai|verrete|verrà) (?:avvisat|notificat|avvertit|svegliat|informat|ricordat)[oaie]\b|\b(?:avrai|avrete) (?:mie |presto )?notizie\b|\b(?:mi|ci) (?:sentirai|risentirai)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:suonerà|suona|arriverà|arriva|partirà|parte|scatterà|scatta|verrà inviat[oa]|comparirà|ti aspetta)\b|\b(?:suonerà|suona|scatta|parte|arriva)\b[^.!?;]{0,20}?\b(?:{thing})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:aspettati|aspettatevi|attenditi|conta su)\b[^.!?;]{0,25}?\b(?:{thing}|{soft}|mio|mia)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:ho|abbiamo|è|sono|appena)\b[^.!?;]{0,25}?\b(?:{made}|{standing})\b[^.!?;]{0,50}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] ?)(?:{standing}) ?:? (?:il|la|lo|un|una|i|le|due|tuo|l')? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:è|sono|ho|l'ho|tutto|te l'ho)\b[^.!?;]{0,20}?\b(?:{made}|{standing})\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:ho|l'ho|abbiamo) (?:già |appena )?(?:programmat|pianificat|fissat|schedulat|impostat)[oaie]\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:in|nel|sul|sulla|nella) (?:mio |mia |tuo |tua )?(?:agenda|calendario|lista)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:hai|avete|ecco|ci sono|questi sono)\b[^.!?]{0,30}?\b(?:promemoria|sveglie|avvisi)\b[^.!?]{0,25}?(?:attiv|in programma|impostat|:|per)|\bi (?:tuoi|vostri) (?:promemoria|avvisi) (?:attivi|programmati|in corso)`,
    },

    {
      kind: 'reminder',
      is: r`\b(?:è|sono|resta|rimane) (?:ancora |sempre )?(?:attiv[oaie]|in piedi|programmat[oaie]|valid[oaie]|lì|confermat[oaie])\b`,
      needs: 'timed',
    },
    {
      kind: 'cancelled',
      is: THING_GONE,
    },
    { kind: 'cancelled', is: r`\b(?:{gone})\b`, needs: 'asked' },
    {
      kind: 'cancelled',
      is: r`\bnon (?:(?:{pron}) )*(?:avviserò|avviso|ricorderò|ricordo|disturberò|disturbo|sveglierò|sveglio|riceverai|arriverà|arriveranno|suonerà|manderò|mando|scriverò|romperò)\b|\bnessun (?:altro )?(?:promemoria|avviso)\b|\bniente più\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\b(?:cancello|elimino|tolgo|disattivo|annullo|rimuovo|metto in pausa|sospendo)\b[^.!?]{0,40}?\b(?:{thing}|{soft})\b`,
    },
    {
      kind: 'cancelled',
      is: r`\b(?:cancello|elimino|tolgo|disattivo|annullo|rimuovo|metto in pausa|sospendo)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: THING_MOVED,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved})\b|\b(?:ora|adesso|suona|suonerà|è|sarà|passa|passato|lo sposto|la sposto|sposto|cambio|anticipo|rimando|lo metto|la metto)\b[^.!?]{0,30}?\b(?:alle|all'|per|a|invece|anziché|al)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:salvat|annotat|memorizzat|segnat|registrat|aggiunt|inserit|mess|appuntat)[oaie]\b[^.!?]{0,50}?(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\b(?:memorizzat[oaie]|ho memorizzato|lo ricorderò|me lo (?:ricorderò|ricordo|segno|appunto|annoto)|me ne ricorderò|mi ricorderò|terrò a mente (?:per|sempre|in futuro)|ricorderò che|ricorderò (?:la|il|le|i) (?:tu|vostr)\p{L}+|non (?:lo |me lo |me ne )?(?:dimenticherò|dimentico|scorderò)(?! di)|profilo aggiornato|ho aggiornato il (?:tuo )?profilo|tenuto a mente|lo tengo in memoria|salvo (?:questa|questo|in)|l'ho (?:salvat|memorizzat)[oa]|(?:salvo|annoto|segno|registro|aggiungo)[^.!?]{0,30}?(?:{durable}))\b`,
    },
    {
      kind: 'memory',
      is: r`(?:{from_now})\b[^.!?]{0,30}?\b(?:ti|vi|risponderò|rispondo|userò|uso|eviterò|evito|solo|niente|sarà|terrò|lo|la|scriverò|parlerò|chiamerò|proporrò|farò|le risposte)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:ti|vi|risponderò|rispondo|userò|eviterò|terrò|farò|chiamerò|scriverò|ne terrò conto|lo userò)\b[^.!?]{0,60}?(?:{from_now})`,
    },

    {
      kind: 'persona',
      is: r`(?:{personaword})(?![\p{L}])[^.!?]{0,35}?(?<![\p{L}])(?:attivat[oa]|attiv[oa]|on|inserit[oa]|cambiat[oa]|caricat[oa]|accesa|impostat[oa])(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:passo|passato|sono passat[oa]|entro|entrat[oa]|assumo|assunto|attivo|attivat[oa]|cambio|cambiat[oa]|torno|tornat[oa]|sono tornat[oa]|mi metto|mi sono mess[oa]|vesto|indosso|di nuovo|sono (?:ora |adesso )?in)\b[^.!?]{0,30}?(?:{personaword}|\bnormale|\bpredefinit[oa]|\bsolit[oa]|\bstandard)`,
    },
    {
      kind: 'persona',
      is: r`(?:{from_now})[^.!?]{0,20}?\b(?:sono|sarò|rispondo come|risponderò (?:come|da)|parlo come|agisco come|ti (?:rispondo|parlo|seguo|assisto) (?:come|da)|stai parlando con|parli con)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:ora sono|adesso sono|sono (?:ora|adesso)|stai parlando con|parli con|eccomi (?:come|in|nei))\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\bse (?:(?:{pron}|tu|lei|voi) )*(?:vuoi|volete|vuole|preferisci|preferite|serve|va(?! bene\b.{0,3}$)|dici|dite|dai|date|mandi|mandate|passi|interessa|conferm\p{L}+|fa (?:comodo|piacere)|desideri|desidera|occorre|pare|piace|ti va|aiuta|hai bisogno|cambi idea|scrivi|indichi|può essere utile|sei d'accordo)\b`,
      r`\b(?:dimmi|ditemi|mandami|inviami|passami|scrivimi|rispondi|rispondimi|fammi sapere|indicami|confermami|conferma|incolla|scegli|avvisami|dammi|chiedimi|chiedi)\b[^.!?;]{0,80}?(?:\be\b|,|\bche\b) (?:(?:{pron}|poi|subito|io|lo|la|procedo|imposto|creo|metto|aggiungo|\p{L}+[oò])\b)`,
      r`\b(?:quando|appena|non appena|una volta che|dopo che|ogni volta che) (?:(?:{pron}|tu|lei) )*(?:vuoi|hai|avrai|sei|sarai|dici|dirai|mandi|decidi|confermi|puoi|sai|me lo|volete|finisci|trovi)\b`,
      r`\b(?:posso|possiamo|potrei|potremmo|vuoi che|volete che|ti andrebbe|preferisci che|basta (?:che|dirlo|dirmelo|un|chiedere|scrivere)|basta che tu|a te la scelta|decidi tu|devo)\b`,
    ],
    refusal: [
      r`\bnon (?:(?:{pron}) )*(?:posso|riesco|ho|dispongo|sono in grado|sono|è possibile|so|c'è|ci sono|è stato|è|risulta|avviserò|mando|salvo|esiste|conservo|sarò|potrò|abbiamo|memorizzo|mantengo|tengo|possiamo)\b|\b(?:purtroppo|impossibile|incapace di|senza promemoria|nessun promemoria|mi dispiace: non|neanche)\b`,
    ],
    unreal: [
      r`\b(?:avviser|ricorder|mander|invier|scriver|potr|avr|sar|dovr|far|dir|chieder|piacer|sveglier|ricever|arriver|vorr|torner)(?:ei|esti|ebbe|emmo|este|ebbero)\b|\b(?:potessi|avessi|fosse possibile|magari potessi)\b`,
    ],
    past: [
      r`\b(?:ieri|l'altro ieri|la settimana scorsa|il mese scorso|(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica) scors[oa]|(?:un|una|due|tre|\d+) (?:giorni?|or[ae]|settiman[ae]|minuti?) fa|poco fa|prima ti|(?:ti|vi|le|gli) (?:ho|avevo) (?:già )?(?:avvisat|ricordat|mandat|scritt|dett|svegliat|inviat|chiest)\p{L}+|avevo|aveva|è suonat[oa]|l'altro giorno|stamattina ti)\b`,
    ],
    fact: [
      r`\b(?:ti|vi|le|gli) (?:ricordo|segnalo|avviso|informo|faccio presente) (?:solo |anche |però |comunque |inoltre )?(?:che|come|di nuovo che)\b|\bricord[ao](?:ti|tevi)? che\b|\bpermettimi di ricordar|\bpromemoria(?: amichevole| veloce)?:|\bnon dimenticare\b`,
    ],
    here: [
      r`\b(?:qui sotto|di seguito|più sotto|più in basso|alla fine di questo|in questo messaggio|passo (?:passo|per passo)|subito(?! dopo)|un attimo|tra un attimo|prima di tutto|ecco|(?:tre|due|alcune|qualche|queste|le|questi|alcuni) (?:opzioni|idee|esempi|proposte|passaggi|spunti|punti|consigli))\b`,
    ],
    brief: [
      r`\b(?:in|per|su) (?:questo|questa|quest') ?(?:thread|conversazione|chat|risposta|messaggio|sessione|volta|discussione)\b|\bper (?:ora|oggi|adesso|il momento)\b|\bsolo (?:per )?stavolta\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:il tuo (?:telefono|cellulare|medico|capo|calendario|orologio)|la tua (?:banca|app|mail|casella)|l'app|la banca|le poste|la (?:ditta|scuola|clinica|piattaforma|compagnia)|l'(?:azienda|ufficio|ospedale|assicurazione)|il (?:sito|negozio|corriere|fornitore|sistema di|servizio clienti)|(?:via|per) (?:e-?mail|sms|posta))\b`,
    ],
    reported: [
      r`\b(?:ha (?:detto|scritto|promesso|risposto)|dice|disse|secondo|significa|vuol dire|per esempio|ad esempio)\b`,
    ],
  },
  silence: [
    r`\bse non (?:(?:{pron}) )*(?:rispondi|sento|ho|ricevo|dici|c'è|arriva|risponde|scrivi|vedo|fai)\b`,
    r`\ba meno che\b|\bsalvo (?:diverse|diversa|contrordine)`,
  ],
  but: r`\b(?:ma|però|tuttavia|invece|comunque)\b`,
  event: r`\b(?:quando|appena|non appena|se|finché|una volta che|prima (?:di|che|del)|dopo|più tardi|presto|a breve|poi|allora|di nuovo|ancora|ogni (?:novità|cambiamento)|al momento giusto|in tempo|la sera prima|il giorno prima|qualora|nel caso)\b`,
  retract: [
    r`\b(?:dimentica quello|lascia stare quello|mi correggo|rettifico|scusa,? (?:no|non)|in realtà non (?:posso|ho)|ho sbagliato|errore mio|ignora)\b`,
    r`\bnon (?:ho|dispongo di) (?:un |una |alcun |nessun )?(?:pianificatore|modo|timer|sveglia|memoria|promemoria|scheduler|strumento)`,
    r`\bnon (?:è stato|verrebbe|verrà|sarà) (?:inviato|programmato|salvato|impostato) (?:nulla|niente)`,
  ],
  done: [
    r`(?:(?:già |tutto |è |ecco )*(?:fatt[oaie]|impostat[oaie]|programmat[oaie]|segnat[oaie]|cancellat[oaie]|eliminat[oaie]|spostat[oaie]|cambiat[oaie]|aggiornat[oaie]|salvat[oaie]|aggiunt[oaie]|annullat[oaie]|creat[oaie]|pianificat[oaie]|memorizzat[oaie]|attivat[oaie]|modificat[oaie]|sistemat[oaie]|rimoss[oaie]|tolt[oaie]|rimandat[oaie])|tutto (?:pronto|a posto|sistemato|fatto)|ci penso io|me ne occupo(?: io)?|consideralo fatto|sarà fatto|lo farò|conta su di me|contaci|ricevuto,? (?:fatto|impostato)|detto fatto|a posto|è fatta|senz'altro lo farò|lascia fare a me|pronto|eseguito)`,
  ],
  okay: [
    r`(?:ok(?:ay)?|va bene|certo|certamente|perfetto|capito|d'accordo|nessun problema|sì|si|volentieri|ricevuto|benissimo|sicuro|chiaro|bene|ottimo|senz'altro|certo che sì|come no|tranquillo|tranquilla|intesi|annotato|affare fatto|assolutamente|grande)`,
  ],
  wants: {
    reminder: [
      r`\b(?:ricorda(?:mi|melo|ci|gli|le|re|rmi)?|ricordami|avvis(?:a|ami|aci|are|ami)|avverti(?:mi)?|sveglia(?:mi)?|promemoria|mett(?:i|imi|ere) (?:un|una|il|la)|manda(?:mi|ci)?|scrivi(?:mi|ci)?|imposta(?:mi)?|notifica(?:mi)?|fammi (?:uno squillo|ricordare|sapere (?:quando|alle))|ogni (?:giorno|mattina|sera|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|settimana|mese|ora|\d+)|tutti i|tutte le|mi (?:ricordi|avvisi|svegli|mandi|scrivi)|non (?:farmi|mi fare) dimenticare|dimmi (?:alle|quando|domani)|programma(?:mi)?|pianifica|dammi un|segna(?:mi|ti)?|sollecit\p{L}+|allarme)\b`,
    ],
    follow_up: [
      r`\b(?:chiedimi|richiedimi|tieni d'occhio|tienimi aggiornat\p{L}+|controlla|verifica|avvisami (?:se|quando|appena)|fammi sapere|monitora|segui|ricontatta|fatti (?:vivo|viva|sentire))\b`,
    ],
    cancelled: [
      r`\b(?:cancell\p{L}+|elimin\p{L}+|togli\p{L}*|annull\p{L}+|rimuov\p{L}+|lascia (?:stare|perdere)|non (?:serve|servono|mi (?:ricordare|avvisare|svegliare)) ?(?:piu)?|disattiv\p{L}+|smetti|basta (?:con|promemoria)|dimentica\p{L}*|disdici|spegni|ferma|sospendi)\b`,
    ],
    changed: [
      r`\b(?:spost\p{L}+|cambi\p{L}+|rimand\p{L}+|posticip\p{L}+|anticip\p{L}+|invece|anziche|modific\p{L}+|meglio|scusa|volevo dire|intendevo|piu tardi|prima|corregg\p{L}+|facciamo|fai alle|rinvi\p{L}+|anzi)\b`,
    ],
    memory: [
      r`\b(?:ricorda(?:ti)? che|ricordati|memorizz\p{L}+|segnati|annota(?:ti)?|salva|tieni (?:a mente|presente)|per la prossima|non dimenticare che|sappi che|a proposito|comunque|sempre|mai|d'ora in poi)\b`,
    ],
    persona: [
      r`\b(?:modalita|persona|ruolo|personaggio|comportati|fai (?:il|la|lo|l'|da)|sii|parla(?:mi)? come|torna (?:a|in|normale|te)|diventa|rispondi come|passa (?:a|in)|attiva|normale|mettiti)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:tradu\p{L}+|redig\p{L}+|riscriv\p{L}+|trascriv\p{L}+|riformul\p{L}+)\b`,
      r`\b(?:scriv\p{L}+|prepar\p{L}+|fammi|crea\p{L}*|aiut\p{L}+|invent\p{L}+|raccont\p{L}+|suggeri\p{L}+|rispond\p{L}+|mi serve|vorrei|dammi|genera|propon\p{L}+|bozza)\b[^.?!]{0,50}?\b(?:e-?mail|mail|messagg\p{L}+|test[oi]|rispost\p{L}+|bozza|poesi\p{L}+|stori\p{L}+|barzellett\p{L}+|post|annunci\p{L}*|modello|letter\p{L}+|dialog\p{L}+|esemp\p{L}+|not[ae]|tweet|didascalia|slogan|invito|discorso|canzone|haiku|sms|whatsapp|codice|funzione|favola|racconto|risponditore|comunicato)\b`,
      r`\b(?:cosa|che cosa|come) (?:gli|le)? ?(?:dico|rispondo|scrivo|posso (?:dire|scrivere|rispondere))\b|\bcome si dice\b|\bin inglese\b`,
    ],
    tome: [r`\b\p{L}+(?:mi|ci)\b|\b(?:mi|ci) \p{L}+|\b(?:qui|nel canale|nel gruppo|in chat)\b`],
    explain: [
      r`\bcome (?:funziona\p{L}*|si (?:usa|fa|crea|imposta)|uso|faccio (?:a|per)|imposto|creo)\b|\b(?:cosa|che) (?:significa|vuol dire|fa|e|sono|succede se)\b|\ba cosa serve\b|\bdifferenza tra\b|\bspieg\p{L}+\b`,
    ],
    recall: [
      r`\b(?:riassum\p{L}+|riepilog\p{L}+|riassunto|cosa (?:ho|hai|ha|hanno|e successo|abbiamo|aveva\p{L}*|mi)|che (?:ho|hai) (?:detto|chiesto)|quando (?:ho|hai|ha)|chi (?:porta|fa|ha|deve|e|sei)|mi (?:hai|avevi) (?:detto|ricordato|avvisato))\b`,
    ],
  },
  all: r`\b(?:tutti|tutte|tutto|ognuno|nessun[oa]?|entrambi|ogni)\b`,
  persona: {
    normal: r`\b(?:normale|predefinit[oa]|solit[oa]|standard|default|me stess[oa]|di sempre|originale)\b`,
  },
  and: r`e|,|o|e (?:poi |anche )?(?:alle|il)|poi`,
  again: r`di nuovo|ancora|anche|un altro|un'altra`,
  aside: r`(?:invece (?:delle|di|che)|anziché|non|prima (?:delle|di)|fino (?:alle|a)|dalle|per (?:la|il|le|l')|del|della|delle|(?:quello|quella|riunione|treno|call|appuntamento) (?:delle|alle)|chiude|apre|inizia|parte|è|era)(?: alle)?`,
}; // prettier-ignore
