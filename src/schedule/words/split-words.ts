// The words around a time in a request, as data: what asks for a reminder, and what joins the time to the task.

/** Openings that ask for a reminder; the rest of the text is time and task. Longest first is not needed. */
export const OPENINGS: readonly string[] = [
  'please', 'pls', 'plz', 'hey', 'ok', 'can you', 'could you', 'would you', 'will you', 'can u', 'remind me', 'remind us', 'remind', 'reminder',
  'set a reminder', 'set reminder', 'add a reminder', 'create a reminder', 'set me a reminder', 'ping me', 'nudge me', 'tell me', 'alert me', 'notify me', 'message me',
  'i need a reminder', 'i want a reminder', 'schedule a reminder', 'schedule', 'give me a reminder', 'wake me', 'wake me up', "don't let me forget", 'make sure i',
  'bitte', 'erinnere mich', 'erinner mich', 'erinnere mich bitte', 'kannst du mich', 'erinnerung', 'stell eine erinnerung', 'sag mir', 'weck mich',
  'rappelle moi', 'rappelez moi', 'peux tu me rappeler', 'rappel', "s'il te plait", 'stp', 'svp', 'fais moi penser', 'préviens moi',
  'recuérdame', 'recuerdame', 'recordarme', 'recuérdanos', 'por favor', 'avísame', 'avisame', 'puedes recordarme', 'recordatorio', 'hazme acordar', 'acuérdame', 'haz que me acuerde',
  'me lembre', 'me lembra', 'lembre me', 'lembra me', 'lembrete', 'me avise', 'me avisa', 'pode me lembrar', 'lembrar', 'avisa me', 'relembra me', 'lembrar me',
  'herinner me', 'herinner mij', 'herinner me eraan', 'herinner mij eraan', 'help me herinneren', 'kun je me', 'herinnering', 'stuur me', 'alsjeblieft',
  'ricordami', 'ricordaci', 'per favore', 'puoi ricordarmi', 'promemoria', 'avvisami', 'avvertimi', 'fammi ricordare',
  'напомни мне', 'напомни', 'напомните мне', 'напомните', 'напоминание', 'пожалуйста', 'напомнить', 'дай знать',
  '提醒我', '请提醒我', '請提醒我', '提醒', '请', '叫我', '记得提醒我', '请在', '麻烦提醒我',
  'リマインド', 'リマインダー', '思い出させて',
  'मुझे', 'मुझे याद दिलाना', 'याद दिलाना', 'याद दिलाओ', 'कृपया', 'mujhe', 'mujhe yaad dilana', 'yaad dilana', 'yaad dila do', 'yaad dilao', 'mujhe yaad dila do',
  'ذكرني', 'ذكّرني', 'ذكريني', 'فكرني', 'نبهني', 'من فضلك', 'رجاء', 'لو سمحت',
]; // prettier-ignore

/** Words between time and task that belong to neither: dropped from the task's start. */
export const CONNECTIVES: readonly string[] = [
  'to', 'that', 'about', 'that i should', 'that i need to', 'that i have to', 'i need to', 'i have to', 'and', 'of', 'we', 'daran', 'dran', 'dass', 'dass ich', 'an', 'zu', 'ans', 'an die', 'an den', 'an das', 'mich', 'daran dass', 'daran, dass',
  'de', "d'", 'que', 'que je dois', 'que debo', 'que tengo que', 'que preciso', 'que tenho de', 'que tenho que', 'di', 'che', 'che devo', 'om', 'dat', 'dat ik', 'eraan', 'eraan dat', 'eraan om', 'aan', 'te', 'om te',
  'что', 'о', 'об', 'про', 'чтобы', 'что надо', 'что нужно', '我', '去', '要', 'に', 'を', 'は', '、', 'कि', 'को', 'ki', 'ko', 'ke liye', 'أن', 'ان', 'بأن', 'ب',
]; // prettier-ignore

/** Endings that ask for a reminder, dropped from the task's end. */
export const ENDINGS: readonly string[] = [
  'please', 'pls', 'thanks', 'thank you', 'erinnern', 'bitte', "s'il te plaît", "s'il te plait", 'por favor', 'alsjeblieft', 'per favore', 'пожалуйста',
  'をリマインドして', 'とリマインドして', 'ってリマインドして', 'リマインドして', 'と教えて', 'って教えて', 'を教えて', 'を思い出させて', 'ことを思い出させて', 'のリマインド', 'をリマインド', 'とリマインド', 'リマインド',
  'とリマインドしてください', 'をリマインドしてください', 'と知らせて', 'を知らせて', 'के लिए', 'याद दिलाना', 'याद दिलाओ', 'yaad dilana', 'yaad dila dena', 'याद दिला देना', '提醒我', 'की याद दिलाना', 'ki yaad dilana',
]; // prettier-ignore
