// What is the same in every language, or too short to belong to one: claims that are a thing and a
// word beside it, products with notifications of their own, and how letters begin and end.
const r = String.raw;

/** "The reminder ... is set", in the words of a pack. */
export const THING_STANDS = r`\b(?:{thing})\b[^.!?;]{0,60}?(?<![\p{L}])(?:{standing})(?![\p{L}])`;
/** "The reminder ... was moved", "moved ... the reminder". */
export const THING_MOVED = r`\b(?:{moved})\b[^.!?]{0,60}?\b(?:{thing})\b|\b(?:{thing})\b[^.!?]{0,60}?\b(?:{moved})\b`;
/** "The reminder ... is gone", "cancelled ... the reminder". */
export const THING_GONE = r`\b(?:{gone})\b[^.!?]{0,50}?\b(?:{thing})\b|\b(?:{thing})\b[^.!?]{0,50}?\b(?:{gone})\b`;

/** Products that notify people by themselves. */
export const PRODUCTS = r`\b(?:slack|slackbot|google|outlook|gmail|apple|siri|alexa|discord|todoist|trello|jira|asana|github|gitlab|teams|notion|cortana|whatsapp|telegram|dhl|ups|fedex|amazon|usps|netflix|spotify|paypal|stripe|bizum|doctolib|pagerduty|zoom|calendly|fitbit|garmin|iphone|android|linkedin|sharepoint|salesforce|zapier|ifttt|duolingo|uber|airbnb|booking)\b`;

/** A line that opens a letter. */
export const SALUTATION =
  /^[>"“„«*\s]*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola|buen(?:os|as)|estimad|querid|bonjour|bonsoir|salut|ch[eè]re?s?|hallo|liebe|sehr geehrte|guten|moin|servus|ol[áa]|oi|prezad|car[oaie]\b|bom dia|boa tarde|boa noite|beste|geachte|dag|hoi|goede|ciao|gentil|buongiorno|salve|egregi|добр|здравствуй|привет|уважаем|дорог|namaste|नमस्ते|प्रिय|आदरणीय|السلام|مرحب|عزيز|اهلا|أهلا|您好|你好|尊敬|亲爱|各位|大家好|お世話に|いつもお世話|拝啓|こんにちは)[^\n]{0,40}[,，、:：!！.。]?["”»]?$/iu;

/** A line that closes one. */
export const CLOSING =
  /^[*\s]*(?:best|regards|kind regards|warm regards|cheers|thanks|thank you|many thanks|sincerely|yours|love|xx?o?|un saludo|saludos|un abrazo|atentamente|gracias|cordialement|bien à|bises|bien cordialement|à bientôt|merci|viele grüße|liebe grüße|lg|mfg|mit freundlichen|beste grüße|herzliche|gruß|grüße|vielen dank|danke|abraço|abraços|atenciosamente|obrigad|um abraço|cumprimentos|até|groet|groetjes|met vriendelijke|liefs|alvast bedankt|cordiali saluti|un saluto|saluti|distinti|grazie|un abbraccio|a presto|с уважением|спасибо|обнимаю|до встречи|dhanyavaad|धन्यवाद|सादर|shukriya|مع التحية|تحيات|شكرا|شكرًا|مع خالص|此致|敬上|谢谢|祝好|顺祝|敬具|よろしくお願い|以上、|草々)[^\n]{0,40}$/iu;

/** From here on a sentence speaks of what stays, not of what is gone: "and kept the other one". */
export const KEEPS =
  /(?:(?<![\p{L}])(?:and|und|y|e|et|en|и) (?:(?:i|have|has|i've|ich|he|ho|j'ai|ik|heb|я) )?)?(?<![\p{L}])(?:kept|keep|keeping|left|leave|leaving|stays?|remains?|bleib(?:t|en)|behalten|gelassen|gard(?:é|e|ons)|laissé|reste(?:nt)?|dej(?:é|o|ado)|mantuve|mantengo|queda|sigue|mantive|deixei|fica|continua|mantenuto|lasciato|resta|rimane|blijft|gelaten|behouden|остав(?:ил|ила|лен|лю)|оста[её]тся|保留|残し|残って)/u;

/** Where the words of a message begin that somebody is told of: ", that you will be late". */
export const SAYING =
  /[,，、]? ?(?<![\p{L}\p{M}])(?:(?:saying |telling \p{L}+ |to say )?that|saying|dass|(?:diciendo |de |dizendo |pour (?:lui )?dire )?que|qu'|diciendo|dizendo|pour dire|(?:dicendo |per dire )?che|dicendo|dat|что|कि|ki|ب?[اأ]ن\p{L}{0,3})(?![\p{L}\p{M}])|[,，、]说/u;
