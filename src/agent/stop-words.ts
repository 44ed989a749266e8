// The words of the stop rules, a language each: announcing a look, announcing a change, claiming that something is done,
// and saying that it is not. Patterns are matched without case; `\b` is a boundary between letters of any script.

export interface StopWords {
  /** "Let me check ..." */
  readonly looks: string;
  /** "I'll set that up ..." */
  readonly changes: string;
  /** "Done, I have saved it." */
  readonly done: string;
  /** "That failed, nothing was saved." Sparing: it takes a claim back. */
  readonly denies: string;
  /** "If you like", "let me know": what follows is an offer. */
  readonly offers: string;
}

const en: StopWords = {
  looks:
    "\\b(?:let me|let's|i'll|i will|i'm going to|i am going to|i need to|i should|allow me to|going to|first,? i)\\s+(?:just |now |first |quickly |go |have a |take a |also |then )*(?:check|look|search|find|read|fetch|get|see|pull|use|call|run|open|consult|retrieve|review|verify|query|scan|start by|begin by|go through|list)\\b|\\b(?:one moment|hold on|hang on|just a (?:moment|second|sec|minute)|give me a (?:moment|second|sec|minute)|checking(?: now)?|searching|looking (?:it|that|this|into))\\b",
  changes:
    "\\b(?:let me|let's|i'll|i will|i'm going to|i am going to|allow me to|going to)\\s+(?:just |now |first |quickly |go ahead and |also |then )*(?:set|add|note|save|store|write|jot|keep|make a note|change|update|move|cancel|remove|delete|drop|switch|pause|snooze|schedule|create|put|take care|handle|do (?:that|this|it)|record)\\b|\\b(?:setting|adding|noting|saving|changing|updating|moving|cancell?ing|switching|scheduling)\\b[^.!?]{0,60}\\b(?:now|for you|up)\\b",
  done: "\\b(?:done|all set|all good|completed|successfully|i(?:'ve| have)(?: now| just| also)? (?:set|added|created|saved|noted|scheduled|cancell?ed|moved|snoozed|paused|changed|updated|switched|remembered|stored|deleted|removed|recorded|forgotten|taken care)|(?:has been|have been|is now|are now|was|were) (?:set|added|created|saved|noted|scheduled|cancell?ed|moved|snoozed|paused|changed|updated|switched|stored|deleted|removed|recorded)|(?:reminder|note|alarm|task)s? (?:is |are )?(?:set|saved|created|added|cancell?ed|moved|snoozed)|got it, i(?:'ll| will) remind|i(?:'ll| will) remind you|saved it|noted(?: it| that)?[.!]|consider it done)(?!\\p{L})",
  denies:
    "\\b(?:not|couldn't|could not|cannot|can't|unable|failed|fails|failure|error|problem|didn't|wasn't|unfortunately|sorry|nothing was)\\b|n't\\b",
  offers: '\\b(?:let me know|if you)\\b',
};

const de: StopWords = {
  looks:
    '\\b(?:lass(?:en sie)? mich|ich (?:werde|muss|sollte|will))\\b[^.!?]{0,60}\\b(?:nachsehen|nachschauen|schauen|prüfen|überprüfen|suchen|nachschlagen|lesen|abrufen|öffnen|checken|holen|durchsehen|ansehen|anschauen)\\b|\\bich (?:schaue?|sehe?|gucke?) (?:\\S+ ){0,4}(?:nach|hinein|rein)\\b|\\bich (?:prüfe|suche|checke|überprüfe|rufe) (?:das|es|die|den|mal|kurz|jetzt|gleich|eben)\\b|\\b(?:einen )?(?:moment|augenblick),? bitte\\b|^(?:einen |kleinen )?(?:moment|augenblick)\\b',
  changes:
    '\\b(?:lass(?:en sie)? mich|ich werde)\\b[^.!?]{0,60}\\b(?:setzen|stellen|einrichten|eintragen|hinzufügen|notieren|speichern|ändern|verschieben|löschen|streichen|entfernen|wechseln|anlegen|erstellen|aktualisieren|merken|erledigen)\\b|\\bich (?:richte|trage|stelle|lege|füge|notiere|speichere|ändere|verschiebe|lösche|erstelle|setze) (?:das|es|dir|die|den|jetzt|gleich|eben)\\b[^.!?]{0,40}\\b(?:ein|an|hinzu|jetzt|gleich|sofort|für dich)\\b',
  done: '\\b(?:erledigt|fertig|alles klar,? ist|(?:ich habe?|hab)\\b[^.!?]{0,60}\\b(?:gesetzt|gestellt|eingerichtet|eingetragen|hinzugefügt|notiert|gespeichert|geändert|verschoben|gelöscht|gestrichen|entfernt|gewechselt|angelegt|erstellt|aktualisiert|gemerkt|vergessen|abgesagt)|(?:ist|sind|wurden?)\\b[^.!?]{0,40}\\b(?:gesetzt|gestellt|eingerichtet|eingetragen|notiert|gespeichert|geändert|verschoben|gelöscht|entfernt|angelegt|erstellt|aktualisiert)|erfolgreich|ich erinnere dich)\\b',
  denies:
    '\\b(?:nicht|nichts|kein|keine|keinen|konnte|leider|fehler|fehlgeschlagen|gescheitert|problem|entschuldigung|tut mir leid)\\b',
  offers: '\\b(?:sag (?:mir )?(?:einfach )?bescheid|wenn du|falls du|wenn sie|falls sie|soll ich)\\b',
};

const fr: StopWords = {
  looks:
    "\\b(?:laisse-moi|laissez-moi|je vais|je dois|permets-moi de|permettez-moi de)\\s+(?:d'abord |juste |vite |maintenant |le |la |les |l')*(?:vérifier|regarder|voir|chercher|consulter|lire|ouvrir|récupérer|jeter un)|\\bje (?:vérifie|cherche|regarde|consulte)\\b|\\b(?:un instant|une seconde|un moment)\\b",
  changes:
    "\\b(?:laisse-moi|laissez-moi|je vais)\\s+(?:te |vous |le |la |les |l'|maintenant |tout de suite )*(?:programmer|créer|ajouter|noter|enregistrer|modifier|changer|déplacer|annuler|supprimer|mettre|passer|retenir|m'en occuper)\\b",
  done: "\\b(?:c'est (?:fait|noté|bon|réglé|enregistré|programmé)|fait|j'ai (?:bien )?(?:programmé|créé|ajouté|noté|enregistré|modifié|changé|déplacé|annulé|supprimé|mis|retenu|oublié)|(?:a|ont) (?:bien )?été (?:programmée?s?|créée?s?|ajoutée?s?|notée?s?|enregistrée?s?|modifiée?s?|déplacée?s?|annulée?s?|supprimée?s?)|avec succès|je te rappellerai|je vous rappellerai)(?!\\p{L})",
  denies:
    "\\b(?:pas|rien|aucune?|impossible|échoué|échec|erreur|problème|désolée?|malheureusement|n'ai|n'a)\\b",
  offers: '\\b(?:dis-moi|dites-moi|si tu|si vous|veux-tu|voulez-vous)\\b',
};

const es: StopWords = {
  looks:
    '\\b(?:déjame|déjeme|permíteme|permítame|voy a|tengo que|debo)\\s+(?:primero |ahora |rápido )*(?:revisar|comprobar|verificar|mirar|ver|buscar|consultar|leer|abrir|echar un vistazo)|\\b(?:reviso|compruebo|busco|consulto)\\b|\\b(?:un momento|un segundo|dame un (?:momento|segundo))\\b',
  changes:
    '\\b(?:déjame|permíteme|voy a)\\s+(?:ahora )*(?:poner(?:te|lo)?|crear(?:lo)?|añadir(?:lo)?|agregar(?:lo)?|anotar(?:lo)?|guardar(?:lo)?|cambiar(?:lo)?|mover(?:lo)?|cancelar(?:lo)?|borrar(?:lo)?|eliminar(?:lo)?|programar(?:lo)?|apuntar(?:lo)?|encargarme)\\b',
  done: '\\b(?:listo|hecho|he (?:puesto|creado|añadido|agregado|anotado|guardado|cambiado|movido|cancelado|borrado|eliminado|programado|apuntado|olvidado)|(?:ha|han) sido (?:creado|añadido|guardado|cambiado|cancelado|programado|eliminado)s?|(?:está|queda|quedó) (?:puesto|creado|anotado|guardado|programado|apuntado|cancelado)|con éxito|te (?:recordaré|avisaré))(?!\\p{L})',
  denies:
    '\\b(?:no|nada|ningún|ninguna|imposible|falló|fallado|error|problema|perdón|lo siento|desgraciadamente)\\b',
  offers: '\\b(?:dime|dígame|avísame|si quieres|si quiere|quieres que)\\b',
};

const pt: StopWords = {
  looks:
    '\\b(?:deixa-me|deixe-me|deixa eu|deixe eu|me deixe|vou|preciso|tenho de|tenho que)\\s+(?:primeiro |agora |só |rapidamente )*(?:verificar|checar|ver|olhar|procurar|buscar|consultar|ler|abrir|conferir|dar uma olhada)|\\b(?:um momento|um instante|um segundo|só um momento)\\b',
  changes:
    '\\b(?:deixa-me|deixe-me|deixa eu|vou)\\s+(?:agora |já )*(?:criar|adicionar|anotar|guardar|salvar|mudar|alterar|mover|cancelar|apagar|excluir|programar|agendar|marcar|definir|tratar disso|cuidar disso)\\b',
  done: '\\b(?:pronto|feito|(?:já )?(?:criei|adicionei|anotei|guardei|salvei|mudei|alterei|movi|cancelei|apaguei|excluí|programei|agendei|marquei|defini|esqueci)|(?:foi|foram|está|ficou) (?:criado|adicionado|anotado|guardado|salvo|alterado|cancelado|agendado|marcado|apagado)s?|com sucesso|vou (?:te )?lembrar|lembro-te)(?!\\p{L})',
  denies: '\\b(?:não|nada|nenhum|nenhuma|impossível|falhou|erro|problema|desculpe?a?|infelizmente)\\b',
  offers: '\\b(?:diga-me|me diga|avise-me|se quiser|se quiseres|se você|queres que|quer que)\\b',
};

const it: StopWords = {
  looks:
    '\\b(?:lasciami|lasciatemi|mi lasci|fammi|vado a|devo|sto per)\\s+(?:prima |ora |un attimo )*(?:controllare|verificare|vedere|guardare|cercare|consultare|leggere|aprire|dare un)|\\b(?:controllo subito|verifico subito|un momento|un attimo|un secondo)\\b',
  changes:
    '\\b(?:lasciami|fammi|vado a|sto per|ora)\\s+(?:subito )*(?:impostare|creare|aggiungere|annotare|salvare|cambiare|spostare|annullare|cancellare|eliminare|programmare|segnare|imposto|creo|aggiungo|annoto|salvo|cambio|sposto|annullo|cancello)\\b',
  done: '\\b(?:fatto|ho (?:impostato|creato|aggiunto|annotato|salvato|cambiato|spostato|annullato|cancellato|eliminato|programmato|segnato|dimenticato)|(?:è stat[oa]|sono stat[ie]|è) (?:impostat|creat|aggiunt|annotat|salvat|cambiat|spostat|annullat|cancellat|programmat)[oaie]|con successo|ti ricorderò|ti avviserò)(?!\\p{L})',
  denies:
    '\\b(?:non|niente|nulla|nessuna?|impossibile|fallito|errore|problema|scusa|mi dispiace|purtroppo)\\b',
  offers: '\\b(?:fammi sapere|dimmi|se vuoi|se vuole|vuoi che)\\b',
};

const nl: StopWords = {
  looks:
    '\\b(?:laat me|laat mij|ik (?:ga|zal|moet))\\b[^.!?]{0,50}\\b(?:kijken|nakijken|nagaan|controleren|checken|zoeken|opzoeken|lezen|bekijken|openen|ophalen)\\b|\\bik (?:kijk|zoek|check|controleer) (?:\\S+ ){0,3}(?:na|op|even|nu)\\b|\\b(?:een moment|momentje|ogenblikje|een ogenblik|even geduld)\\b',
  changes:
    '\\b(?:laat me|ik (?:ga|zal))\\b[^.!?]{0,50}\\b(?:zetten|instellen|toevoegen|noteren|opslaan|bewaren|wijzigen|verplaatsen|annuleren|verwijderen|aanmaken|plannen|onthouden|regelen)\\b',
  done: '\\b(?:klaar|gedaan|geregeld|gelukt|(?:ik heb|heb)\\b[^.!?]{0,60}\\b(?:gezet|ingesteld|toegevoegd|genoteerd|opgeslagen|bewaard|gewijzigd|verplaatst|geannuleerd|verwijderd|aangemaakt|gepland|onthouden|vergeten)|(?:is|zijn|staat)\\b[^.!?]{0,40}\\b(?:gezet|ingesteld|toegevoegd|genoteerd|opgeslagen|gewijzigd|verplaatst|geannuleerd|verwijderd|gepland)|ik herinner je)\\b',
  denies: '\\b(?:niet|niets|geen|kon|mislukt|fout|probleem|sorry|helaas)\\b',
  offers: '\\b(?:laat (?:het )?(?:me|mij) weten|als je|als u|zal ik)\\b',
};

const ru: StopWords = {
  looks:
    '\\b(?:позвольте|позволь|давай(?:те)?|дай(?:те)? мне|сейчас|я)\\s+(?:я |мне |сейчас |сначала |быстро )*(?:проверю|посмотрю|поищу|найду|прочитаю|открою|гляну|уточню|проверить|посмотреть)\\b|\\b(?:минутку|секунду|одну минуту|один момент|подождите)\\b',
  changes:
    '\\b(?:сейчас|давай(?:те)?|я)\\s+(?:я |сейчас |это )*(?:поставлю|создам|добавлю|запишу|сохраню|изменю|перенесу|отменю|удалю|переключу|запланирую|сделаю это)\\b',
  done: '\\b(?:готово|сделано|(?:я )?(?:поставила?|создала?|добавила?|записала?|сохранила?|изменила?|перен[её]сла?|отменила?|удалила?|запланировала?|запомнила?|забыла?)|(?:поставлено|создано|добавлено|записано|сохранено|изменено|перенесено|отменено|удалено|запланировано|установлено)|успешно|я напомню)\\b',
  denies: '\\b(?:не|нет|ничего|никаких|нельзя|ошибка|проблема|извините|прости(?:те)?|к сожалению)\\b',
  offers: '\\b(?:дай(?:те)? знать|скажи(?:те)?|если хотите|если хочешь|если вы|если ты)\\b',
};

const ar: StopWords = {
  looks:
    '\\b(?:دعني|دعيني|سوف|اسمح لي أن)\\s*(?:أولا |الآن )*(?:أتحقق|أبحث|أنظر|أرى|أراجع|أقرأ|أفتح)|\\b(?:سأتحقق|سأبحث|سأنظر|سأراجع|سأقرأ)\\b|\\b(?:لحظة|ثانية واحدة|دقيقة واحدة|انتظر)\\b',
  changes: '\\b(?:سأقوم|سأضبط|سأضيف|سأسجل|سأحفظ|سأغير|سأنقل|سألغي|سأحذف|سأنشئ|سأدون)\\b',
  done: '\\b(?:تم|تمت|لقد (?:ضبطت|أضفت|سجلت|حفظت|غيرت|نقلت|ألغيت|حذفت|أنشأت|دونت|نسيت)|بنجاح|سأذكرك)\\b',
  denies: '\\b(?:لم|لا|ليس|لن|لا شيء|فشل|فشلت|خطأ|مشكلة|عذرا|آسف|للأسف)\\b',
  offers: '\\b(?:أخبرني|أعلمني|إذا أردت|هل تريد)\\b',
};

const hi: StopWords = {
  looks:
    '(?:मुझे|मैं)[^।!?]{0,40}(?:देखने|जाँचने|जांचने|खोजने|पढ़ने) (?:दीजिए|दें|दो)|मैं[^।!?]{0,40}(?:देखता|देखती|जाँचता|जाँचती|जांचता|जांचती|खोजता|खोजती) हूँ|मैं[^।!?]{0,40}(?:देखूँगा|देखूंगा|जाँचूँगा|खोजूँगा)|एक (?:मिनट|सेकंड|क्षण|पल)|रुकिए',
  changes:
    'मैं[^।!?]{0,60}(?:सेट|जोड़|नोट|सेव|बदल|हटा|रद्द|बना|दर्ज)(?: कर)? ?(?:देता|देती|दूँगा|दूंगा|दूँगी|करूँगा|करूंगा|रहा|रही|लेता|लेती)',
  done: '(?:हो गया|हो गई|कर दिया|कर दी|कर लिया|कर ली|जोड़ दिया|हटा दिया|बदल दिया|बना दिया|याद दिलाऊँगा|याद दिलाऊंगा|सफलतापूर्वक|सेट है)',
  denies: '(?:नहीं|कुछ नहीं|असफल|विफल|त्रुटि|समस्या|माफ़|क्षमा|दुर्भाग्य)',
  offers: '(?:बताइए|बताएँ|बताओ|अगर आप|यदि आप|चाहें तो)',
};

const ja: StopWords = {
  looks:
    '(?:確認|検索|調べ|見て|読んで|探し|チェック)(?:をし|し|い)?(?:て)?(?:み)?(?:ます|いたします|させてください)(?!か)|(?:少々|ちょっと|しばらく)お?待ち?(?:ください|って)',
  changes:
    '(?:設定|追加|記録|保存|変更|移動|取り消し|キャンセル|削除|作成|登録|メモ)(?:を)?(?:いた)?します(?!か)',
  done: '(?:完了|できました|済みです|(?:設定|追加|記録|保存|変更|移動|取り消し|キャンセル|削除|作成|登録|メモ|切り替え)(?:を)?(?:し|いたし|され|済み)(?:ました|ています|です)|承知しました。?お知らせします|リマインドします)',
  denies: '(?:ません|できない|できなかった|なかった|失敗|エラー|問題|申し訳|すみません|残念)',
  offers: '(?:教えてください|知らせてください|ご希望|よろしければ|必要なら|しましょうか)',
};

const zh: StopWords = {
  looks:
    '(?:让我|讓我|我来|我來|我先|我去|我这就|我這就|我会|我會)(?:先|再|去|来|來|帮你|幫你|一下|看看)*(?:查|看|搜索|搜|读|讀|检查|檢查|确认|確認|找|核对)|(?:请|請)?稍等|等一下|稍候',
  changes:
    '(?:让我|讓我|我来|我來|我这就|我這就|我会|我會|我马上|我馬上)(?:帮你|幫你|给你|給你|先|把它?)*(?:设置|設定|设|添加|加上|记下|記下|保存|修改|更改|移动|取消|删除|刪除|切换|創建|创建|安排)',
  done: '(?:已经?|已經|都)(?:帮你|幫你|为你|為你|给你)?(?:设置|設定|设好|設好|添加|记下|記下|记录|保存|修改|更改|取消|删除|刪除|切换|创建|建立|安排|完成|搞定|忘记)|(?:完成|搞定|好了|办好|辦好|弄好)(?:了|啦)?(?:[。!！]|$)|成功|我会提醒你|我會提醒你|会准时提醒',
  denies: '(?:没有|沒有|没能|沒能|无法|無法|不能|失败|失敗|错误|錯誤|问题|問題|抱歉|对不起|對不起|未能|未)',
  offers: '(?:告诉我|告訴我|如果你|如果您|要不要|需要的话|需要的話)',
};

export const stopWords: readonly StopWords[] = [en, de, fr, es, pt, it, nl, ru, ar, hi, ja, zh];
