// Spanish, of Spain and of the Americas.
import type { Pack } from './pack.ts';
import { PRODUCTS, THING_STANDS } from './shared.ts';

const r = String.raw;

export const spanish: Pack = {
  code: 'es',
  common:
    'el la los las de que y en un una por para con no se te lo es a al del como más pero si ya mi tu su me le qué está hay cuando muy hoy mañana esta este son todos cada día sí eres tienes quieres puedo hecho listo aviso recuerdo vale',
  parts: {
    pron: r`te|os|le|les|lo|la|los|las|se|nos|me`,
    soon: r`(?:(?:ya|también|luego|entonces|mismo|aquí|sin falta|personalmente|gustos[oa]|encantad[oa]|a tiempo) )*`,
    thing: r`recordatorios?|avisos?|alarmas?|alertas?|notificaci(?:ón|ones)|toques?|despertador(?:es)?|pings?|temporizador(?:es)?|tareas? programadas?|eventos?|seguimientos?|citas? en (?:mi|el) calendario`,
    soft: r`mensajes?|mensajitos?|resumen|nota|lista|informe|parte|frase|pronóstico|resúmenes|pregunta|correo`,
    strong: r`recuerdo|recordaré|recordare|recordamos|recordaremos|aviso|avisaré|avisare|avisamos|avisaremos|notifico|notificaré|notificaremos|despierto|despertaré|alerto|alertaré|informo|informaré|(?:mantengo|mantendré|tengo|tendré) (?:informad|al (?:tanto|corriente|día))\p{L}*|(?:doy|daré|pego|pegaré|echo|echaré|tiro|tiraré|meto) (?:un |una |el |otro )?(?:toque|aviso|grito|silbidito|empujón|empujoncito|recordatorio|meneo|llamada|tironcito|lata|ping)|hago acordar|haré acordar|(?:haré|hago) (?:un |el )?(?:recordatorio|seguimiento)|pongo (?:un |una |el |la )?(?:recordatorio|alarma|aviso)|pondré (?:un |una )?(?:recordatorio|alarma|aviso)|(?:mando|mandaré|envío|enviaré|paso|pasaré|dejo|dejaré) (?:un |una |el |otro |tu )?(?:{thing})|pico|picaré|pincho|despabilo`,
    weak: r`mando|mandaré|mandare|envío|envio|enviaré|enviare|escribo|escribiré|escribire|pregunto|preguntaré|preguntare|digo|diré|llamo|llamaré|paso|pasaré|dejo|dejaré|cuento|contaré|comento|comentaré|confirmo|confirmaré|contacto|contactaré|busco|buscaré|reporto|reportaré|comparto|compartiré|publico|publicaré|reviso|revisaré|vuelvo|volveré|consulto|consultaré|compruebo|comprobaré|miro|miraré|insisto|insistiré|retomo|retomaré|doy|daré|pongo|pondré|hago|haré|saludo|felicito|levanto|levantaré|traigo|traeré|sigo|seguiré|checo|checaré|chequeo|chequearé`,
    inf: r`(?:recordar|avisar|notificar|despertar|alertar|preguntar|escribir|mandar|enviar|decir|dar|hacer|poner|mantener|informar|volver|revisar|estar|llamar|vigilar|seguir|consultar|checar|chequear|comprobar|buscar|publicar|pasar|insistir|retomar)(?:te|les|le|os|lo|la|los|nos|me|telo|selo|télo|télos)*`,
    made: r`puesto|creado|programado|añadido|agregado|agendado|configurado|activado|dejado|apuntado|anotado|establecido|fijado|guardado|metido|registrado|planificado`,
    made_past: r`puse|creé|programé|añadí|agregué|agendé|configuré|activé|dejé|apunté|anoté|fijé|guardé|registré`,
    standing: r`(?:cread|programad|puest|list|activad|agendad|configurad|añadid|agregad|establecid|fijad|activ|apuntad|anotad|planificad|registrad|guardad|confirmad)[oa]s?|en pie|en marcha`,
    gone: r`(?:cancelad|eliminad|borrad|quitad|anulad|desactivad|suprimid|retirad|parad|pausad|detenid|silenciad|apagad)[oa]s?`,
    gone_past: r`cancelé|eliminé|borré|quité|anulé|desactivé|retiré|pausé|apagué`,
    moved: r`(?:cambiad|movid|actualizad|reprogramad|pospuest|aplazad|retrasad|adelantad|modificad|pasad|corregid|ajustad|corrid|trasladad)[oa]s?`,
    moved_past: r`cambié|moví|actualicé|reprogramé|pospuse|aplacé|retrasé|adelanté|modifiqué|pasé|corregí|ajusté|corrí`,
    durable: r`en (?:tu|mi|la|su|tus|mis|sus) (?:perfil|memoria|notas|ficha|preferencias|datos|expediente)|en memoria|para (?:la próxima|las próximas|el futuro|futuras?|siempre|próximas|otra vez|más adelante|cuando)|de forma permanente|permanentemente|a partir de ahora|de ahora en adelante|en adelante`,
    from_now: r`a partir de (?:ahora|hoy|aquí|este momento)|de (?:ahora|aquí|hoy) en (?:adelante|más)|desde (?:ahora|ya|este momento)|en adelante|en el futuro|la próxima vez|las próximas veces|en (?:las )?próximas (?:conversaciones|respuestas|recetas)|siempre`,
    personaword: r`modo|persona|personalidad|rol|papel|personaje|perfil|versión`,
  },
  claims: [
    { kind: 'reminder', is: r`\b(?:(?:{pron}) )+{soon}(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`\b(?:recordaré|avisaré|notificaré|despertaré|alertaré|haré seguimiento|hago seguimiento|daré seguimiento|doy seguimiento|estaré (?:al )?(?:pendiente|atent[oa]|vigilando|monitoreando|alerta)|(?:estoy|quedo|me quedo) (?:al )?(?:pendiente|atent[oa])|(?:echo|echaré|mantengo|mantendré) un ojo|vigilo|vigilaré|monitoreo|monitorearé|monitorizo|monitorizaré|no (?:te|se me|os|me) (?:dejo|dejaré|olvido|olvida|olvidará|olvidaré)(?= de? ?(?:record|avis|que)| olvidar))\b`,
    },
    { kind: 'reminder', is: r`\b(?:(?:{pron}) )?(?:voy|vamos) a (?:{inf})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:me encargo de|me ocupo de|quedo en|prometo|cuenta con que|ten por seguro que) (?:{inf}|{pron})\b`,
      needs: 'anchor',
    },
    { kind: 'reminder', is: r`\b(?:(?:{pron}) )+{soon}(?:{weak})\b`, needs: 'anchor' },
    { kind: 'reminder', is: r`\b(?:{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:recibirás|recibirá|recibiréis|recibirán|recibes|recibís|vas? a recibir|van a recibir|tendrás|tendréis|tendrá|(?:te|os|le|les) (?:llegará|llega|va a llegar|saltará|salta|sonará|suena|saldrá|aparecerá|caerá|entrará))\b[^.!?;]{0,60}?(?:\b(?:{thing}|{soft})\b|\bm[ií][oa]?\b)`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:se (?:te|os|le|les) (?:avisará|notificará|recordará|informará)|serás? (?:avisad|notificad|informad)[oa]|tendrás noticias mías|sabrás de mí)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:sonará|suena|saltará|salta|llegará|llega|saldrá|se enviará|aparecerá|irá|se activará|se dispara|en camino)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:espera|esperad|espere|cuenta con|contad con|atent[oa] a(?:l)?)\b[^.!?;]{0,25}?\b(?:{thing}|{soft})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:he|hemos|acabo de|ya|queda|quedó|quedan|dejo|está|están)\b[^.!?;]{0,25}?\b(?:{made}|{made_past}|{standing}|crear|programar|poner|agendar)\b[^.!?;]{0,50}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: r`\b(?:{made_past})\b[^.!?;]{0,40}?\b(?:{thing})\b` },
    { kind: 'reminder', is: THING_STANDS },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!¡–—-] ?)(?:{standing}) (?:el|la|tu|un|una|los|las|tus|dos|tres|ambos)? ?(?:{thing})\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:queda|quedó|quedan|dejo|lo (?:he )?(?:{made})|la (?:he )?(?:{made})|está|están|te (?:lo|la) (?:{made_past}|he (?:{made})))\b ?(?:ya |todo |tod[oa]s? )?(?:{standing}|{made})?\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:he|hemos) (?:{made})\b|\b(?:queda|quedó|quedan) (?:ya )?(?:{standing})`,
      needs: 'anchor',
    },
    { kind: 'reminder', is: r`\b(?:en|a) (?:mi|la|el|tu) (?:calendario|agenda|lista)\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:tienes|tenés|tiene|estos son|aquí (?:tienes|están)|hay)\b[^.!?]{0,30}?\b(?:recordatorios?|alarmas?|avisos?)\b[^.!?]{0,25}?(?:activ|pendient|programad|:|para)`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:tus|los) (?:recordatorios|avisos|alarmas) (?:activos|pendientes|programados|actuales)`,
    },

    { kind: 'cancelled', is: r`\b(?:{gone}|{gone_past})\b[^.!?]{0,50}?\b(?:{thing})\b` },
    { kind: 'cancelled', is: r`\b(?:{thing})\b[^.!?]{0,50}?\b(?:{gone}|{gone_past})\b` },
    { kind: 'cancelled', is: r`\b(?:{gone}|{gone_past})\b`, needs: 'asked' },
    {
      kind: 'reminder',
      is: r`\b(?:sigue|siguen|está|están|continúa) (?:aún |todavía )?(?:en pie|activ[oa]s?|programad[oa]s?|puest[oa]s?|vigente|ahí)\b`,
      needs: 'timed',
    },
    {
      kind: 'cancelled',
      is: r`\b(?:ya )?no (?:(?:{pron}) )*(?:avisaré|aviso|recordaré|recuerdo|molestaré|molesto|despertaré|recibirás|recibirá|llegará|llegarán|sonará|escribiré|mandaré|enviaré|saldrá)\b|\bno habrá (?:más|ningún)\b|\bfuera (?:el|la|los)\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`\b(?:cancelo|elimino|borro|quito|pauso|desactivo|anulo)\b[^.!?]{0,40}?\b(?:{thing}|{soft})\b`,
    },
    { kind: 'cancelled', is: r`\b(?:cancelo|elimino|borro|quito|pauso|desactivo|anulo)\b`, needs: 'asked' },
    {
      kind: 'changed',
      is: r`\b(?:{moved}|{moved_past})\b[^.!?]{0,60}?\b(?:{thing})\b|\b(?:{thing})\b[^.!?]{0,60}?\b(?:{moved}|{moved_past})\b`,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved}|{moved_past})\b|\b(?:ahora|pasa|queda|será|sonará|suena|es|lo (?:paso|muevo|cambio|dejo|pongo)|la (?:paso|muevo|cambio|dejo|pongo))\b[^.!?]{0,40}?\b(?:a las?|para|al|en vez de|en lugar de)\b`,
      needs: 'asked',
    },

    {
      kind: 'memory',
      is: r`\b(?:guardad|anotad|apuntad|registrad|memorizad|grabad|almacenad|añadid|agregad)[oa]s?\b[^.!?]{0,50}?\b(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\b(?:guardo|guardé|guardaré|anoto|anoté|apunto|apunté|registro|registré|memorizo|memoricé|añado|grabo|grabé)\b[^.!?]{0,50}?\b(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\b(?:lo|la|los|las) (?:recordaré|tendré presente (?:siempre|para)|he memorizado|memorizo|guardo para|he guardado|recuerdo para|tendré en cuenta (?:siempre|para|en (?:las )?próximas|la próxima|de ahora|a partir))|\b(?:memorizado|grabado a fuego|me lo (?:guardo|aprendo|grabo)|me acordaré|me acuerdo siempre|recordaré (?:que|tu|tus)|no (?:lo|se me) (?:olvidaré|olvida|olvidará)|guardad[oa] en (?:la )?memoria|perfil actualizado|he actualizado tu (?:perfil|ficha))\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:{from_now})\b[^.!?]{0,30}?\b(?:te|os|le|les|ya|todo|responderé|respondo|usaré|uso|tendré|evitaré|evito|serán?|será|sin|contestaré|contesto|propondré|hablaré|llamaré)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:responderé|usaré|tendré|evitaré|contestaré|llamaré|propondré|escribiré|hablaré|lo haré)\b[^.!?]{0,60}?\b(?:{from_now})\b`,
    },

    {
      kind: 'persona',
      is: r`\b(?:{personaword})\b[^.!?]{0,35}?(?<![\p{L}])(?:activad[oa]|activ[oa]|on|encendid[oa]|puest[oa]|cambiad[oa]|en marcha|cargad[oa]|list[oa])(?![\p{L}])`,
    },
    {
      kind: 'persona',
      is: r`\b(?:activad[oa]|cambio|cambié|he cambiado|cambiado|paso|pasé|he pasado|entro|entré|me pongo|me puse|me he puesto|adopto|he adoptado|activo|activé|he activado|estoy|vuelvo|he vuelto|de vuelta|regreso)\b[^.!?]{0,25}?\b(?:{personaword}|normal|predeterminad[oa]|de siempre|habitual|por defecto)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,20}?\b(?:soy|seré|respondo como|responderé como|hablo como|hablaré como|actúo como|actuaré como|te (?:atiendo|hablo|respondo|ayudo|asesoro) como|hablas con)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:ahora|ya) (?:soy|hablas con|estás hablando con|respondo como|tienes a)\b|\bsoy tu (?:nuev[oa] )?\p{L}+ (?:{from_now})`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\bsi (?:{pron} )*(?:quieres|quieren|quiere|querés|queréis|parece|prefieres|necesitas|necesita|dices|sirve|gustas|gusta|deseas|desea|das|pasas|va bien|viene bien|interesa|apetece|ayuda|confirmas|animas|hace falta|avisas|mandas|envías|cuentas|indicas|escribes|pides)\b`,
      r`\b(?:dime|decime|dígame|pásame|pasame|mándame|mandame|envíame|cuéntame|contame|avísame|avisame|indícame|confírmame|confirma|responde|contéstame|escríbeme|escribe|pega|sube|comparte|elige|házmelo saber|dame)\b[^.!?;]{0,80}?(?:\by\b|,) (?:ya |así |entonces )?(?:{pron}|lo|la|me|voy|haré|hago|pongo|programo|guardo|creo|preparo|empiezo|seguimos|activo)\b`,
      r`\b(?:cuando|en cuanto|apenas|una vez que|tan pronto como|después de que|siempre que|cada vez que) (?:{pron} )*(?:quieras|digas|tengas|pases|estés|confirmes|mandes|envíes|avises|escribas|lo tengas|decidas|des|quieran|sepas|puedas|termines|acabes|me)\b`,
      r`\b(?:basta con que|solo (?:dime|tienes que|pídemelo|avisa)|sólo dime|tú dirás|tú decides|como prefieras|a tu orden|si hace falta|puedo|podemos|podría|podríamos|quieres que|te gustaría|te parece si|quieres un|prefieres que|me lo pides|pídemelo)\b`,
    ],
    refusal: [
      r`\bno (?:{pron} )*(?:puedo|podré|podemos|podría|tengo|dispongo|cuento|es posible|sé|soy capaz|hay|he|hemos|queda|está|quedó|se ha|voy|aviso|avisaré|recuerdo|recordaré|mando|mandaré|envío|enviaré|guardo|guardaré|existe|programo|llega|llegará|pude|logré|conservo|almaceno|me es)\b`,
      r`\b(?:lamentablemente|imposible|incapaz de|sin (?:recordatorios|alarmas)|ningún recordatorio|tampoco)\b`,
    ],
    unreal: [
      r`\b(?:avisar|recordar|mandar|enviar|escribir|pod|habr|tendr|ser|estar|har|dir|preguntar|gustar|despertar|recibir|llegar|dejar|volver|pondr)(?:ía|ías|íamos|ían|íais)\b`,
      r`\b(?:pudiera|tuviera|hubiera|fuera posible|ojalá|hubiese|tuviese)\b`,
    ],
    past: [
      r`\b(?:ayer|anteayer|anoche|la semana pasada|el mes pasado|pasado (?:lunes|martes|miércoles|jueves|viernes)|hace (?:un|una|dos|tres|\d+|unos|poco|rato)|(?:{pron}) (?:avisé|recordé|mandé|envié|dije|escribí|desperté|pregunté)|antes (?:te|me|de)|ya te (?:avisé|recordé|había)|había|sonó|en su momento|el otro día)\b`,
    ],
    fact: [
      r`\b(?:{pron}) (?:recuerdo|recordamos|aviso|informo) (?:de )?que\b`,
      r`\brecuerd[ae] que\b`,
      r`\bdéja(?:me)? recordarte\b|\bpermíteme recordar`,
      r`\b{pron} aviso:`,
      r`\brecordatorio(?: amistoso| rápido)?:`,
      r`\b(?:te|os|le) (?:recuerdo|aviso):`,
      r`\bpor si acaso\b`,
    ],
    here: [
      r`\b(?:abajo|aquí abajo|a continuación|más abajo|al final de (?:este|mi)|en este (?:mensaje|texto|hilo)|paso a paso|ahora mismo|en seguida|enseguida|en un momento|en un segundo|primero|estas? (?:opciones|ideas|tres|dos)|(?:las|tres|dos|un|una|unas|estas|estos|algunas|algunos|la|el|lo) (?:opciones|ideas|ejemplos?|propuestas?|pasos|lista|tabla|resumen|enlace|receta|siguientes?))\b`,
    ],
    brief: [
      r`\b(?:en|para|por) (?:este|esta) (?:hilo|conversación|chat|respuesta|mensaje|sesión|vez)\b|\bpor (?:ahora|hoy)\b|\bsolo por esta vez\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:tu (?:móvil|teléfono|celular|banco|app|calendario|médico|jefe|jefa|casero|reloj|correo)|la app|el banco|correos|la (?:empresa|tienda|clínica|compañía|aerolínea|escuela|plataforma|web|gestoría)|el (?:sitio|sistema de|proveedor|hospital|colegio|repartidor|mensajero|transportista|técnico)|por (?:correo|email|e-mail|sms|mail))\b`,
    ],
    reported: [
      r`\b(?:dijo|dice|escribió|escribe|prometió|promete|comentó|respondió|según|contestó|significa|por ejemplo|puso)\b`,
    ],
  },
  silence: [
    r`\bsi no (?:{pron} )*(?:dices|dices nada|contestas|respondes|sé nada|tengo noticias|hay (?:respuesta|noticias|novedades)|responde|contesta|recibo|escribes|oigo)`,
    r`\ba menos que\b|\bsalvo que\b`,
  ],
  but: r`\b(?:pero|sin embargo|aunque|eso sí|en cambio)\b`,
  event: r`\b(?:cuando|en cuanto|apenas|si|hasta que|una vez que|tan pronto|antes de|después|luego|más tarde|pronto|en breve|entonces|al (?:llegar|terminar|cerrar|abrir)|cualquier (?:cambio|novedad)|de nuevo|otra vez)\b`,
  retract: [
    r`\b(?:olvídalo|corrijo|me corrijo|rectifico|perdón, no|me equivoqué|mejor dicho, no|ignora (?:eso|lo anterior)|en realidad no (?:puedo|tengo))\b`,
    r`\bno (?:tengo|dispongo de|cuento con) (?:un |una |ningún |ninguna )?(?:programador|forma de|manera de|temporizador|alarma|memoria|recordatorios)`,
    r`\bno se (?:ha |enviaría|enviará|guardará|programó|ha )(?:programado|guardado|enviado)? ?nada\b`,
  ],
  done: [
    r`(?:ya (?:está|quedó|lo tienes|hecho)|list[oa]s?|hech[oa]s?|eso está hecho|queda hecho|todo listo|dalo por hecho|cuenta con ello|cuenta conmigo|programad[oa]s?|agendad[oa]s?|apuntad[oa]s?|cread[oa]s?|cancelad[oa]s?|borrad[oa]s?|eliminad[oa]s?|quitad[oa]s?|cambiad[oa]s?|movid[oa]s?|actualizad[oa]s?|guardad[oa]s?|marchando|así lo haré|lo haré|me encargo|yo me encargo|queda(?: todo)? (?:listo|programado|agendado|anotado|puesto|guardado)|(?:quedó|está) (?:todo )?(?:listo|programado|agendado|puesto)|déjalo en mis manos|puest[oa]|activad[oa]|anotad[oa] y)`,
  ],
  okay: [
    r`(?:vale|ok(?:ay|ey)?|claro(?: que sí)?|por supuesto|perfecto|entendido|genial|sin problema|de acuerdo|oído(?: cocina)?|dale|va|sí|bueno|con gusto|órale|sale|anotad[oa]|recibido|desde luego|cómo no|buenísimo|bien|de una|listo|estupendo|faltaría más|a la orden|encantad[oa])`,
  ],
  wants: {
    reminder: [
      r`\b(?:recuerda(?:me|nos|le|les|selo)?|recorda(?:me|r|rme|rle|rnos)|recordarte|avisa(?:me|nos|le|les|r|rme)?|avise(?:me|n)?|despierta(?:me)?|despertame|pon(?:me|nos|er|erme)? (?:un|una|el|la|otro|otra)|recordatorios?|alarmas?|manda(?:me|nos|le)|envia(?:me|nos|le)|escribe(?:me|nos|le)|notifica(?:me)?|haz(?:me)? acordar|acordarme|que no se me (?:olvide|pase)|todos los|todas las|cada (?:dia|manana|noche|tarde|lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana|mes|hora|\d+)|me (?:avisas|recuerdas|despiertas|mandas|escribes|puedes (?:avisar|recordar))|da(?:me)? un toque|pega(?:me)? un toque|tira(?:me)? un|quiero que me|agenda(?:me)?|programa(?:me)?|aviso|dime (?:a|el|cuando|manana))\b`,
    ],
    follow_up: [
      r`\b(?:pregunta(?:me|le)|haz(?:le)? seguimiento|vuelve a preguntar|vigila|echa(?:le)? un ojo|estate pendiente|avisa(?:me)? (?:si|cuando|en cuanto)|revisa|mantenme|comprueba|sigue)\b`,
    ],
    cancelled: [
      r`\b(?:cancela(?:lo|la|r|me)?|borra(?:lo|la|r|me)?|quita(?:lo|la|r|me)?|elimina(?:lo|la|r)?|anula(?:lo|la|r)?|olvida(?:lo|te)?|ya no|no me (?:recuerdes|avises|despiertes)|desactiva|dejalo|para de|basta|deja de|suprime|apaga|pausa)\b`,
    ],
    changed: [
      r`\b(?:cambia(?:lo|la|r|me)?|mueve(?:lo|la)?|move(?:lo|la|r)|pasa(?:lo|la|melo)?|mejor|en vez de|en lugar de|pospon(?:lo|la)?|aplaza(?:lo|la)?|retrasa(?:lo|la)?|adelanta(?:lo|la)?|reprograma|corrige|que sea|corre(?:lo|la)|perdon|atrasa(?:lo)?|mas tarde|me equivoque|quise decir|ponlo a)\b`,
    ],
    memory: [
      r`\b(?:recuerda que|acuerdate|apunta(?:te|lo)?|guarda(?:lo|te)?|anota(?:lo|te)?|memoriza|ten en cuenta|que sepas|para la proxima|no olvides|por cierto|siempre|nunca|a partir de ahora|quedate con)\b`,
    ],
    persona: [
      r`\b(?:modo|persona|actua|actuar|se mi|haz de|hazte|ponte|habla(?:me)? como|comportate|vuelve a (?:ser|la|lo|tu|el)|rol|personaje|personalidad|cambia a|responde como|conviertete|normal|quiero (?:al|a la|un|una))\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:traduc\p{L}*|redacta\p{L}*|reescrib\p{L}*|transcrib\p{L}*|parafrasea|corrige (?:este|el|mi) (?:texto|correo))\b`,
      r`\b(?:escrib\p{L}*|prepara\p{L}*|haz\p{L}*|hace\p{L}*|dame|necesito|quiero|crea\p{L}*|ayuda\p{L}*|inventa\p{L}*|contesta\p{L}*|responde\p{L}*|sugier\p{L}*|pasame|ponme|cuenta\p{L}*|genera\p{L}*)\b[^.?!]{0,50}?\b(?:correos?|mails?|emails?|mensajes?|textos?|respuestas?|borrador|poemas?|cuentos?|historias?|chistes?|publicacion|anuncio|plantilla|cartas?|guion|dialogo|ejemplos?|nota|post|tuit|story|eslogan|invitacion|discurso|cancion|autorespuesta|comunicado|caption|sms|whatsapp|codigo|funcion)\b`,
      r`\b(?:que|como) (?:le|les|se lo)? ?(?:digo|pongo|escribo|contesto|respondo)\b|\bcomo se dice\b|\ben ingles\b`,
    ],
    tome: [r`\b\p{L}+(?:me|nos)\b|\bme \p{L}+|\b(?:aqui|al grupo|al canal|en el canal|en el grupo)\b`],
    explain: [
      r`\bcomo (?:funciona|se (?:usa|pone|hace|crea|activa)|uso|hago|programo)\b|\bque (?:significa|quiere decir|hace|es|son|pasa si)\b|\bpara que sirve\b|\bdiferencia entre\b|\bexplica(?:me)?\b`,
    ],
    recall: [
      r`\bque (?:me|te|nos|le)? ?(?:dij\p{L}*|paso|ha pasado|prometi\p{L}*|pedi\p{L}*|dice|quedamos|escribi\p{L}*|hab\p{L}*)\b|\bresum\p{L}*\b|\bponme al dia\b|\bcuando (?:dij|me)\p{L}*|\bquien\p{L}*\b|\bme (?:dijiste|avisaste|recordaste)\b`,
    ],
  },
  all: r`\b(?:todo|todos|todas|todos los|cada uno|ningun[oa]?|ambos)\b`,
  persona: {
    normal: r`\b(?:normal|predeterminad[oa]|de siempre|habitual|por defecto|estándar|estandar|default|yo mism[oa])\b`,
  },
  and: r`y|e|,|o|y (?:también )?a|y el|más`,
  again: r`otra vez|de nuevo|también|otro|otra`,
  aside: r`(?:en vez de|en lugar de|no|antes de|hasta|desde|para (?:la|el|tu|mi)|de la|del|la (?:de|cita de|reunión de|llamada de)|cierra|abre|empieza|sale|es|era|de)(?: a)?`,
}; // prettier-ignore
