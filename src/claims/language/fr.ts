// French.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_GONE, THING_MOVED, THING_STANDS } from './shared.ts';

const r = String.raw;

export const french: Pack = {
  code: 'fr',
  notAfter: true,
  common:
    "le la les de des du et est un une pour pas que qui en dans je tu il vous nous on ce cette à au aux avec sur ne se te ton ta mon ma c'est j'ai d'accord mais ou si plus bien oui non rappel demain fait",
  parts: {
    pron: r`(?:te |vous |lui |leur |le |la |les |nous |y |en |t'|l'|m'|me )`,
    thing: r`rappels?|alarmes?|alertes?|notifications?|notifs?|réveils?|pings?|minuteurs?|coups? de coude|petits? mots?|relances?|piqûres? de rappel|évènements?|événements?|tâches? (?:planifiée|programmée)s?|check-?ins?|coup de fil|petit coup`,
    soft: r`messages?|résumés?|récap(?:itulatif)?s?|points?|bilans?|citations?|listes?|mot|mail|météo|nouvelles|signe`,
    strong: r`rappell?e(?:rai|rons|ons)?|pr[ée]viens|pr[ée]viendr(?:ai|ons)|avertis|avertir(?:ai|ons)|notifie(?:rai|rons)?|réveille(?:rai|rons)?|alerte(?:rai|rons)?|relance(?:rai|rons)?|(?:fais|ferai|ferons) (?:\S+ ){0,3}(?:signe|penser|coucou|point|suivi|rappel)|(?:tiens|tiendrai|tiendrons|garde|garderai) (?:\S+ ){0,2}(?:au courant|informée?s?|au jus|à l'œil)|(?:reviens|reviendrai|reviendrons) (?:\S+ ){0,3}(?:vers|aux nouvelles|te voir|vous voir|là-dessus|dessus)|recontacte(?:rai|rons)?|ping(?:ue|uerai|e|erai|uerons)|bipe(?:rai)?|sonne(?:rai)?|secoue(?:rai)?|(?:envoie|enverrai|enverrons|passe|passerai|mets|mettrai|programme|programmerai|pose|poserai|laisse|laisserai|donne|donnerai|file|filerai) (?:\S+ ){0,3}(?:{thing})|surveille(?:rai|rons)?|(?:garde|garderai|jette|jetterai) un œil|veille(?:rai)?|(?:suis|suivrai) (?:ça|cela|l'affaire|le fil) de près|n'oublie(?:rai)? pas de|(?:prends|prendrai) (?:des|de tes|de vos) nouvelles|(?:redis|redirai)`,
    weak: r`envoie|enverrai|écris|écrirai|demande|demanderai|redemande|redemanderai|dis|dirai|appelle|appellerai|passe|passerai|mets|mettrai|poste|posterai|publie|publierai|vérifie|vérifierai|regarde|regarderai|reviens|reviendrai|repasse|repasserai|partage|partagerai|informe|informerai|donne|donnerai|confirme|confirmerai|contacte|contacterai|prépare|préparerai|fais|ferai|souhaite|souhaiterai|tire|tirerai|reparle|reparlerai|check|checke|suis|serai`,
    inf: r`rappeler|prévenir|avertir|notifier|réveiller|alerter|relancer|envoyer|écrire|demander|dire|faire|revenir|vérifier|surveiller|pinguer|poster|publier|mettre|tenir|recontacter|repasser|regarder|suivre|donner`,
    made: r`programmé|créé|mis|ajouté|enregistré|planifié|posé|configuré|activé|noté|fixé|réglé|prévu|calé|inscrit|paramétré|mis en place|bloqué`,
    standing: r`(?:programm|cré|ajout|enregistr|planifi|pos|configur|activ|not|fix|régl|cal|confirm|paramétr|bloqu|réserv)ée?s?|mise?s? en place|en place|prête?s?|prévue?s?|inscrite?s?|active?s?|actifs?|dans (?:la boîte|l'agenda|mon agenda|le calendrier)`,
    gone: r`(?:annul|supprim|effac|retir|désactiv|enlev|arrêt|coup|stopp|abandonn|suspend|mis en pause)(?:ée?s?|ue?s?)?`,
    moved: r`(?:déplac|décal|modifi|chang|repouss|avanc|report|corrig|ajust|replanifi|reprogramm|recal|recul)ée?s?|mise?s? à jour`,
    durable: r`(?:dans|en|à|sur) (?:ta|ma|votre|la|ton|mon|tes|mes|vos|votre) ?(?:mémoire|profil|notes|fiche|préférences|dossier)|en mémoire|pour (?:la prochaine fois|les prochaines fois|la suite|plus tard|l'avenir|toujours|de bon|les prochaines|nos prochaines?|tes prochaines?|vos prochaines?)|durablement|définitivement|désormais|dorénavant|à l'avenir`,
    from_now: r`à partir de (?:maintenant|aujourd'hui|là)|dès (?:maintenant|à présent|lors)|désormais|dorénavant|à l'avenir|(?:les|nos|tes|vos) prochaines? (?:fois|conversations?|réponses?|recettes?|échanges?)|la prochaine fois|à compter de maintenant|pour la suite`,
    personaword: r`mode|persona|personnage|rôle|personnalité|profil|casquette|peau`,
  },
  claims: [
    { kind: 'reminder', is: r`\b(?:je |j'|on |nous )(?:(?:n'|ne )?{pron})*(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`\b(?:je |on |nous )(?:vais|va|allons) (?:\S+ ){0,3}?{pron}*(?:{inf})\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:je m'occupe de|je me charge de|je pense à|je penserai à|je prévois de|compte sur moi pour|comptez sur moi pour|je veille à|je me permett(?:rai|s) de|je n'oublierai pas de|promis,? je) {pron}*(?:{inf}|{strong})\b`,
    },
    { kind: 'reminder', is: r`\b(?:je |j'|on |nous )(?:{pron})*(?:{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:je |j')[^.!?;]{3,80}?\b(?:et|puis|,) (?:je |j')?{pron}+(?:{strong}|{weak})\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:tu|vous) (?:vas |allez )?(?:recevras|recevrez|recevoir|reçois|recevez|auras|aurez|avoir|entendras|entendrez|verras|verrez|seras|serez|être)\b[^.!?;]{0,50}?\b(?:{thing}|{soft}|prévenue?s?|notifiée?s?|avertie?s?|réveillée?s?|alertée?s?|informée?s?|rappelée?s?|de moi|de mes nouvelles)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:sonnera|sonne|arrivera|arrive|partira|part|s'affichera|tombera|tombe|sera envoyée?|te parviendra|vous parviendra|se déclenche(?:ra)?|suivra|aura lieu)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:attends-toi|attendez-vous|guette|guettez|compte sur|comptez sur)\b[^.!?;]{0,30}?\b(?:{thing}|{soft}|moi)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:j'ai|nous avons|on a|je viens de|c'est)\b[^.!?;]{0,25}?\b(?:{made}|{standing}|programmer|créer|mettre|ajouter|poser)\b[^.!?;]{0,50}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] ?)(?:{standing}) ?:? (?:le|la|ton|ta|votre|un|une|les|tes|vos|deux)? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:j'ai|c'est|est|sont) (?:bien |déjà |tout )?(?:{made}|{standing})\b`,
      needs: 'asked',
    },
    { kind: 'reminder', is: r`\bj'ai (?:bien |déjà )?(?:programmé|planifié|calé|prévu)\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:dans|sur|à) (?:mon|ton|votre|l') ?(?:agenda|calendrier|planning|liste)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:tu as|vous avez|voici|il y a)\b[^.!?]{0,30}?\b(?:rappels?|alarmes?|alertes?)\b[^.!?]{0,25}?(?:acti|en cours|programmé|prévu|:|pour)`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:tes|vos|les) (?:rappels|alarmes|alertes) (?:actifs|actives|en cours|programmé|prévu)`,
    },

    {
      kind: 'reminder',
      is: r`\b\p{L}+ (?:recevra|recevront|aura|auront) (?:le|un|une|son|sa|leur|la)\b[^.!?;]{0,20}?\b(?:{thing}|{soft})\b`,
      needs: 'timed',
    },
    {
      kind: 'cancelled',
      is: THING_GONE,
    },
    { kind: 'cancelled', is: r`\b(?:{gone})\b|\boublié pour de bon\b`, needs: 'asked' },
    {
      kind: 'cancelled',
      is: r`\b(?:ne|n'|plus) ?(?:{pron})*(?:rappellerai|rappelle|préviendrai|préviens|recevras|recevrez|sonnera|réveillerai|réveille|enverrai|dérangerai|embêterai|aurez|auras|relancerai)\b[^.!?]{0,20}?\b(?:plus|pas|aucun)\b|\bplus (?:de|aucun) (?:{thing})\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\bje (?:mets|mettrai) [^.!?]{0,40}?\ben pause\b|\b(?:j'annule|je supprime|je désactive|j'enlève|je retire|j'arrête)\b`,
    },
    {
      kind: 'changed',
      is: THING_MOVED,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved})\b|\b(?:passe|passé|sonne|sonnera|est|sera|c'est|décale|déplace|mets|mis|repousse|avance)\b[^.!?]{0,30}?\b(?:à|au|pour|maintenant|désormais|au lieu de|plutôt que)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:enregistré|noté|retenu|mémorisé|sauvegardé|ajouté|inscrit|consigné|gardé|stocké|mis)e?s?\b[^.!?]{0,50}?(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`(?:^|[.,:;!–—-] ?)(?:c'est |bien )?(?:retenu|mémorisé)e?s?\b|\bj'ai (?:bien )?(?:retenu|mémorisé)\b|\bgravé\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:je |j')(?:(?:m'en|le|la|les|m'|l') ?)+(?:souviendrai|souviens|rappellerai|retiendrai|retiens|mémorise|mémoriserai|servirai|garde en mémoire|note pour|enregistre|en tiendrai compte (?:à|la|les|pour|d))\b|\bje (?:retiens|retiendrai|mémorise|mémoriserai|me souviendrai|note (?:ça|cela) (?:pour|dans)|n'oublierai (?:pas|plus)(?! de))\b|\bj'en tiendrai compte (?:à|la|les|pour|d)`,
    },
    {
      kind: 'memory',
      is: r`\b(?:{from_now})\b[^.!?]{0,25}?\b(?:je|j'|tu|vous|tout|ce sera|toujours|plus de|on)\b`,
    },
    { kind: 'memory', is: r`\b(?:je |j')[^.!?]{2,80}?\b(?:{from_now})\b` },

    {
      kind: 'persona',
      is: r`\b(?:{personaword})\b[^.!?]{0,35}?(?<![\p{L}])(?:activée?|actifs?|active|enclenchée?|on|chargée?|enfilée?|en place|lancée?)(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:passe|passé|bascule|basculé|change|changé|entre|entré|adopte|adopté|active|activé|enfile|enfilé|reviens|revenu|repasse|repassé|retour|mets|mis|quitte|quitté|je suis|revoilà|de retour|revoici)\b[^.!?]{0,30}?\b(?:{personaword}|normal|par défaut|habituel|standard)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,20}?\b(?:je (?:suis|serai|réponds|répondrai|parle|parlerai|agis|agirai)|je (?:te|vous) (?:réponds|répondrai|parle|conseille|accompagne)|(?:tu parles|vous parlez) (?:à|avec))\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:je suis (?:maintenant|désormais|à présent)|me voilà|me voici|vous parlez (?:maintenant|désormais) à|tu parles (?:maintenant|désormais) à|je deviens|c'est (?:le|la) \p{L}+ qui)\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\bsi (?:tu |vous |ça |cela |c')(?:(?:me|m'|te|t'|le|la|l'|vous|en) ?)*(?:veux|voulez|souhaites|souhaitez|préfères|préférez|as besoin|avez besoin|dis|dites|donnes|donnez|envoies|envoyez|intéresse|convient|aide|arrange|est|confirmes|confirmez|plaît|va|peux|pouvez|changes|changez|en as|précises|as envie|aimerais|aimeriez|acceptes)`,
      r`\b(?:dis|dites|donne|donnez|envoie|envoyez|écris|écrivez|réponds|répondez|préviens|prévenez|fais|faites|colle|collez|partage|partagez|indique|indiquez|précise|précisez|confirme|confirmez|choisis|choisissez|ping)(?:-(?:moi|nous|le|la))*\b[^.!?;]{0,80}?(?:\bet|,) (?:je|j'|on|c'est)`,
      r`\b(?:quand|dès que|lorsque|une fois que|après que|à chaque fois que|aussitôt que) (?:tu|vous|t'|j'aurai (?:ta|votre|ton)|tu es)`,
      r`\b(?:il suffit de|il te suffit|il vous suffit|suffit que|tu n'as qu'à|vous n'avez qu'à|un mot et|au besoin|si besoin|si nécessaire|en cas de besoin|à toi de|à vous de|je peux|on peut|je pourrais|veux-tu|voulez-vous|souhaites-tu|tu veux que|vous voulez que|dis-le|n'hésite|n'hésitez)`,
    ],
    refusal: [
      r`\bne (?:{pron})*(?:peux|pouvons|pourrai|suis|sais|dispose|vais|garde|conserve|stocke|vois|reste)\b|\bn'(?:ai|est|y a|avons|existe|arrive|étais|a|en ai)\b|\b(?:je|j') ?(?:{pron})*(?:rappelle|préviens|envoie|garde|peux|ai) (?:pas|rien|aucun|jamais)\b|\b(?:impossible|incapable de|malheureusement|aucun rappel|pas de rappel|hélas|sans rappel)\b|\b(?:ne|n'|pas) (?:\S+ ){0,2}(?:encore|été) (?:{standing})`,
    ],
    unreal: [
      r`\b(?:rappelle|préviend|enver|pour|ser|aur|fer|dir|donner|viend|aver|recev|noti|réveille)r?(?:ais|ait|aient|ions|iez)\b|\bsi j'(?:avais|étais|pouvais)|\bsi je pouvais\b`,
    ],
    past: [
      r`\b(?:hier|avant-hier|la semaine dernière|le mois dernier|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) dernier|il y a|tout à l'heure je|t'ai (?:rappelé|prévenu|envoyé|dit|écrit)|vous ai (?:rappelé|prévenu|envoyé|dit)|avait|avais|l'autre jour|précédemment|a déjà (?:sonné|été envoyé))\b`,
    ],
    fact: [
      r`\bje (?:te|vous|lui|leur) (?:rappelle|signale|préviens|informe) (?:que|qu'|donc|aussi|au passage|quand même|juste|simplement|tout de même|ici)`,
      r`\bpermets(?:-moi)? de (?:te|vous) rappeler|\bpour rappel\b|\b(?:petit )?rappel ?:|\bn'oublie(?:z)? pas\b`,
      r`\bje (?:te|vous) rappelle (?:l|s|c|t|v|m)(?:e|a|es|on|os)\b(?= \p{L}+ (?:de|du|est|:))`,
    ],
    here: [
      r`\b(?:ci-dessous|plus bas|ci-après|en bas|à la fin de (?:ce|mon)|dans ce (?:message|fil)|étape par étape|tout de suite|dans un instant|dans une seconde|d'abord|voici|(?:trois|deux|quelques|les|ces|plusieurs) (?:options|idées|exemples|pistes|propositions|points|étapes))\b`,
    ],
    brief: [
      r`\b(?:dans|pour|sur) (?:ce|cette) (?:fil|conversation|discussion|réponse|message|échange|session|fois)\b|\bpour (?:l'instant|le moment|aujourd'hui|cette fois)\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:(?:ton|votre|ta) (?:téléphone|portable|banque|agenda|application|appli|médecin|patron|chef|montre|boîte mail|messagerie)|l'appli(?:cation)?|la banque|la poste|l'entreprise|le (?:site|magasin|cabinet|transporteur|livreur|fournisseur|service client|système de)|la (?:boutique|clinique|plateforme|compagnie|mairie|préfecture)|l'école|par (?:e-?mail|sms|courrier|texto))\b`,
    ],
    reported: [
      r`\b(?:(?:a|ont) (?:dit|écrit|promis|répondu|annoncé|précisé)|dit que|écrit|selon|signifie|veut dire|par exemple|d'après)\b`,
    ],
  },
  silence: [
    r`\bsi (?:je n'ai pas|tu ne (?:réponds|dis)|vous ne (?:répondez|dites)|personne ne|il n'y a pas|pas de (?:nouvelles|réponse)|je ne reçois|sans (?:nouvelles|réponse))`,
    r`\bsauf (?:contre-ordre|avis contraire|si)\b|\bà moins que\b|\bsans (?:nouvelles|réponse) (?:de|d'ici)`,
  ],
  but: r`\b(?:mais|cependant|toutefois|par contre|en revanche)\b`,
  event: r`\b(?:quand|dès que|lorsque|si|une fois que|une fois|jusqu'à ce que|avant|après|ensuite|plus tard|bientôt|sous peu|alors|à nouveau|aussitôt|au cas où|tout changement|du nouveau|la veille|le moment venu|à temps|à ce moment-là)\b|\bs'il\b`,
  retract: [
    r`\b(?:oublie(?:z)? (?:ça|cela|ce que)|je rectifie|je me corrige|pardon,? non|en fait,? (?:non|je ne peux|je n'ai)|je me suis trompé|erreur de ma part)`,
    r`\b(?:je n'ai (?:pas|aucun)|je ne dispose (?:pas|d'aucun)) (?:de |d')?(?:planificateur|moyen|minuteur|mémoire|rappel|programmateur|outil)`,
    r`\brien (?:ne sera|n'est|n'a été) (?:envoyé|programmé|enregistré)`,
  ],
  done: [
    r`(?:c'est (?:fait|noté et|bon|réglé|programmé|enregistré|en place|parti|calé|tout bon|dans la boîte|supprimé|annulé|modifié|changé|décalé|comme si c'était fait|prévu|planifié|posé)|fait|entendu,? c'est fait|programmée?s?|planifiée?s?|enregistrée?s?|calée?s?|réglée?s?|créée?s?|ajoutée?s?|annulée?s?|supprimée?s?|modifiée?s?|décalée?s?|déplacée?s?|changée?s?|mise?s? à jour|retenue?s?|mémorisée?s?|je m'en (?:occupe|charge)|compte sur moi|comptez sur moi|tout est (?:prêt|en place|réglé|programmé)|ce sera fait|sans faute|terminé|et voilà|voilà|je le ferai|je n'y manquerai pas|c'est comme si c'était fait|effacée?s?|en place)`,
  ],
  okay: [
    r`(?:ok(?:ay)?|d'accord|d'acc|entendu|parfait|bien sûr|très bien|pas de (?:souci|problème)|aucun (?:souci|problème)|oui|ça marche|ça roule|compris|avec plaisir|volontiers|super|noté|c'est noté|bien reçu|reçu|certainement|évidemment|nickel|génial|bien|vu|promis)`,
  ],
  wants: {
    reminder: [
      r`\b(?:rappel(?:le|ez|er|s)?(?:-(?:moi|nous|lui|leur))?|previens|prevenez|prevenir|avertis|reveille(?:s|z|r)?|notifie|alerte|relance|alarme|reveil|fais(?:-| )moi (?:penser|signe)|envoie(?:-moi)?|ecris(?:-moi)|mets(?:-moi)? (?:un|une|le|la)|programme|ping(?:-moi|ue)?|tous les|toutes les|chaque|dis-moi (?:a|quand|demain)|me (?:rappeler|prevenir|reveiller|rappelles|previens|reveilles)|planifie|ajoute|que j'oublie pas|n'oublie pas de me)\b`,
    ],
    follow_up: [
      r`\b(?:demande-moi|redemande|surveille|garde un oeil|tiens(?:-moi)? au courant|previens(?:-moi)? (?:si|quand|des)|relance|verifie|suis|reviens vers|fais le point|prends des nouvelles|dis-moi (?:si|quand|des))\b`,
    ],
    cancelled: [
      r`\b(?:annul\p{L}*|supprim\p{L}*|enleve\p{L}*|efface\p{L}*|oublie\p{L}*|retire\p{L}*|laisse tomber|arrete\p{L}*|desactive\p{L}*|plus (?:besoin|de)|ne me (?:rappelle|reveille|previens) (?:plus|pas)|coupe|stop|ça suffit|ca suffit|vire)\b`,
    ],
    changed: [
      r`\b(?:chang\p{L}*|deplac\p{L}*|decal\p{L}*|repouss\p{L}*|avanc\p{L}*|report\p{L}*|modifi\p{L}*|plutot|au lieu de|mets-le a|passe-le|finalement|corrige|pardon|je voulais dire|non,? a|plus tard|recule)\b`,
    ],
    memory: [
      r`\b(?:retiens|souviens-toi|note(?:z)?|enregistre|memorise|garde en (?:tete|memoire)|n'oublie pas que|pour la prochaine|sache que|au fait|toujours|jamais|a partir de maintenant|dorenavant|desormais)\b`,
    ],
    persona: [
      r`\b(?:mode|persona|personnage|role|agis|comporte-toi|sois|joue|parle(?:-moi)? comme|deviens|redeviens|mets-toi|reviens (?:a|en|au)|passe en|casquette|reponds (?:comme|en tant)|normal)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:tradui\p{L}*|redige\p{L}*|reformule\p{L}*|reecris|transcri\p{L}*)\b`,
      r`\b(?:ecri\p{L}*|prepare\p{L}*|fais|donne|propose\p{L}*|invente\p{L}*|raconte\p{L}*|aide\p{L}*|reponds|cree|il me faut|besoin d|compose|genere|trouve)\b[^.?!]{0,50}?\b(?:mails?|e-?mails?|messages?|textes?|reponses?|brouillons?|poemes?|histoires?|blagues?|publications?|annonces?|modeles?|lettres?|dialogues?|exemples?|posts?|tweets?|slogans?|invitations?|discours|chansons?|haikus?|sms|legendes?|scripts?|code|contes?|notes?|phrases?|courriers?)\b`,
      r`\b(?:comment|que|quoi|qu'est-ce que je) (?:dire|repondre|ecrire|reponds|lui dis|on dit|dit-on)\b|\ben anglais\b|\breponse automatique\b`,
    ],
    tome: [r`-(?:moi|nous)\b|\b(?:m'|nous |me )\p{L}+|\b(?:ici|dans le canal|sur le canal|dans le groupe)\b`],
    explain: [
      r`\bcomment (?:ca |cela |on |je |tu |se |les? |la |marche|fonctionne|utilise|\p{L}+er\b|mettre|faire)|\b(?:c'est quoi|qu'est-ce que|qu'est-ce qu'|que (?:signifie|veut dire|fait)|a quoi (?:sert|ca sert)|difference entre|explique\p{L}*|que se passe)`,
    ],
    recall: [
      r`\b(?:resum\p{L}*|recap\p{L}*|qu'est-ce que (?:j'ai|tu as|il a|elle a|on a)|qu'a (?:dit|promis)|quand (?:ai-je|as-tu|est-ce que)|qui (?:a|est|doit|fait)|tu m'as (?:dit|rappele|prevenu)|a (?:dit|promis)|fais le point sur|quoi de neuf)\b`,
    ],
  },
  all: r`\b(?:tous|toutes|tout|chacun|aucun|les deux|l'ensemble|plus (?:rien|aucun))\b`,
  persona: { normal: r`\b(?:normal|par défaut|habituel|standard|default|moi-même|d'origine|classique)\b` },
  and: r`et|,|ou|puis|et (?:aussi )?à|et le`,
  again: r`encore|de nouveau|aussi|à nouveau|un autre|également|une deuxième`,
  aside: r`(?:au lieu de|plutôt que|pas|avant|jusqu'à|de|depuis|pour (?:la|le|ta|ton|ta)|du|des|(?:réunion|rdv|rendez-vous|appel|train|vol|celui|celle) de|ferme à|ouvre à|commence à|part à|est à|était à)(?: à)?`,
}; // prettier-ignore
