// German, of Germany, Austria and Switzerland.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_GONE, THING_MOVED, THING_STANDS } from './shared.ts';

const r = String.raw;

export const german: Pack = {
  code: 'de',
  notAfter: true,
  common:
    'der die das und ist ich du nicht ein eine einen mit für auf dich dir mir mich wir es im am um den dem zu von an auch noch ja nein dann wenn aber oder uhr morgen heute hab habe bin bist wird sie ihr jeden bitte mal schon alles',
  parts: {
    obj: r`dich|dir|euch|sie|ihn|ihnen|ihm|uns|mich|alle|das team|ihr|es|das`,
    thing: r`erinnerung(?:en)?|wecker|weckruf|alarm|alarme|hinweis|ping|stupser|anstupser|benachrichtigung(?:en)?|timer|kalendereintrag|serientermin|termine?|reminder|push|schubs(?:er)?|serie|job|meldung|wiedervorlage|bescheid|nudge`,
    soft: r`nachricht|zusammenfassung|update|liste|spruch|frage|übersicht|bericht|rückmeldung|zitat|info|wetterbericht|check-?in|mail|notiz`,
    strong: r`erinnere?|stup(?:se|s)|pinge?|wecke?|benachrichtige|informiere|alarmiere|warne|hake|schubse?|nerve?|verständige|avisiere|melde?|klingle|klingele|rüttle|beobachte|überwache|verfolge|löchere`,
    weak: r`schicke?|sende|schreibe?|sage?|frage?|schaue?|prüfe|checke?|komme?|gebe?|geb|teile?|poste|liefere|bringe?|rufe?|behalte?|halte?|kümmere|mache?|stelle?|lasse?|kontrolliere|gucke?|erkundige|wünsche|spreche|fasse|richte|trage|setze|tue|achte|passe|lege|bin|starte`,
    inf: r`erinnern|anstupsen|pingen|anpingen|wecken|benachrichtigen|informieren|alarmieren|warnen|nachhaken|nachfragen|melden|schicken|senden|schreiben|sagen|fragen|schauen|nachschauen|prüfen|nachsehen|geben|posten|beobachten|überwachen|halten|behalten|zurückkommen|erkundigen|anschreiben|anrufen|bescheid (?:geben|sagen)|ansprechen|aufwecken|kontrollieren|aufpassen|durchgeben|checken`,
    made: r`eingerichtet|gesetzt|erstellt|angelegt|eingetragen|gestellt|gespeichert|geplant|notiert|vermerkt|eingestellt|aktiviert|programmiert|hinzugefügt|terminiert|vorgemerkt|aufgenommen|eingeplant|hinterlegt|gebucht|festgehalten`,
    standing: r`(?:eingerichtet|gesetzt|erstellt|angelegt|eingetragen|gestellt|geplant|eingestellt|aktiv(?:iert)?|gespeichert|vorgemerkt|programmiert|terminiert|scharf(?: geschaltet)?|hinzugefügt|eingeplant|notiert|festgelegt|gebucht|hinterlegt|fertig|bestätigt|ausgelöst)(?:e[nrs]?)?|steht(?: noch| weiterhin| auf)?|stehen|läuft|laufen|ist drin|sitzt|im (?:kalender|system)`,
    gone: r`gelöscht|storniert|abgesagt|gestrichen|entfernt|abgebrochen|deaktiviert|ausgeschaltet|abgeschaltet|gestoppt|aufgehoben|weg|raus|beendet|gecancelt|abgestellt|pausiert|verworfen|rausgenommen|abbestellt|abgeblasen`,
    moved: r`verschoben|geändert|verlegt|aktualisiert|umgestellt|angepasst|umgebucht|vorgezogen|vertagt|korrigiert|umgelegt|nach (?:hinten|vorne)|abgeändert|neu gesetzt|umgeplant|vorverlegt|aufgeschoben`,
    durable: r`dauerhaft|für (?:die zukunft|das nächste mal|nächstes mal|künftig(?:e)?|später|immer|alle (?:zukünftigen|künftigen|weiteren)|kommende|die nächsten|zukünftige)|in (?:deinem|meinem|dein|mein|deinen|meinen|die|den|deine|meine|ihrem|ihr) (?:profil|gedächtnis|notizen|speicher|einstellungen|akte)|im (?:profil|gedächtnis|speicher|langzeitgedächtnis)|ins (?:profil|gedächtnis)|ab (?:jetzt|sofort)|künftig|zukünftig|fürs nächste mal`,
    from_now: r`ab (?:jetzt|sofort|nun|heute)|von (?:jetzt|nun) an|künftig|in zukunft|zukünftig|beim nächsten mal|nächstes mal|in (?:allen )?(?:künftigen|zukünftigen|kommenden) (?:\p{L}+)`,
    personaword: r`modus|persona|rolle|charakter|persönlichkeit|profil|hut|\p{L}*-?modus`,
  },
  claims: [
    {
      kind: 'reminder',
      is: r`\b(?:{strong}) (?:ich|wir)\b|\b(?:ich|wir) (?:\S+ ){0,6}?(?:{strong})(?:n)?\b(?! (?:ich|du)\b)`,
    },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] |\bund )(?:\S+ ){0,3}?(?:melde? (?:mich|uns)|(?!melde?\b)(?:{strong}) (?:(?:auch|dann|mich|gern|gerne) )*(?:{obj}))\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:sage|gebe|lasse) (?:\S+ ){0,6}?(?:bescheid|wissen|anstoß|laut|durch)\b|\b(?:sag|geb|lass) ich (?:\S+ ){0,6}?(?:bescheid|wissen|laut|durch)\b|^(?:\S+ ){0,2}?(?:sag|geb) (?:dir|euch|ihnen) (?:\S+ ){0,5}?bescheid\b|\bich (?:\S+ ){0,6}?(?:sag|geb) (?:\S+ ){0,5}?bescheid\b|\b(?:komme|komm) (?:\S+ ){0,6}?(?:auf (?:dich|euch|sie) zu|wieder auf)\b|\b(?:behalte?|halte?) (?:\S+ ){0,8}?(?:im (?:auge|blick)|auf dem laufenden)\b|\bfrage? (?:\S+ ){0,8}?nach\b|\bhake? (?:\S+ ){0,8}?nach\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:ich|wir) (?:werden?|will) (?:\S+ ){0,10}?(?:{inf})\b|\b(?:werde|werden) (?:ich|wir) (?:\S+ ){0,10}?(?:{inf})\b|^werde (?:\S+ ){0,8}?(?:{inf})\b`,
    },
    {
      kind: 'reminder',
      is: r`\bich (?:denke|vergesse nicht|sorge|kümmere mich)\b[^.!?;]{0,40}?\b(?:erinner|dran|daran|weck|bescheid)`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{weak}) (?:ich|wir)\b|\b(?:ich|wir) (?:\S+ ){0,6}?(?:{weak})(?:n)?\b|(?:^|[.,:;!–—-] |\bund )(?:{weak}) (?:{obj}|nochmal|noch|dann|kurz|wieder|später|um|am|morgen)\b`,
      needs: 'anchor',
    },
    { kind: 'reminder', is: r`\bund (?:\S+ ){0,5}?(?:{strong}|{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:wirst|werdet|werden) (?:\S+ ){0,8}?(?:benachrichtigt|erinnert|geweckt|informiert|gepingt|angepingt|angestupst|gewarnt|alarmiert|verständigt)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:bekommst|bekommt|bekommen|kriegst|kriegt|kriegen|erhältst|erhaltet|erhalten|hast|siehst|erhält)\b[^.!?;]{0,60}?\b(?:{thing}|{soft})\b|\b(?:hörst|hört) (?:\S+ ){0,4}?von mir\b|\b(?:{thing}|{soft})\b[^.!?;]{0,10}? von mir\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:kommt|klingelt|geht (?:raus|los|an)|erscheint|ertönt|wird (?:ausgelöst|gesendet|verschickt|geschickt)|meldet sich|folgt|erreicht (?:dich|euch|sie)|trifft ein)\b|\bklingelt'?s?\b[^.!?;]{0,30}?\b(?:der wecker|bei dir)\b|\bkommt\b[^.!?;]{0,30}?\b(?:{thing})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:rechne|rechnet|erwarte|freu dich auf|mach dich auf)\b[^.!?;]{0,40}?\b(?:{thing}|{soft}|von mir)\b`,
    },
    {
      kind: 'reminder',
      is: r`\bhabe?\b[^.!?;]{0,60}?\b(?:{thing})\b[^.!?;]{0,60}?\b(?:{made})\b|\bhabe?\b[^.!?;]{0,20}?\b(?:{made})\b[^.!?;]{0,40}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] ?)(?:{standing}):? (?:die|der|das|deine|dein|eine|ein|zwei|beide)? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:ist|sind|wurde|hab|habe|habs|hab's|hab ich|habe ich)\b[^.!?;]{0,40}?\b(?:{made}|{standing})\b|\bsteht (?:im|auf)\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:hab|habe)\b[^.!?;]{0,50}?\b(?:eingeplant|vorgemerkt|terminiert|eingetragen|programmiert)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:in|im|auf) (?:meine[mnr]?|deine[mnr]?|den|der|dem)? ?(?:kalender|terminplan|liste|agenda)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:du hast|ihr habt|hier sind|das sind|es gibt|sie haben)\b[^.!?]{0,30}?\b(?:erinnerungen?|wecker|termine)\b[^.!?]{0,25}?(?:aktiv|offen|geplant|:|für)|\b(?:deine|aktive|offene|geplante|anstehende) (?:\p{L}+ )?(?:erinnerungen|wecker)\b`,
    },

    {
      kind: 'cancelled',
      is: THING_GONE,
    },
    { kind: 'cancelled', is: r`\b(?:{gone})\b`, needs: 'asked' },
    {
      kind: 'cancelled',
      is: r`\b(?:erinnere|wecke|melde|störe|nerve|schicke|klingelt|kommt|bekommst|kriegst|hörst|pinge)\b[^.!?]{0,30}?\b(?:nicht mehr|keine?n? (?:weitere|mehr)?|nichts mehr|nicht)\b|\bkeine (?:weiteren )?(?:erinnerung(?:en)?|meldung(?:en)?)\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\b(?:pausiere|lösche|streiche|storniere|stoppe|deaktiviere|entferne) ich\b|\bich (?:pausiere|lösche|streiche|storniere|stoppe|deaktiviere|entferne)\b`,
    },
    {
      kind: 'changed',
      is: THING_MOVED,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved})\b|\b(?:klingelt|ist|steht|kommt|gilt|stelle?|lege?|verschiebe?|ändere?|setze?)\b[^.!?]{0,30}?\b(?:jetzt|nun|auf|statt|um|neu)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:gemerkt|gespeichert|notiert|vermerkt|abgespeichert|hinterlegt|festgehalten|eingetragen|aufgenommen|abgelegt)\b[^.!?]{0,50}?\b(?:{durable})|\b(?:{durable})\b[^.!?]{0,40}?\b(?:gemerkt|gespeichert|notiert|vermerkt|abgespeichert|hinterlegt|festgehalten|eingetragen)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:merke?|merk'?s?|speichere?|vergesse) (?:ich |es |das |mir )+|\bich (?:merke?|merk'?s?|speichere) (?:mir|das|es|dir)|\bwerde ich (?:mir )?(?:merken|nicht vergessen|berücksichtigen)|\bich werde (?:mir )?(?:\S+ ){0,4}(?:merken|nicht vergessen)|\b(?:hab|habe|ist|sind) (?:\S+ ){0,5}?(?:gemerkt|abgespeichert|im (?:gedächtnis|profil))\b|(?:^|[.,:;!–—-] ?)gemerkt\b|\bprofil (?:ist )?aktualisiert\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:{from_now})\b[^.!?]{0,30}?\b(?:ich|dich|dir|immer|nur|keine?|alles|euch|wir|sie|werde|werden|gibt)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:ich|wir) (?:\S+ ){1,12}?(?:{from_now})\b|\b\p{L}+e ich (?:\S+ ){0,8}?(?:{from_now})\b`,
    },

    {
      kind: 'persona',
      is: r`(?:{personaword})\b[^.!?]{0,30}?(?<![\p{L}])(?:aktiv(?:iert)?|an|on|ein(?:geschaltet)?|geladen|gestartet|läuft|eingenommen|gewechselt|umgestellt)(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:wechsle|wechsele|wechsel|gewechselt|schalte|umgeschaltet|geschaltet|gehe|bin|schlüpfe|übernehme|aktiviere|aktiviert|zurück|setze|starte|ziehe|zurückgesetzt)\b[^.!?]{0,35}?(?:{personaword}|\bnormal|\bstandard|\bgewohnt)`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,15}?\b(?:bin ich|antworte ich|spreche ich|rede ich|agiere ich|berate ich|sprichst du mit|sprechen sie mit|redest du mit)\b|\bich bin (?:\S+ ){0,4}?(?:{from_now})\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:bin ich jetzt|ich bin (?:jetzt|nun|ab|wieder)|du sprichst (?:jetzt|nun) mit|sie sprechen (?:jetzt|nun) mit|zurück zu)\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\b(?:wenn|falls|sofern|sobald|nachdem|immer wenn) (?:du|ihr|sie|dir|euch|ihnen|das|es|ich (?:deine?|ihre?|dein)) ?(?:\S+ ){0,6}?(?:willst|wollt|wollen|möchtest|möchten|magst|mögt|brauchst|brauchen|sagst|sagen|gibst|geben|schickst|schicken|hilft|passt|recht ist|wünschst|wünschen|lieber|bestätigst|bescheid|nennst|verrätst|habe|so weit bist|fertig bist|bereit bist|soweit bist|weißt|wissen|schreibst|antwortest)`,
      r`\b(?:wenn|falls) gewünscht\b|\b(?:bei bedarf|falls nötig|wenn nötig|wenn's brennt)\b|\bauf wunsch\b|\bgerne?,? wenn\b|\bjederzeit\b`,
      r`(?:^|[.,:;!–—-] )(?:dann )?(?:sag|sage|sagen|schick|schicke|schicken|gib|geben|nenn|nenne|nennen|schreib|schreibe|antworte|antworten|poste|teile|lade|verrate|melde|meld|teil|bestätige|bestätigen|ruf|tippe|frag|wähle|lass)(?: sie)?\b[^.!?;]{0,80}?(?:\bund|,|\bdann) (?:dann )?(?:\p{L}+ ich|ich|\p{L}+e? (?:dich|dir|es|sie|ich))`,
      r`\b(?:kann|könnte|können|könnten|dürfte|würde) (?:ich|wir)\b|\b(?:ich|wir) (?:kann|könnte|können|könnten|würde)\b|\b(?:soll|sollen|möchtest|willst|magst|wollen|hättest) (?:ich|du|wir|sie)\b|\b(?:sag einfach|ein wort genügt|einfach (?:sagen|schreiben|melden)|du musst nur|du brauchst nur|liegt bei dir|deine entscheidung)\b`,
    ],
    refusal: [
      r`\b(?:ich|wir|das|es|hier|leider)\b[^.!?;]{0,25}?\b(?:kann|können|konnte|habe|hab|darf|bin|werde|ist|geht|gibt|speichere|merke|besitze|verfüge)\b[^.!?;]{0,40}?\b(?:nicht|keine?n?|nie|nichts)\b|\bkann (?:ich|dich|dir|das)\b[^.!?;]{0,30}?\b(?:nicht|keine?n?)\b|\b(?:leider|unmöglich|außerstande|nicht möglich|keine erinnerung|kein wecker|keinen wecker)\b|\bnicht (?:{made}|{standing})`,
      r`\b(?:{strong}|{weak}) (?:ich )?(?:dich|dir|euch|mich|sie|ihnen) (?:\S+ ){0,4}?(?:nicht|nichts|nie)(?! nur)\b`,
    ],
    unreal: [
      r`\b(?:würde|würdest|könnte|könntest|hätte|wäre|dürfte|müsste|sollte|bekämst|wenn ich (?:könnte|hätte))\b`,
    ],
    past: [
      r`\b(?:gestern|vorgestern|letzte[nrs]?|vorige[nrs]?|vergangene[nrs]?|vor (?:einer|einem|zwei|drei|\d+)|vorhin|neulich|damals|bereits (?:erinnert|geschickt|gesagt)|erinnert(?! werden| du)(?= (?:habe|hatte))|(?:hatte|hab|habe) (?:ich )?(?:dich|dir|euch) (?:\S+ ){0,5}?(?:erinnert|gesagt|geschickt|gepingt|geweckt))\b`,
    ],
    fact: [
      r`\b(?:erinnere|weise) (?:ich )?(?:dich|euch|sie|nur|noch|kurz|mal|gern|hiermit|daran|darauf)(?: (?:\S+ ){0,3}?)?(?:daran|darauf|hin)?,? (?:dass|wie)\b|\bich erinnere (?:\S+ ){0,4}?(?:daran|an (?:die|den|das))\b|\b(?:zur|kurze|kleine|freundliche) erinnerung\b|\berinnerung:|\bdenk(?:e|t)? daran\b|\bvergiss nicht\b|\bsage? (?:ich )?(?:dir|euch) (?:gleich|ehrlich|ganz)`,
    ],
    here: [
      r`\b(?:unten|weiter unten|am ende (?:dieser|der) (?:nachricht|antwort)|im folgenden|hier unten|schritt für schritt|gleich(?! (?:um|nach|am|morgen))|sofort|als erstes|zuerst|(?:drei|zwei|ein paar|einige|diese|folgende|die) (?:optionen|ideen|beispiele|vorschläge|punkte|varianten|schritte))\b`,
    ],
    brief: [
      r`\b(?:in|für) (?:diese[mnr]?) (?:thread|gespräch|chat|antwort|nachricht|unterhaltung|sitzung|runde)\b|\b(?:im|für den) (?:thread|moment)\b|\bfür (?:heute|jetzt|diesmal)\b|\bnur diesmal\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:(?:dein|deine|ihr|ihre|eure?) (?:handy|telefon|bank|app|kalender|arzt|ärztin|chef|chefin|uhr|vermieter|mailprogramm|postfach)|die (?:app|bank|post|firma|praxis|schule|plattform|seite|krankenkasse|behörde|hausverwaltung)|der (?:anbieter|paketdienst|dienst|lieferant|server|händler|kundendienst|vermieter|bote)|das (?:system|amt|portal|geschäft)|per (?:e-?mail|sms|post))\b`,
    ],
    reported: [
      r`\b(?:sagte|sagt|schrieb|schreibt|versprach|verspricht|meinte|meint|laut|bedeutet|heißt|zum beispiel|z\.b\.|antwortete|(?:hat|haben) (?:\S+ ){0,5}?(?:gesagt|geschrieben|versprochen))\b`,
    ],
  },
  silence: [
    r`\b(?:wenn|falls) (?:ich|du|bis|keine?r?|niemand|sich)\b[^.!?]{0,40}?\b(?:nichts|nicht|keine)\b`,
    r`\bes sei denn\b|\bsofern nicht\b|\bohne (?:antwort|rückmeldung)\b`,
  ],
  but: r`\b(?:aber|jedoch|allerdings|dafür|trotzdem|sondern)\b`,
  event: r`\b(?:wenn|sobald|falls|bis|nachdem|bevor|vor(?:her)?|später|danach|rechtzeitig|wieder|nochmal|noch mal|demnächst|bald|dann|sofern|im fall|bei (?:neuigkeiten|änderungen)|zur gegebenen zeit|pünktlich|am vorabend)\b`,
  retract: [
    r`\b(?:vergiss das|streich das|korrektur|korrigiere mich|ich korrigiere|entschuldigung,? (?:nein|das)|nein,? doch nicht|mein fehler|stimmt nicht|tatsächlich kann ich)\b`,
    r`\bich (?:habe|hab|besitze) (?:hier )?(?:leider |gar )?(?:keinen?|kein) (?:\p{L}+ )?(?:planer|timer|zeitplaner|scheduler|wecker|möglichkeit|gedächtnis|erinnerungsfunktion)`,
    r`\bes (?:wird|wurde|würde) (?:\S+ )?nichts (?:gesendet|geschickt|gespeichert|geplant|gesetzt)`,
  ],
  done: [
    r`(?:(?:ist |wird |alles |schon |so gut wie )*(?:erledigt|gemacht|eingerichtet|gesetzt|gestellt|erstellt|angelegt|eingetragen|gespeichert|geplant|notiert und|vorgemerkt|gelöscht|storniert|gestrichen|entfernt|abgesagt|verschoben|geändert|aktualisiert|umgestellt|angepasst|gemerkt|fertig|geritzt|gebongt|abgehakt|aktiviert|deaktiviert|terminiert|eingestellt|eingeplant|gebucht|programmiert)|steht|sitzt|läuft|alles klar,? (?:mach ich|ist)|mach(?:e)? ich|wird gemacht|geht klar|verlass dich drauf|ich kümmere mich(?: darum)?|kümmere mich|ist drin|hab(?:e)? ich(?: eingetragen| notiert| gestellt)?|hab's|verlass dich auf mich|du kannst dich drauf verlassen|schon passiert|auf jeden fall)`,
  ],
  okay: [
    r`(?:ok(?:ay)?|klar|alles klar|na klar|gern(?:e)?|sehr gern(?:e)?|natürlich|selbstverständlich|verstanden|perfekt|super|passt|ja|jo|jawohl|jep|kein problem|in ordnung|sicher|prima|gut|gebongt|notiert|logo|aber sicher|ja klar|ja gern|gut so|freilich|passt schon)`,
  ],
  wants: {
    reminder: [
      r`\b(?:erinner\p{L}*|weck(?:e|en|st|er)?|sag(?:e|st)? (?:mir|uns|ihr|ihm|\p{L}+) (?:\S+ ){0,6}?bescheid|bescheid|stups\p{L}*|ping\p{L}*|benachrichtig\p{L}*|wecker|alarm|timer|schick(?:e|st)? (?:mir|uns)|schreib (?:mir|uns|hier)|meld dich|trag(?:e)?|stell(?:e|st)? (?:mir|einen|eine|den)|jeden|jede|jedes|taglich|wochentlich|nicht vergesse|denk (?:bitte )?dran|ruf mich|gib mir|sag mir (?:um|am|morgen|wann|in)|plan\p{L}* (?:\S+ ){0,2}ein|erinnerungen?)\b`,
    ],
    follow_up: [
      r`\b(?:frag(?:e|st)? (?:mich|nach|noch|\p{L}+ )|hak\p{L}* (?:\S+ )?nach|behalt\p{L}*|beobachte|uberwach\p{L}*|sag(?:e)? (?:mir )?bescheid (?:wenn|sobald)|halt mich|schau (?:nochmal|nach|spater)|pruf\p{L}*|meld dich|check)\b`,
    ],
    cancelled: [
      r`\b(?:losch\p{L}*|storn\p{L}*|streich\p{L}*|entfern\p{L}*|absag\p{L}*|sag\p{L}* (?:\S+ ){1,6}ab|vergiss|brauch(?:e|t)?s? (?:\S+ ){0,6}nicht mehr|nicht mehr|weg damit|cancel\p{L}*|abbrechen|brich|deaktivier\p{L}*|schalt\p{L}* (?:\S+ ){1,6}(?:ab|aus)|stopp\p{L}*|lass (?:es|das|gut)|kein(?:e|en)? .{0,30}mehr|nimm (?:\S+ ){1,6}raus|abbestell\p{L}*|doch nicht|schluss mit|hor auf|genug|keine erinnerung\p{L}*|pausier\p{L}*)\b`,
    ],
    changed: [
      r`\b(?:verschieb\p{L}*|ander\p{L}*|verleg\p{L}*|doch (?:lieber|um|am|erst)|lieber|statt|stattdessen|mach (?:da)?raus|vorzieh\p{L}*|zieh (?:\S+ ){1,6}vor|korrigier\p{L}*|ich meinte|meinte|sorry|spater|fruher|nicht um|auf \d+ ?uhr|umstell\p{L}*|stell (?:\S+ ){1,6}um|leg (?:\S+ ){1,6}auf|nach hinten)\b`,
    ],
    memory: [
      r`\b(?:merk(?:e|en)?|speicher\p{L}*|notier\p{L}*|vergiss nicht|denk dran|furs nachste mal|ubrigens|immer|nie(?:mals)?|ab jetzt|kunftig|in zukunft|behalt)\b`,
    ],
    persona: [
      r`\b(?:modus|persona|rolle|sei (?:mein|ein|der|die|wieder|mal)|spiel|werde|wechs\p{L}*|sprich (?:wie|als)|antworte (?:wie|als)|charakter|zuruck (?:zu|zum|auf)|normal|schalt|tu so)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:ubersetz\p{L}*|formulier\p{L}*|umformulier\p{L}*|verfass\p{L}*|entwirf|transkribier\p{L}*|entwurf|vorlage|abwesenheitsnotiz)\b`,
      r`\b(?:schreib\p{L}*|erstell\p{L}*|mach\p{L}*|gib|brauch\p{L}*|erfind\p{L}*|erzahl\p{L}*|hilf|dicht\p{L}*|antwort\p{L}*|text\p{L}*|beispiel)\b[^.?!]{0,50}?\b(?:e-?mail|mail|nachricht|text|antwort|brief|post|tweet|gedicht|geschichte|witz|haiku|entwurf|ankundigung|slogan|einladung|rede|lied|dialog|skript|code|funktion|sms|whatsapp|aushang|hinweis|marchen|status|spruch|notiz|kommentar|bildunterschrift|commit)\b`,
      r`\bwas (?:soll|kann|konnte) ich (?:\S+ ){0,5}(?:schreiben|antworten|sagen)\b|\bwie sagt man\b|\bauf englisch\b`,
    ],
    tome: [r`\b(?:mir|uns|mich|hier|in den kanal|im kanal|in die gruppe)\b`],
    explain: [
      r`\bwie (?:funktionier\p{L}*|geht das|stelle? ich|richte ich|benutz\p{L}*|mache? ich|kann ich|erstell\p{L}*)\b|\bwas (?:bedeut\p{L}*|heisst|heißt|macht|ist|sind|passiert)\b|\bunterschied\b|\berklar\p{L}*\b|\bwofur\b`,
    ],
    recall: [
      r`\b(?:fass\p{L}* (?:\S+ ){0,5}zusammen|zusammenfass\p{L}*|was (?:hat|habe|hast|haben|war|wurde|ist passiert|gab)|wann (?:hat|habe|hast)|wer (?:hat|macht|ist|war|bist)|hast du (?:mich|mir)|recap|uberblick|was lief)\b`,
    ],
  },
  all: r`\b(?:alle|alles|sämtliche|jede|beide|keine?n?|gar nichts|nichts mehr)\b`,
  persona: {
    normal: r`\b(?:normal(?:e[nrsm]?)?|standard\p{L}*|gewohnt(?:e[nrsm]?)?|üblich(?:e[nrsm]?)?|default|ich selbst|alte[rns]?)\b`,
  },
  and: r`und|,|oder|sowie|und (?:nochmals? |wieder )?um|nochmals?|&`,
  again: r`nochmals?|noch ?mal|wieder|erneut|auch|noch(?:mals)?|eine weitere`,
  aside: r`(?:statt|anstatt|nicht|vor|bis|ab|für (?:den|die|das|dein|deine)|des|der|dein|deinen|(?:termin|meeting|zug|call|treffen) um|schließt um|öffnet um|beginnt um|fährt um|ist um|war um|von)(?: um)?`,
}; // prettier-ignore
