// Words too common to find a note by, in the languages people write to us in most. Folded as `fold` does. A language
// that is not here still works: its common words only weigh a little more than they should.

const lists = {
  en: `a about after again all also am an and any anything are as at be because been before being but by can could did do
    does doing done for from get give go going got had has have he hello help her here hers hey hi him his how i if in into
    is it its just know let like ll made make may me mine more much my need no not note noted notes now of off ok okay on
    one or our out over please re really recall remember remind said say see she should so some something still tell than
    thank thanks that the their them then there these they thing things think this those to too up us ve very want was we
    well were what when where which who whom whose why will with would yes you your yours`,
  de: `aber alle als also am an auch auf aus bei bin bis bist bitte da danke das dass dein deine dem den denn der des die
    dir dich doch du ein eine einem einen einer eines er es etwas fur ganz gibt hab habe haben hallo hast hat hatte ich ihm
    ihn ihr im in ist ja kann kannst kein keine mal man mehr mein meine meinem meinen meiner mich mir mit muss nach nein
    nicht noch nur ob oder schon sehr sein seine sich sie sind so uber um und uns unser viel vom von vor war waren warum was
    weil welche welcher welches wenn wer werden wie will wir wird wo wurde zu zum zur`,
  fr: `a ai as au aux avec bonjour ca ce ces cette c d dans de des donc du elle elles en est et etait ete etre fait il ils
    j je l la le les leur lui ma mais me merci mes moi mon n ne non nos notre nous on ont ou oui par pas peux plus pour
    pourquoi qu quand que quel quelle qui quoi s sa se ses si son sont suis sur ta te tes toi ton tout tres tu un une va
    vos votre vous y`,
  es: `a al algo como con cual cuando de del desde donde e el ella ellos en era es esa ese eso esta estan estar este esto
    fue gracias ha hace hay he hola la las le les lo los mas me mi mis muy nada no nos o para pero por porque puedes que
    quien se ser si sin sobre son soy su sus tambien te tengo ti tiene todo tu tus un una unas uno unos y ya yo`,
  it: `a ai al alla anche che chi ci ciao come con cosa cui da dal dei del della delle di dove e ed era gli grazie ha hai
    ho i il in io la le lei lo loro lui ma mi mia mie mio nei nel nella noi non o per perche piu puoi quale quando quello
    questa questo sei si sia sono sta su sua suo sul ti tra tu tua tuo un una uno vi voi`,
  pt: `a ao aos as com como da das de dele do dos e ela ele em era essa esse esta este eu foi isso isto ja la mais mas me
    meu minha muito na nao nas no nos o obrigado ola onde os ou para pela pelo por porque qual quando que quem se sem ser
    seu sim sobre sua tambem te tem tenho tu tua um uma voce`,
  nl: `aan al als bij ben bent dan dat de der deze die dit doe door dus een en er geen had hallo heb hebben heeft hem het hij
    hoe hun ik in is ja je jij jou jouw kan kun maar me meer met mij mijn na naar nee niet nog nu of om omdat onze ook op
    over te tot u uit van veel voor waar waarom was wat we wel welke werd wie wij wil wordt zal ze zich zij zijn zo`,
  sv: `alla att av blir da de den det dem din du dar efter eller en er ett fran for ha han har hej hon hur i inte ja jag kan
    kunna med men mig min mitt nar nej och om oss pa sa sig sin som tack till under upp ut vad var varfor vem vi vid vill
    ar`,
  ru: `а без бы был была были было быть в вам вас во вот все всё вы где да для до его ее её если есть еще ещё же за здесь и
    из или им их к как какая какие какой когда кто ли меня мне мной мой моя мы на надо нам нас не него нет но ну о об он она
    они от по под пожалуйста при про с сейчас со спасибо так там то тоже только ты у уже что чтобы это я`,
  zh: `的 了 是 我 你 他 她 它 我们 你们 他们 在 有 和 与 也 都 不 吗 呢 吧 啊 就 这 那 这个 那个 什么 怎么 哪 哪里 谁 会 要 想 说
    请 把 被 给 对 很 到 去 来 上 下 个 還 还 嗎 這 個 們 說 會`,
  ja: `私 僕 あなた これ それ あれ ここ そこ どこ だれ 誰 何 いつ する した して います ました ます です でした ください こと もの ため
    よう さん から まで など という ある いる なる`,
  ko: `나 너 저 우리 그 이 것 수 있는 있어 있어요 없어 뭐 무엇 어디 언제 누구 그리고 하지만 에서 으로`,
} as const;

/** All of them; made once, never changed. */
export const stopwords: ReadonlySet<string> = new Set(
  Object.values(lists).flatMap((list) =>
    list
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/gu, '')
      .normalize('NFC')
      .split(/\s+/u),
  ),
);
