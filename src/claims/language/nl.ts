// Dutch, of the Netherlands and Flanders.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_GONE, THING_MOVED, THING_STANDS } from './shared.ts';

const r = String.raw;

export const dutch: Pack = {
  code: 'nl',
  notAfter: true,
  common:
    'de het een en van ik je jij u is niet dat die in op te voor met er maar om ook als aan zal kan ben heb heeft wat nog even wel dan mijn jouw uur morgen vandaag geen naar goed oké ja nee bij herinnering hoor elke jullie we hebt',
  parts: {
    obj: r`je|jou|u|jullie|hem|haar|hen|ze|ons|iedereen|het team|'m`,
    thing: r`herinnering(?:en|etje)?|wekker|wekdienst|alarm(?:en)?|seintje|melding(?:en)?|ping(?:etje)?|por(?:retje)?|duwtje|reminder|timer|notificatie|bericht(?:je)?|belletje|agendapunt|afspraak|geheugensteuntje|tikje|check-?in|taak|waarschuwing`,
    soft: r`samenvatting|update|lijst(?:je)?|overzicht|quote|vraag|mail(?:tje)?|weerbericht|verslag|spreuk|mededeling`,
    strong: r`herinner|tik|ping|wek|waarschuw|verwittig|alarmeer|informeer|meld me|meld mij|por|attendeer|hou(?:d)? (?:\S+ ){0,6}?(?:in de gaten|op de hoogte|in het oog|bij de les|scherp|er een oogje|een oogje)|(?:geef|stuur|zend|zet|bezorg) (?:\S+ ){0,8}?(?:{thing})|laat (?:\S+ ){0,8}?(?:weten|horen)|maak (?:\S+ ){0,5}?wakker|volg (?:\S+ ){0,5}?op|kom (?:\S+ ){0,6}?(?:op terug|bij je terug|erop terug|hierop terug|bij u terug)|trek (?:\S+ ){0,4}?aan (?:je|de) (?:mouw|jas|bel)|check|monitor|achterhaal|bewaak`,
    weak: r`stuur|zend|schrijf|zeg|vraag|kijk|kom|geef|deel|plaats|post|lever|breng|bel|app|zorg|doe|zet|laat|controleer|vertel|informeer|hoor|wens|start|bericht|roep|neem|ga na|loop|lees|houd|hou|maak`,
    inf: r`herinneren|aantikken|pingen|wekken|waarschuwen|verwittigen|informeren|melden|sturen|zenden|schrijven|zeggen|vragen|kijken|checken|geven|plaatsen|posten|bewaken|houden|terugkomen|laten weten|bellen|appen|controleren|opvolgen|porren|wakker maken|navragen|nagaan|een seintje geven|opnemen|horen`,
    made: r`ingesteld|gezet|aangemaakt|gemaakt|toegevoegd|ingepland|gepland|genoteerd|opgeslagen|geactiveerd|vastgelegd|klaargezet|geprogrammeerd|ingevoerd|geregeld|bijgezet`,
    standing: r`(?:ingesteld|gezet|aangemaakt|gemaakt|toegevoegd|ingepland|gepland|genoteerd|opgeslagen|geactiveerd|vastgelegd|klaargezet|actief|bevestigd|geregeld|ingevoerd|geprogrammeerd)|staat(?: nog| klaar| erin| aan| vast| gepland| op)?|staan|loopt|blijft staan|in (?:de|mijn|je) agenda`,
    gone: r`verwijderd|geannuleerd|gewist|geschrapt|weg|uitgezet|stopgezet|afgezegd|gecanceld|uitgeschakeld|gestopt|afgelast|eruit|opgeheven|ingetrokken|gepauzeerd|weggehaald|afgezet|gedelete`,
    moved: r`verzet|verplaatst|gewijzigd|aangepast|veranderd|uitgesteld|verschoven|vervroegd|bijgewerkt|geüpdatet|gecorrigeerd|omgezet|opgeschoven|naar voren|naar achteren`,
    durable: r`in (?:je|mijn|jouw|uw|het|jullie) (?:profiel|geheugen|notities|voorkeuren|gegevens|dossier)|in het geheugen|voor (?:de volgende keer|volgende keer|later|de toekomst|altijd|toekomstige|een volgende|volgende)|voortaan|permanent|blijvend`,
    from_now: r`vanaf (?:nu|vandaag|heden)|voortaan|in het vervolg|in de toekomst|(?:de )?volgende keer|bij (?:volgende|toekomstige) \p{L}+|in (?:volgende|toekomstige|alle) \p{L}+`,
    personaword: r`\p{L}*modus|persona|rol|personage|karakter|stand|pet|profiel`,
  },
  claims: [
    { kind: 'reminder', is: r`\b(?:{strong}) (?:ik|we)\b|\b(?:ik|we|wij) (?:\S+ ){0,6}?(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`\b(?:herinner|waarschuw|ping|wek|tik|por|verwittig|stuur|geef|laat|meld|hou|houd) (?:ik )?(?:{obj}|me|mij)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:ik|we|wij) (?:zal|zullen|ga|gaan) (?:\S+ ){0,10}?(?:{inf})\b|\b(?:zal|ga|zullen) (?:ik|we) (?:\S+ ){0,10}?(?:{inf})\b|^(?:zal|ga) (?:\S+ ){0,8}?(?:{inf})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:ik zorg (?:ervoor )?dat|ik vergeet niet|daar zorg ik voor|reken (?:er maar )?op)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{weak}) (?:ik|we)\b|\b(?:ik|we|wij) (?:\S+ ){0,6}?(?:{weak})\b`,
      needs: 'anchor',
    },
    { kind: 'reminder', is: r`\ben (?:\S+ ){0,5}?(?:{strong}|{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:je|u|jullie|zij|hij) (?:\S+ )?(?:wordt|worden|zult|zal|zullen) (?:\S+ ){0,8}?(?:herinnerd|gewaarschuwd|gepingd|gewekt|verwittigd|geïnformeerd|aangetikt|op de hoogte)\b|\b(?:word|wordt|worden) (?:je|u|jullie) (?:\S+ ){0,8}?(?:herinnerd|gewaarschuwd|gepingd|gewekt|verwittigd|geïnformeerd|aangetikt)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:krijg|krijgt|krijgen|ontvang|ontvangt|ontvangen|zie|hoort?) (?:(?:{obj}) )?[^.!?;]{0,50}?\b(?:{thing}|{soft}|van mij)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:gaat (?:af|uit|\S+ \S+ af)|komt|verschijnt|wordt (?:verstuurd|gestuurd)|volgt|klinkt)\b|\b(?:gaat|komt)\b[^.!?;]{0,25}?\b(?:{thing})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:verwacht|reken op|kijk uit naar)\b[^.!?;]{0,30}?\b(?:{thing}|{soft}|van mij)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:heb|hebben)\b[^.!?;]{0,60}?\b(?:{thing})\b[^.!?;]{0,60}?\b(?:{made})\b|\b(?:{made})\b[^.!?;]{0,30}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] ?)(?:{standing}) ?:? (?:de|het|je|een|twee|beide)? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:is|zijn|staat|staan|heb|hebben)\b[^.!?;]{0,30}?\b(?:{made}|{standing})\b|\b(?:staat|staan) (?:erin|genoteerd|gepland|klaar|in)\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:heb|hebben)\b[^.!?;]{0,50}?\b(?:ingepland|gepland|ingesteld|geprogrammeerd)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:in|op) (?:mijn|je|de|uw) (?:agenda|kalender|lijst|planning)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:je hebt|u hebt|dit zijn|hier zijn|er staan|je actieve|je huidige|jouw|openstaande)\b[^.!?]{0,30}?\b(?:herinneringen|wekkers|meldingen)\b`,
    },

    {
      kind: 'reminder',
      is: r`\b(?:staat|staan|blijft) (?:er )?(?:nog|nog steeds|gewoon|ook) ?(?:steeds )?(?:in|erin|op|gepland|vast|staan)?\b`,
      needs: 'timed',
    },
    {
      kind: 'cancelled',
      is: THING_GONE,
    },
    { kind: 'cancelled', is: r`\b(?:{gone})\b`, needs: 'asked' },
    {
      kind: 'cancelled',
      is: r`\b(?:herinner|stoor|stuur|krijg|krijgt|hoort?|wek|gaat|komt|val)\b[^.!?]{0,30}?\b(?:niet (?:meer|langer)|geen)\b|\bgeen (?:{thing})\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\b(?:ik (?:verwijder|annuleer|wis|pauzeer|schrap|stop)|(?:verwijder|annuleer|wis|pauzeer|schrap) ik)\b`,
    },
    {
      kind: 'changed',
      is: THING_MOVED,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved})\b|\b(?:is|staat|gaat|wordt|zet|verzet|verplaats)\b[^.!?]{0,30}?\b(?:nu|naar|op|om|in plaats van|voortaan)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:onthouden|opgeslagen|genoteerd|bewaard|vastgelegd|toegevoegd|gezet|opgeschreven)\b[^.!?]{0,50}?\b(?:{durable})|\b(?:{durable})\b[^.!?]{0,40}?\b(?:onthouden|opgeslagen|genoteerd|bewaard|vastgelegd)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:ik onthoud|onthoud ik|ik zal (?:het|dat|dit|je \S+)? ?(?:\S+ ){0,3}onthouden|zal ik onthouden|ik vergeet (?:het|dat) niet|dat vergeet ik niet|onthouden!|heb (?:ik )?(?:het |dat )?onthouden|(?:dat|het) is onthouden|in mijn geheugen|(?:heb|staat|zet) (?:\S+ ){0,4}?(?:in (?:je|mijn|jouw|uw) (?:profiel|geheugen|notities|voorkeuren))|je profiel is bijgewerkt|ik sla (?:dat|dit|het) op|sla ik op)(?![\p{L}])|(?:^|[.,:;!–—-] ?)onthouden(?![\p{L}])`,
    },
    {
      kind: 'memory',
      is: r`\b(?:{from_now})\b[^.!?]{0,30}?\b(?:ik|je|altijd|alleen|geen|alles|u|krijg|houd|hou|noem|antwoord)\b`,
    },
    { kind: 'memory', is: r`\b(?:ik|we) (?:\S+ ){1,12}?(?:{from_now})\b` },

    {
      kind: 'persona',
      is: r`\b(?:{personaword})\b[^.!?]{0,30}?(?<![\p{L}])(?:actief|geactiveerd|aan|on|ingeschakeld|geladen|ingesteld|gewisseld)(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:schakel|geschakeld|overgeschakeld|wissel|gewisseld|overgestapt|stap|ga|ben|kruip|neem|activeer|geactiveerd|terug|zet|sta|weer)\b[^.!?]{0,35}?(?:\b(?:{personaword})\b|\bnormaal|\bnormale|\bstandaard|\bgewone|\bvertrouwde)`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,15}?\b(?:ben ik|antwoord ik|spreek ik|praat ik|reageer ik|praat je met|spreek je met|adviseer ik)\b|\bik ben (?:\S+ ){0,4}?(?:{from_now})\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:ik ben (?:nu|weer|voortaan)|je (?:spreekt|praat) nu met|nu ben ik|terug naar|u spreekt nu met)\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\b(?:als|indien|mocht|wanneer|zodra|nadat|elke keer als) (?:je|jij|u|jullie|het|dat|ik je|ik jouw|er)\b ?(?:\S+ ){0,6}?(?:wilt?|wil|graag|zegt?|geeft?|stuurt?|nodig|helpt|handig|uitkomt|fijn|liever|bevestigt|laat weten|doorgeeft|vertelt|zover|klaar|weet|hebt|heb|schrijft|antwoordt|vraagt|vraag|erom|goed vindt|lijkt)\b`,
      r`\b(?:desgewenst|indien nodig|zo nodig|indien gewenst|als je wil)\b`,
      r`(?:^|[.,:;!–—-] )(?:dan )?(?:zeg|stuur|geef|schrijf|antwoord|plak|deel|vertel|laat|bevestig|noem|kies|app|reageer|vraag|meld)(?: maar| het| me| mij| even)*\b[^.!?;]{0,80}?(?:\ben\b|,|\bdan\b) (?:dan )?(?:\p{L}+ ik|ik)\b`,
      r`\b(?:kan|zou|mag|moet|zal) ik\b[^.!?]{0,60}\?|\b(?:kan|zou) ik\b|\bik (?:kan|zou|kon)\b|\b(?:wil|wilt) (?:je|u)\b|\b(?:zeg (?:het )?maar|een woord|je hoeft maar|laat (?:het )?maar weten|aan jou de keuze|jij beslist)\b`,
    ],
    refusal: [
      r`\b(?:ik|we|dat|dit|het|hier)\b[^.!?;]{0,20}?\b(?:kan|kon|heb|mag|ben|is|gaat|bewaar|onthoud|zal|ga|reageer)\b[^.!?;]{0,40}?\b(?:niet|geen|niets|nooit|alleen als)\b|\bkan ik (?:\S+ ){0,4}(?:niet|geen)\b|\b(?:helaas|onmogelijk|niet mogelijk|geen herinnering|geen wekker)\b|\b(?:nog niet|niet) (?:{made}|{standing})`,
    ],
    unreal: [r`\b(?:zou|zouden|had|hadden|kon|konden|was het maar|mocht ik)\b`],
    past: [
      r`\b(?:gisteren|eergisteren|vorige (?:week|maand|maandag|dinsdag|woensdag|donderdag|vrijdag)|afgelopen (?:week|maand|nacht|maandag|dinsdag|woensdag|donderdag|vrijdag|weekend)|geleden|eerder (?:vandaag|deze)|daarnet|zonet|laatst|toen|herinnerde|stuurde|heb (?:ik )?(?:je|u|jullie) (?:\S+ ){0,5}?(?:herinnerd|gestuurd|gezegd|gewekt|gepingd|gewaarschuwd)|is (?:al )?(?:afgegaan|verstuurd)|destijds)\b`,
    ],
    fact: [
      r`\b(?:herinner|wijs|attendeer) (?:ik )?(?:je|u|jullie) (?:(?:nog|even|graag|wel|er) )*(?:eraan|erop|er aan|er op)? ?,?(?:even )?dat\b|\bik herinner (?:je|u|jullie) er (?:\S+ ){0,3}aan dat\b|\bter herinnering\b|\b(?:vriendelijke |kleine )?herinnering:|\bvergeet niet\b|\bdenk eraan\b`,
    ],
    here: [
      r`\b(?:hieronder|onderaan|aan het eind van dit|in dit bericht|stap voor stap|zo meteen|direct|meteen|eerst|hier (?:zijn|is|volgen)|(?:drie|twee|een paar|enkele|deze|volgende) (?:opties|ideeën|voorbeelden|voorstellen|stappen|punten|tips))\b`,
    ],
    brief: [
      r`\b(?:in|voor) (?:dit|deze) (?:draad|draadje|thread|gesprek|chat|antwoord|bericht|sessie|keer)\b|\bvoor (?:nu|vandaag|deze keer|even)\b|\balleen deze keer\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:(?:je|uw|jouw) (?:telefoon|gsm|mobiel|bank|app|agenda|dokter|huisarts|baas|horloge|mailbox|werkgever)|de (?:app|bank|post|winkel|school|praktijk|koerier|bezorger|website|verzekering|leverancier|gemeente|dienst|server)|het (?:systeem|bedrijf|platform|ziekenhuis)|per (?:e-?mail|mail|sms|post)|via (?:e-?mail|sms))\b`,
    ],
    reported: [
      r`\b(?:zei|zegt|schreef|schrijft|beloofde|belooft|volgens|betekent|bijvoorbeeld|meldde|antwoordde|heeft (?:\S+ ){0,4}?(?:gezegd|geschreven|beloofd))\b`,
    ],
  },
  silence: [
    r`\bals (?:ik|je|u|er|niemand)\b[^.!?]{0,30}?\b(?:niets|niks|niet|geen)\b`,
    r`\btenzij\b|\bzonder (?:antwoord|reactie|tegenbericht)\b`,
  ],
  but: r`\b(?:maar|echter|wel|daarentegen|toch)\b`,
  event: r`\b(?:als|zodra|wanneer|totdat|tot|nadat|voordat|later|straks|dan|weer|opnieuw|nog eens|binnenkort|op tijd|van tevoren|mocht|bij (?:nieuws|wijzigingen)|de avond ervoor|ooit|achteraf)\b`,
  retract: [
    r`\b(?:vergeet dat|correctie|ik corrigeer|sorry,? (?:nee|dat|toch niet)|nee,? toch niet|mijn fout|eigenlijk kan ik|dat klopt niet)\b`,
    r`\bik heb (?:hier )?(?:helaas )?geen (?:\p{L}+ )?(?:planner|manier|timer|wekker|geheugen|herinneringsfunctie|scheduler)`,
    r`\ber (?:wordt|is|zou) (?:\S+ )?niets (?:verstuurd|gestuurd|opgeslagen|gepland|ingesteld)`,
  ],
  done: [
    r`(?:(?:is |alles |al |helemaal )*(?:gedaan|weggehaald|uitgezet|afgezet|geregeld|ingesteld|gezet|ingepland|gepland|genoteerd en|aangemaakt|toegevoegd|verwijderd|geannuleerd|gewist|geschrapt|verzet|verplaatst|gewijzigd|aangepast|opgeslagen|klaar|gefikst|bijgewerkt|onthouden|geactiveerd|voor elkaar|afgehandeld|in orde)|komt (?:helemaal )?(?:goed|voor elkaar|in orde)|staat (?:erin|genoteerd|klaar|gepland|vast|op de agenda)|doe ik|zal ik doen|ik regel het|ik zorg ervoor|wordt geregeld|reken (?:er )?maar op|daar zorg ik voor|regel ik|uitgevoerd|ik doe het|afgesproken|voila)`,
  ],
  okay: [
    r`(?:ok(?:é|ay|e)?|prima|goed|tuurlijk|natuurlijk|zeker|begrepen|perfect|geen probleem|ja(?: hoor| zeker)?|graag|is goed|top|helder|met plezier|uiteraard|super|genoteerd|jazeker|fijn|akkoord|jep|yes|ça va|in orde|duidelijk|allez|zekers|leuk|hoor)`,
  ],
  wants: {
    reminder: [
      r`\b(?:herinner\p{L}*|waarschuw\p{L}*|verwittig\p{L}*|wek|maak me wakker|wekker|alarm|ping|por|geef (?:me|mij|een)|stuur (?:me|mij|ons|een|hier)|zet (?:een|er|mijn|de|in)|laat (?:me|het|mij) (?:weten|me)|zeg (?:het )?me|elke|iedere|dagelijks|wekelijks|seintje|niet vergeet|plan|bel me|tik me|app me|meld|zeg (?:om|morgen)|help me)\b`,
    ],
    follow_up: [
      r`\b(?:vraag (?:me|het|eens)|check|hou(?:d)? (?:me|het|een|\S+ in)|volg|kijk (?:nog|straks|later|of)|laat (?:me )?(?:het )?weten (?:als|zodra|wanneer)|controleer|informeer|kom er)\b`,
    ],
    cancelled: [
      r`\b(?:verwijder\p{L}*|annuleer\p{L}*|wis|schrap|haal (?:\S+ ){1,6}weg|weg met|laat maar|hoeft niet (?:meer)?|niet meer|vergeet (?:het|de|die|dat)|stop|zet (?:\S+ ){1,6}(?:uit|af)|cancel|zeg (?:\S+ ){1,6}af|geen (?:\S+ ){1,4}meer|schakel (?:\S+ ){1,6}uit|toch niet|hou op|genoeg|pauzeer)\b`,
    ],
    changed: [
      r`\b(?:verzet|verplaats\p{L}*|wijzig\p{L}*|verander\p{L}*|maak (?:er|het|daar)|doe (?:maar|toch)|liever|in plaats van|toch (?:om|maar)|uitstel\p{L}*|stel (?:\S+ ){1,5}uit|vervroeg|schuif|pas (?:\S+ ){1,5}aan|later|eerder|ik bedoel\p{L}*|sorry|niet om|zet (?:\S+ ){1,5}op)\b`,
    ],
    memory: [
      r`\b(?:onthou(?:d|den)?|bewaar|noteer|sla (?:\S+ ){1,6}op|vergeet niet|trouwens|voor de volgende keer|voortaan|altijd|nooit|vanaf nu|schrijf op|ter info)\b`,
    ],
    persona: [
      r`\b(?:\p{L}*modus|persona|rol|wees|speel|gedraag|praat (?:als|zoals)|antwoord als|word|terug naar|schakel|personage|normaal|doe (?:alsof|even)|kruip)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:vertaal\p{L}*|herschrijf\p{L}*|herformuleer\p{L}*|transcribeer\p{L}*|uittypen|opstellen|stel (?:\S+ ){0,6}op)\b`,
      r`\b(?:schrijf\p{L}*|maak\p{L}*|geef|help\p{L}*|verzin|vertel|bedenk|antwoord|tekst|concept|genereer|heb .{0,20}nodig|wil)\b[^.?!]{0,50}?\b(?:e-?mail|mail(?:tje)?|bericht(?:je)?|tekst(?:je)?|antwoord|brief(?:je)?|post|tweet|gedicht(?:je)?|verhaal(?:tje)?|mop|grap|haiku|concept|aankondiging|slogan|uitnodiging|speech|lied|dialoog|script|code|functie|sms|appje|whatsapp|sprookje|voorbeeld|status|onderschrift|notitie|afwezigheidsbericht|memo)\b`,
      r`\bwat (?:moet|kan|zal) ik (?:\S+ ){0,5}(?:schrijven|antwoorden|zeggen)\b|\bhoe zeg je\b|\bin het engels\b`,
    ],
    tome: [r`\b(?:me|mij|ons|hier|in het kanaal|in de groep)\b`],
    explain: [
      r`\bhoe (?:werk\p{L}*|stel ik|gebruik\p{L}*|maak ik|doe ik|zet ik|kan ik)\b|\bwat (?:betekent|doet|is|zijn|gebeurt)\b|\bverschil tussen\b|\bleg (?:\S+ )?uit\b|\bwaarvoor\b`,
    ],
    recall: [
      r`\b(?:vat (?:\S+ ){0,6}samen|samenvat\p{L}*|wat (?:heb|heeft|hebben|zei|is er|was|beloofde|vroeg)|wanneer (?:heb|heeft|was|zei)|wie (?:heeft|doet|is|was|ben|zei)|heb je (?:me|mij)|recap|overzicht van)\b`,
    ],
  },
  all: r`\b(?:alle|alles|allemaal|elke|beide|geen enkele|niets|allebei)\b`,
  persona: { normal: r`\b(?:normaal|normale|standaard|gewoon|gewone|vertrouwde|default|mezelf|oude)\b` },
  and: r`en|,|of|en (?:ook )?om|plus`,
  again: r`nog(?:maals| eens| een keer)?|opnieuw|weer|ook`,
  aside: r`(?:in plaats van|niet|voor|tot|vanaf|van|voor (?:de|het|je)|van (?:de|het)|(?:trein|afspraak|vergadering|call|bus) van|sluit|sluit morgen|opent|begint|vertrekt|is|was)(?: om)?`,
}; // prettier-ignore
