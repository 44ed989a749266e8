// Portuguese, of Brazil, Portugal and Africa.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_STANDS } from './shared.ts';

const r = String.raw;

export const portuguese: Pack = {
  code: 'pt',
  common:
    'o a os as de do da dos das que e em um uma para por com não no na nos nas se te lhe você vocês eu meu minha seu sua é ao à mais já está pra pro isso hoje amanhã tudo bem lembrete pode deixar quando sim todo toda feito pronto às',
  parts: {
    pron: r`te|lhe|lhes|os|as|o|a|vos|me|se|nos|vocês?`,
    soon: r`(?:(?:já|também|depois|então|sim|aqui|mesmo|sem falta|só) )*`,
    thing: r`lembretes?|avisos?|alarmes?|alertas?|notifica(?:ção|ções)|despertador(?:es)?|pings?|toques?|cutucad(?:a|as|inha)|temporizador|timers?|follow-?ups?|check-?ins?|compromissos?|tarefas? agendadas?|eventos?|chamada de despertar`,
    soft: r`mensage(?:m|ns)|resumos?|recado|lista|relatório|frase|pergunta|boletim|previsão|notícias minhas|bilhete`,
    strong: r`lembro|lembrarei|lembramos|lembraremos|relembro|relembrarei|aviso|avisarei|avisamos|avisaremos|notifico|notificarei|acordo|acordarei|alerto|alertarei|cutuco|cutucarei|informo|informarei|(?:dou|darei|vou dar) (?:um |uma |aquele |aquela |mais um )?(?:toque|alô|cutucada|cutucão|aviso|lembrete|ping|puxão|força)|(?:fico|ficarei|estarei|vou ficar) (?:de olho|atent[oa]|à espreita|em cima|acompanhando|monitorando|a acompanhar|a vigiar|a monitorizar)|(?:mantenho|manterei) (?:\S+ ){0,2}(?:informad|atualizad|a par|de olho)\p{L}*|acompanho|acompanharei|monitoro|monitorarei|monitorizo|(?:mando|mandarei|envio|enviarei|ponho|coloco|crio|deixo|faço|programo) (?:\S+ ){0,3}(?:{thing})|não (?:me esqueço|esqueço|vou esquecer|deixo você|te deixo|me vou esquecer) de?|pingo|(?:faço|farei) (?:o |um )?(?:follow-?up|acompanhamento|seguimento)|(?:volto|voltarei) a (?:te |lhe |vos )?(?:chamar|falar|perguntar|escrever|contactar|contatar|avisar|lembrar|insistir)`,
    weak: r`mando|mandarei|envio|enviarei|escrevo|escreverei|pergunto|perguntarei|digo|direi|chamo|chamarei|ligo|passo|passarei|deixo|conto|confirmo|confirmarei|volto|voltarei|publico|posto|postarei|reviso|verifico|verificarei|confiro|checo|checarei|vejo|verei|olho|procuro|retorno|retornarei|retomo|dou|darei|ponho|faço|farei|trago|sigo|insisto|compartilho|partilho|contacto|entro em contato|entrarei em contato|falo|falarei|cobro|cobrarei|apareço|vigio`,
    inf: r`(?:te |lhe |lhes |vos |me |nos )?(?:lembrar|relembrar|avisar|notificar|acordar|alertar|cutucar|perguntar|escrever|mandar|enviar|dizer|dar|fazer|pôr|colocar|manter|informar|voltar|verificar|checar|ficar|estar|chamar|acompanhar|monitorar|seguir|conferir|postar|publicar|passar|insistir|cobrar|falar|ligar|retornar|pingar|olhar|vigiar|confirmar|monitorizar|contactar)(?:-te|-lhe|-vos|-lo|-la|-los)?`,
    made: r`criado|programado|agendado|adicionado|configurado|ativado|colocado|posto|marcado|anotado|definido|salvo|registrado|registado|deixado|guardado|inserido`,
    made_past: r`criei|programei|agendei|adicionei|configurei|ativei|coloquei|pus|marquei|anotei|defini|salvei|registrei|registei|deixei|botei|inseri`,
    standing: r`(?:criad|programad|agendad|adicionad|configurad|ativad|colocad|marcad|definid|salv|registrad|registad|pront|anotad|confirmad|ativ|guardad|postad|armad|planejad)[oa]s?|de pé|no ar|na agenda|no (?:sistema|calendário)`,
    gone: r`(?:cancelad|apagad|excluíd|removid|eliminad|desativad|desligad|deletad|suspens|retirad|anulad|parad|pausad|tirad|desmarcad)[oa]s?`,
    gone_past: r`cancelei|apaguei|excluí|removi|eliminei|desativei|desliguei|deletei|retirei|anulei|pausei|tirei|desmarquei`,
    moved: r`(?:alterad|mudad|movid|atualizad|reagendad|remarcad|adiad|antecipad|modificad|passad|corrigid|ajustad|trocad|transferid|reprogramad)[oa]s?`,
    moved_past: r`alterei|mudei|movi|atualizei|reagendei|remarquei|adiei|antecipei|modifiquei|passei|corrigi|ajustei|troquei|transferi|reprogramei`,
    durable: r`n[oa]s? (?:(?:seu|sua|teu|tua|meu|minha|seus|suas|teus|tuas|minhas|meus) )?(?:perfil|memória|notas|ficha|preferências|anotações|registros|registos|cadastro)|em memória|na memória|para (?:a próxima|as próximas|o futuro|futuras?|sempre|próximas|outras|mais tarde)|pra (?:próxima|sempre|futuras?|as próximas)|permanentemente|de agora em diante|daqui (?:em|para|pra|por) (?:diante|frente)|a partir de agora`,
    from_now: r`a partir de (?:agora|hoje|já)|de (?:agora|hoje) em diante|daqui (?:em|para|pra|por) (?:diante|frente)|doravante|no futuro|da próxima vez|na próxima|nas próximas (?:\p{L}+)|das próximas vezes|sempre|em todas as (?:\p{L}+)`,
    personaword: r`modo|persona|personalidade|papel|personagem|perfil|versão`,
  },
  claims: [
    { kind: 'reminder', is: r`\b(?:eu |nós |já |que )?(?:(?:{pron}) )+{soon}(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`\b(?:lembrarei|avisarei|notificarei|acordarei|alertarei|lembro|aviso|acordo|cutuco|notifico|lembrar|avisar|enviar|acordar|notificar|alertar)(?:-(?:te|lhe|lhes|vos|me)(?:-(?:ei|emos))?|-[oa]s?)(?![\p{L}])`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:eu )?(?:lembrarei|avisarei|notificarei|acordarei|alertarei|avisaremos|lembraremos|(?:lembro|aviso|acordo|cutuco|notifico|alerto|relembro) (?:você|vocês|o senhor|a senhora|todo mundo|todos|a equipe|a equipa|d|que|quando|assim|na|no|às|amanhã|a galera|o pessoal)\p{L}*|(?:fico|ficarei|vou ficar|estarei) (?:de olho|atent[oa]|em cima|a acompanhar|acompanhando|monitorando)|acompanharei|(?:volto|voltarei) a (?:te |lhe |vos )?(?:chamar|falar|perguntar|escrever|contactar|contatar|avisar|lembrar)|(?:dou|darei) (?:um |uma )?(?:toque|alô|cutucada))\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:(?:{pron}) )?(?:vou|vamos) (?:{pron} )?(?:já |também )?(?:{inf})`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:pode deixar que|deixa comigo que|me encarrego de|encarrego-me de|prometo|fica combinado que|conta comigo (?:para|pra)) (?:eu )?(?:{pron} )*(?:{inf}|{strong}|{weak})`,
    },
    { kind: 'reminder', is: r`\b(?:eu )?(?:(?:{pron}) )*{soon}(?:{weak}|{strong})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:você|vocês|tu|o senhor|a senhora|ela|ele|todos)? ?(?:vai|vão|irá|irão|vais)? ?(?:receberá|receberão|recebe|recebes|recebem|receberás|receber|terá|terás|ouvirá|ouvirás|ter|ouvir|ganha|chega para você|chega pra você|chega-te|chegar-te-á)\b[^.!?;]{0,50}?\b(?:{thing}|{soft})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:será|serás|serão|vai ser|vais ser) (?:avisad|notificad|lembrad|acordad|informad|alertad)[oa]s?\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:tocará|toca|vai tocar|chegará|chega|vai chegar|será enviad[oa]|aparecerá|aparece|dispara|disparará|vai disparar|sai|cai|vai sair|a caminho)\b|\b(?:chega|toca|cai|aparece|vai chegar|vai tocar)\b[^.!?;]{0,20}?\b(?:{thing})\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:espere|espera|aguarde|aguarda|conte com|conta com|fique atent[oa])\b[^.!?;]{0,25}?\b(?:{thing}|{soft}|meu|minha)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:{made_past}|acabei de (?:criar|programar|agendar|marcar|colocar|configurar)|já (?:está|ficou|deixei)|ficou|fica|está|foi|tenho)\b[^.!?;]{0,45}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] ?)(?:{standing}) ?:? (?:o|a|seu|sua|teu|tua|um|uma|os|as|dois|três)? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:está|estão|ficou|fica|ficaram|foi|já|tudo|deixei|{made_past})\b[^.!?;]{0,20}?(?:\b(?:{standing}|{made})\b|$)`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:agendei|programei|marquei|deixei (?:agendad|programad|marcad)[oa]|está (?:agendad|programad)[oa]|ficou (?:agendad|programad|marcad)[oa])\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:na|no|à) (?:minha|sua|tua|meu|seu|teu)? ?(?:agenda|calendário|lista)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:você tem|tens|tem|aqui estão|estes são|há)\b[^.!?]{0,30}?\b(?:lembretes?|alarmes?|avisos?)\b[^.!?]{0,25}?(?:ativ|pendent|programad|agendad|:|para)|\b(?:seus|teus|os) (?:lembretes|alarmes|avisos) (?:ativos|pendentes|agendados|programados|atuais)`,
    },

    {
      kind: 'cancelled',
      is: r`\b(?:{gone}|{gone_past})\b[^.!?]{0,50}?\b(?:{thing})\b|\b(?:{thing})\b[^.!?]{0,50}?\b(?:{gone}|{gone_past})\b`,
    },
    { kind: 'cancelled', is: r`\b(?:{gone}|{gone_past})\b`, needs: 'asked' },
    {
      kind: 'cancelled',
      is: r`\bnão (?:vou |vai |irei )?(?:(?:{pron}) )*(?:mais )?(?:aviso|avisar|avisarei|lembro|lembrar|lembrarei|incomodo|incomodar|acordo|acordar|receberá|recebe|receber|tocará|toca|tocar|mando|mandar|chega|chegar|vai chegar|envio|enviar)\b|\bnão haverá\b|\bsem mais\b|\bnenhum lembrete\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\b(?:cancelo|apago|removo|excluo|pauso|elimino|desativo|tiro)\b[^.!?]{0,40}?\b(?:{thing}|{soft})\b`,
    },
    {
      kind: 'cancelled',
      is: r`\b(?:cancelo|apago|removo|excluo|pauso|elimino|desativo|tiro)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved}|{moved_past})\b[^.!?]{0,60}?\b(?:{thing})\b|\b(?:{thing})\b[^.!?]{0,60}?\b(?:{moved}|{moved_past})\b`,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved}|{moved_past})\b|\b(?:agora|fica|ficou|passou|passa|será|toca|é|vai|mudo|passo|deixo|coloco)\b[^.!?]{0,30}?\b(?:às|para|pra|ao|em vez de|no lugar de|à)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:guardad|anotad|salv|registrad|registad|memorizad|gravad|adicionad|armazenad)[oa]s?\b[^.!?]{0,50}?\b(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\b(?:guardei|anotei|salvei|registrei|registei|memorizei|gravei|adicionei|armazenei|guardo|anoto|coloquei|pus)\b[^.!?]{0,50}?\b(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\b(?:memorizei|memorizado|gravei (?:aqui|isso)|gravado|vou (?:me )?lembrar (?:disso|que|sempre)|vou guardar (?:isso|essa|esse|a|o|na)|lembrarei (?:disso|que)|me lembrarei|lembrar-me-ei|vou memorizar|não (?:vou|me vou|me) (?:me )?esquec\p{L}+(?! de)|guardei (?:isso|essa|esse|aqui|a info)|perfil atualizado|atualizei (?:o )?(?:seu|teu) perfil|salv[oa] na memória)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:{from_now})\b[^.!?]{0,30}?\b(?:já|eu|vou|será|serão|te|lhe|respondo|uso|evito|responderei|usarei|nada|só|começo|tudo|levo|considero)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:vou|respondo|uso|evito|responderei|usarei|farei|faço|levarei|chamarei|chamo)\b[^.!?]{0,60}?\b(?:{from_now})\b`,
    },

    {
      kind: 'persona',
      is: r`\b(?:{personaword})\b[^.!?]{0,35}?(?<![\p{L}])(?:ativad[oa]|ativ[oa]|on|ligad[oa]|ligado|carregad[oa]|em ação|a postos)(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:mudei|mudo|mudando|troquei|passei|passo|passando|entrei|entro|entrando|assumi|assumo|assumindo|ativei|ativo|ativando|estou|voltei|volto|de volta|alterei|alternei|vesti|coloquei)\b[^.!?]{0,30}?\b(?:{personaword}|normal|padrão|habitual|de sempre)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,20}?\b(?:sou|serei|respondo como|responderei como|falo como|atuo como|atuarei como|você fala com|falas com|te atendo como)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:agora (?:sou|você está falando com|você fala com|falas com|estás a falar com)|já sou|sou (?:seu|sua|teu|tua|o|a) (?:nov[oa] )?\p{L}+ (?:{from_now})|virei)\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\bse (?:você |tu |vocês |o senhor |a senhora |te |lhe |me |for |isso |for do )*(?:quiser(?:es|em)?|preferir(?:es)?|precisar(?:es)?|disser(?:es)?|der(?:es)?|mandar(?:es)?|passar(?:es)?|achar(?:es)? (?:bom|melhor)|ajudar|interessar|confirmar(?:es)?|gostar(?:es)?|desejar(?:es)?|topar(?:es)?|útil|preciso|necessário|querer|quer|queres|fizer sentido|me avisar|enviar(?:es)?|mudar(?:es)? de ideia|estiver(?:es)? de acordo|convier)\b`,
      r`\b(?:me (?:diz|diga|avisa|avise|manda|mande|envia|envie|passa|passe|fala|fale|conta|conte)|diz-me|diga-me|manda-me|envia-me|avisa-me|basta|é só|só (?:me )?(?:dizer|avisar|falar|pedir|mandar)|responde|responda|cola|cole|escolhe|escolha|confirma|confirme|compartilha)\b[^.!?;]{0,80}?(?:\be\b|,|\bque\b) (?:eu|já|te|aí|então|\p{L}+o\b|vou)`,
      r`\b(?:quando|assim que|logo que|depois que|sempre que|toda vez que) (?:você|tu|me|quiser|tiver|puder|estiver|decidir|souber|quiseres|tiveres|disseres|estiveres)`,
      r`\b(?:posso|podemos|poderia|poderíamos|quer que|queres que|gostaria que|gostarias|basta (?:dizer|pedir|avisar|me)|é só (?:dizer|pedir|avisar|falar|me|chamar)|só dizer|fica a seu critério|você decide|tu decides|à vontade|à disposição)\b`,
    ],
    refusal: [
      r`\bnão (?:(?:{pron}) )*(?:posso|consigo|tenho|disponho|conto|é possível|sei|dá|há|foi|está|ficou|vou|aviso|avisarei|lembro|mando|envio|guardo|existe|pude|sou|estou|armazeno|programei|criei|salvei|recebe)\b|\b(?:infelizmente|impossível|incapaz de|sem lembretes?|nenhum lembrete|tampouco|nada (?:foi|está))\b`,
    ],
    unreal: [
      r`\b(?:avisar|lembrar|mandar|enviar|escrever|poder|haver|ter|ser|estar|far|dir|perguntar|gostar|acordar|receber|chegar|voltar|poria)(?:ia|ias|íamos|iam)\b|\b(?:poderia|pudesse|tivesse|fosse possível|oxalá|quem dera|houvesse)\b`,
    ],
    past: [
      r`\b(?:ontem|anteontem|semana passada|mês passado|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)? passada|há (?:um|uma|dois|duas|\d+|pouco)|(?:um|uma|dois|duas|\d+) (?:dias?|horas?|semanas?|minutos?) atrás|(?:{pron}) (?:avisei|lembrei|mandei|enviei|disse|escrevi|acordei|perguntei)|(?:avisei|lembrei)-(?:te|lhe)|tinha|havia|tocou|outro dia)\b`,
    ],
    fact: [
      r`\b(?:{pron}) (?:lembro|relembro|aviso|informo) (?:de )?que\b|\b(?:lembro|relembro|lembrando|vale lembrar|lembre-se|lembra) (?:de )?que\b|\blembro-(?:te|lhe) (?:de )?que\b|\bsó (?:para|pra) lembrar\b|\blembrete(?: rápido| amigável)?:|\bdeixa eu (?:te )?lembrar\b|\bnão (?:se )?esqueça\b`,
    ],
    here: [
      r`\b(?:abaixo|aqui embaixo|a seguir|mais abaixo|no (?:fim|final) (?:desta|dessa|da) mensagem|nest[ea] mensagem|passo a passo|agora mesmo|já já|em seguida|num instante|em um segundo|primeiro|(?:as|três|duas|algumas|umas|estas|essas|os|dois|alguns) (?:opções|ideias|exemplos|propostas|passos|sugestões|pontos))\b`,
    ],
    brief: [
      r`\b(?:nest[ea]|nessa|nesse|dest[ea]|para est[ea]|por est[ea]) (?:thread|conversa|chat|resposta|mensagem|sessão|vez|tópico|fio)\b|\bpor (?:enquanto|hoje|ora)\b|\bsó desta vez\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:(?:o )?(?:seu|teu) (?:celular|telemóvel|telefone|banco|app|calendário|médico|chefe|relógio|e-?mail)|o app|a app|o banco|os correios|a (?:empresa|loja|clínica|operadora|companhia|escola|plataforma|transportadora)|o (?:site|sistema de|fornecedor|hospital|entregador|correio)|por (?:e-?mail|sms|correio))\b`,
      r`\b(?:o|a) \p{L}+ (?:ficou|vai|avisa|está|manda|promete)\b`,
    ],
    reported: [
      r`\b(?:disse|diz|escreveu|escreve|prometeu|promete|comentou|respondeu|segundo|significa|por exemplo|ficou de)\b`,
    ],
  },
  silence: [
    r`\bse (?:você |tu |eu )?não (?:(?:{pron}) )*(?:responder|respond|disser|tiver|receber|houver|ouvir|me|vier|ninguém|souber)\p{L}*`,
    r`\ba (?:não ser|menos) que\b|\bsalvo (?:se|indicação)`,
  ],
  but: r`\b(?:mas|porém|contudo|no entanto|só que|entretanto)\b`,
  event: r`\b(?:quando|assim que|logo que|se|caso|até que|uma vez que|antes d[eo]|depois|mais tarde|em breve|então|de novo|novamente|outra vez|qualquer (?:mudança|novidade)|na véspera|na hora)\b`,
  retract: [
    r`\b(?:esquece isso|esqueça isso|corrigindo|me corrijo|corrijo-me|desculpa,? não|desculpe,? não|na verdade não (?:posso|consigo|tenho)|errei|ignora isso|ignore o que)\b`,
    r`\bnão (?:tenho|disponho de) (?:um |uma |nenhum |nenhuma )?(?:agendador|como|forma de|maneira de|temporizador|alarme|memória|função|lembretes)`,
    r`\bnada (?:foi|será|seria|ficou) (?:agendado|enviado|guardado|programado|salvo)`,
  ],
  done: [
    r`(?:(?:tá |está |tudo |já |prontinho,? |já está |já ficou )*(?:pront[oa]s?|prontinho|feit[oa]s?|agendad[oa]s?|programad[oa]s?|marcad[oa]s?|criad[oa]s?|cancelad[oa]s?|apagad[oa]s?|removid[oa]s?|excluíd[oa]s?|alterad[oa]s?|mudad[oa]s?|remarcad[oa]s?|atualizad[oa]s?|salv[oa]s?|guardad[oa]s?|adicionad[oa]s?|ativad[oa]s?|resolvido|certo,? feito)|pode deixar|deixa comigo|deixe comigo|tá feito|está feito|tudo certo|fechado|combinado|considere feito|considera feito|conta comigo|conte comigo|farei isso|vou fazer isso|eu cuido disso|é pra já|trato disso|fica descansad[oa]|tudo (?:pronto|agendado|marcado|programado))`,
  ],
  okay: [
    r`(?:ok(?:ay)?|claro(?: que sim)?|com certeza|perfeito|entendido|beleza|blz|sem problemas?|tá(?: bom| certo)?|sim|certo|com prazer|anotad[oa]|combinado|ótimo|show|opa|recebido|bora|tranquilo|está bem|pois não|na boa|valeu|boa|fechou|bem|jóia|maravilha|va)`,
  ],
  wants: {
    reminder: [
      r`\b(?:lembr(?:a|e|ar|o)(?:-me|-nos|-lhe)?|(?:me|nos|lhe) (?:lembr\p{L}+|avis\p{L}+|acord\p{L}+|mand\p{L}+|cham\p{L}+|cutuc\p{L}+|notific\p{L}+|escrev\p{L}+)|avis(?:a|e|ar)(?:-me|-nos|-lhe)?|acorda(?:-me)?|lembretes?|alarmes?|(?:poe|coloca|cria|marca|agenda|programa|bota|define) (?:um|uma|o|a|ai|pra|para)|manda(?:-me)?|nao (?:me )?deix\p{L}+ (?:eu )?esquecer|tod[oa]s? (?:o |a |os |as )?(?:dia|manha|noite|tarde|segunda|terca|quarta|quinta|sexta|sabado|domingo|semana|mes|hora)\p{L}*|cada|da um toque|me da um toque|quero (?:lembrar|ser lembrad\p{L}+)|despertador|aviso)\b`,
    ],
    follow_up: [
      r`\b(?:me pergunt\p{L}+|pergunta-me|acompanh\p{L}+|fica de olho|fique de olho|avisa (?:se|quando|assim)|me avis\p{L}+ (?:se|quando|assim)|verific\p{L}+|volta a|monitor\p{L}+|me mantem|da uma olhada)\b`,
    ],
    cancelled: [
      r`\b(?:cancel\p{L}+|apag\p{L}+|remov\p{L}+|exclu\p{L}+|elimin\p{L}+|tira\p{L}*|esquec\p{L}+|delet\p{L}+|nao precis\p{L}+|nao me (?:lembr|avis|acord)\p{L}+|desativ\p{L}+|deslig\p{L}+|deixa pra la|para (?:de|com)|chega de|desmarc\p{L}+|paus\p{L}+)\b`,
    ],
    changed: [
      r`\b(?:mud\p{L}+|alter\p{L}+|pass(?:a|e) (?:para|pra|o|a)|adi\p{L}+|antecip\p{L}+|remarc\p{L}+|reagend\p{L}+|melhor|em vez|no lugar|troc\p{L}+|corrig\p{L}+|na verdade|mais tarde|mais cedo|desculpa|quis dizer|joga pr\p{L}+|empurra|atras\p{L}+)\b`,
    ],
    memory: [
      r`\b(?:lembra que|lembre-se|guarda|guarde|anota|anote|memoriz\p{L}+|registr\p{L}+|salva|nao (?:te |se )?esquec\p{L}+ que|pra proxima|para a proxima|a proposito|alias|sempre|nunca|a partir de agora|daqui pra frente|fica sabendo|gosto d\p{L}+|toma nota)\b`,
    ],
    persona: [
      r`\b(?:modo|persona|aja|age|atue|seja|se comport\p{L}+|fala (?:comigo )?como|fale como|papel|personagem|volta (?:a|ao|pro|para)|volte|vira|finge|responde como|muda para|normal)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:traduz\p{L}*|redig\p{L}*|reescrev\p{L}*|transcrev\p{L}*|parafrase\p{L}*)\b`,
      r`\b(?:escrev\p{L}*|prepar\p{L}*|faz|faca|cria|crie|ajud\p{L}*|invent\p{L}*|cont[ae]|sugir\p{L}*|sugere|responde|preciso|quero|manda|gera|bola|me da|da-me|monta)\b[^.?!]{0,50}?\b(?:e-?mails?|mensage\p{L}+|textos?|respostas?|rascunho|poemas?|contos?|historias?|piadas?|posts?|publicacao|anuncio|modelo|cartas?|roteiro|dialogo|exemplos?|notas?|tweet|legenda|slogan|convite|discurso|cancao|musica|comunicado|sms|whatsapp|zap|codigo|funcao|recado|bilhete)\b`,
      r`\bescrev\p{L}+ (?:pro|pra|para|ao|a) \p{L}+ (?:que|dizendo)\b|\b(?:o que|como) (?:eu )?(?:digo|respondo|escrevo|falo)\b|\bcomo se diz\b|\bem ingles\b`,
    ],
    tome: [r`-(?:me|nos)\b|\b(?:me|nos) \p{L}+|\bpra mim\b|\b(?:aqui|no grupo|no canal)\b`],
    explain: [
      r`\bcomo (?:funciona\p{L}*|se (?:usa|faz|cria)|uso|faco|eu (?:uso|faco|crio)|crio|configuro)\b|\b(?:o )?que (?:significa|quer dizer|faz|e|sao|acontece se)\b|\bpara que serve\b|\bpra que serve\b|\bdiferenca entre\b|\bexplic\p{L}+\b`,
    ],
    recall: [
      r`\b(?:resum\p{L}+|o que (?:foi|eu|voce|ele|ela|a|o|disse|aconteceu|ficou|rolou|combin\p{L}+|prometeu)|quando (?:foi|voce|eu)|quem|me (?:lembrou|avisou|disse)|voce me (?:disse|avisou|lembrou))\b`,
    ],
  },
  all: r`\b(?:tod[oa]s?|tudo|cada um|nenhum[a]?|ambos|ambas)\b`,
  persona: { normal: r`\b(?:normal|padrão|padrao|habitual|de sempre|default|eu mesm[oa])\b` },
  and: r`e|,|ou|e (?:também )?(?:às|à)|mais`,
  again: r`de novo|outra vez|também|outro|novamente|mais um`,
  aside: r`(?:em vez d(?:e|as|a)|no lugar d(?:e|as)|não|antes d(?:e|as|a)|até|desde|para (?:a|o|sua|seu)|d(?:a|o|as|os)|(?:a|o) d(?:e|as)|fecha|abre|começa|sai|é|era)(?: às)?`,
}; // prettier-ignore
