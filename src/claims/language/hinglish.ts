// Hindi in Latin letters, with the English that people mix into it.
import type { Pack } from './pack.ts';
import { PRODUCTS } from './shared.ts';

const r = String.raw;

export const hinglish: Pack = {
  code: 'hi-Latn',
  notAfter: true,
  common:
    'hai hain ka ki ke ko mein main me se aur nahi nahin kar karo karna pe par bhi toh to kal baje aap aapko tum tumhe mujhe kya yeh ye woh ho gaya raha rahi hoon hun haan ji bas phir fir subah shaam raat koi kuch diya dunga dungi yaar agar bhai theek thik wala wali hi mat liye kab',
  parts: {
    thing: r`reminders?|alarms?|alerts?|timers?|notifications?|pings?|nudges?`,
    soft: r`messages?|msg|updates?|summary|list|quote`,
    me: r`(?:u|oo|aau|aaoo)ng[aie]|unga|ungi|oonga|oongi|enge|ega mera|aunga|aungi|doon?ga|doon?gi|dung[ai]|lung[ai]|loong[ai]`,
    strong: r`yaa?d (?:\S+ ){0,2}?(?:dila|kara|dilwa|karwa)\S*(?: (?:dunga|dungi|doonga|doongi|denge|du?oo?nga|dunga hi))?|(?:remind|ping|alert|notify|nudge|inform|message|msg|text|dm|follow ?-?up|monitor|track|wake|poke|update) (?:\S+ )?(?:kar|karte?|de)\S*(?: (?:dunga|dungi|doonga|doongi|denge|rahunga|rahungi))?|(?:jaga|utha|uthaa|bata|bta)\S* ?(?:dunga|dungi|doonga|doongi|denge|unga|ungi|oonga|oongi|aunga|aungi)\b|bata(?:unga|ungi|oonga|oongi|enge)|nazar (?:rakh|bana)\S*|khabar (?:kar|de)\S* ?\S*|bhool?ne nahi+n? (?:dunga|dungi|doonga|doongi|denge)|(?:{thing}) (?:\S+ )?(?:bhej|laga|de|set kar|daal|bana)\S* ?(?:dunga|dungi|doonga|doongi|denge|unga|ungi)|awaa?z (?:de|laga)\S* ?\S*`,
    weak: r`(?:bhej|pooch|puch|poochh|puchh|likh|dekh|check kar|call kar|bol|keh|aa|wapas aa|mil|post kar|share kar|pata kar|kar|rakh|daal|suna)\S*(?:unga|ungi|oonga|oongi|enge|aunga|aungi)| (?:dunga|dungi|doonga|doongi|lunga|lungi|loonga|loongi|rahunga|rahungi)`,
    made: r`set|laga|bana|schedule|daal|add|fix|save|note|create|rakh|book|lock`,
    is_done: r`(?:kar )?(?:diya|di|diye|liya|li|gaya|gayi|hai|hain|ho gaya|ho gayi|kiya|kar diya|kar di|hogaya)`,
    durable: r`(?:memory|profile|notes?|yaad(?:dasht)?|record|preferences) (?:mein|me|main|mai)|(?:next time|agli baar|aage|future|hamesha) (?:ke liye|se)?|aage se|agli baar|hamesha`,
    from_now: r`ab se|aage se|aaj se|agli baar(?: se)?|next time(?: se)?|hamesha|future mein|aainda`,
    personaword: r`mode|persona|role|avatar|character|kirdaar`,
    gone: r`(?:cancel|delete|hata|mita|band|remove|clear|drop|pause|off) ?(?:kar )?(?:diya|di|diye|ho gaya|ho gayi|kiya|gaya|gayi|hai|kar diya)`,
    moved: r`(?:badal|shift|change|update|move|reschedule|aage|peeche|khiska|postpone) ?(?:badha|kar)? ?(?:diya|di|ho gaya|ho gayi|kiya|gaya|gayi|hai)`,
  },
  claims: [
    {
      kind: 'reminder',
      is: r`\b(?:{strong})(?<=(?:unga|ungi|oonga|oongi|enge|aunga|aungi|dunga|dungi|doonga|doongi|rahunga|rahungi|rakhunga|rakhungi))`,
    },
    { kind: 'reminder', is: r`\b(?:{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`\b(?:{thing}|{soft})\b[^.!?;]{0,30}?\b(?:mil(?:ega|egi|enge| jayega| jaega| jayegi| jaayega)|aa?yega|aa?yegi|aa jayega|aa jaega|bajega|bhej diya jayega|jayega|jaayega)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,40}?\b(?:{made})\S*(?: \S+)? ?(?:{is_done})\b|\b(?:{thing})\b[^.!?;]{0,30}?\b(?:set|done|ready|on|active|scheduled|pakka)\b|\b(?:{made}) (?:kar )?(?:diya|di|liya) [^.!?]{0,20}?\b(?:{thing})\b`,
    },
    { kind: 'reminder', is: r`\b(?:{made})\S* ?(?:{is_done})\b`, needs: 'asked' },
    { kind: 'reminder', is: r`\b(?:aapke|tumhare|ye rahe|yeh rahe)\b[^.!?]{0,30}?\b(?:reminders|alarms)\b` },
    {
      kind: 'cancelled',
      is: r`\b(?:{thing})\b[^.!?]{0,40}?\b(?:{gone})|\b(?:{gone})[^.!?]{0,30}?\b(?:{thing})\b`,
    },
    {
      kind: 'cancelled',
      is: r`\b(?:{gone})|\b(?:nahi|nahin|koi) [^.!?]{0,20}?(?:unga|ungi|oonga|oongi|aayega|aayegi|milega|bajega)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: r`\b(?:{thing})\b[^.!?]{0,60}?\b(?:{moved})|\b(?:{moved})[^.!?]{0,30}?\b(?:{thing})\b`,
    },
    {
      kind: 'changed',
      is: r`\b(?:{moved})|\bab [^.!?]{0,25}?\b(?:baje|ko|pe|par)\b|\b(?:ki jagah|ke bajaye)\b`,
      needs: 'asked',
    },
    {
      kind: 'memory',
      is: r`(?:{durable})[^.!?]{0,40}?\b(?:save|note|likh|add|rakh|yaad|store|daal)|\b(?:save|note|store|yaad|add)[^.!?]{0,40}?(?:{durable})`,
    },
    {
      kind: 'memory',
      is: r`\byaa?d (?:rakh|kar)\S*(?:unga|ungi|oonga|oongi|enge)?(?: liya| li| liya hai)?(?=$|[.,!?; ])(?<!rakhna)(?<!rakho)(?<!rakhiye)|\byaad rahega\b|\bnahi+n? bhool?(?:unga|ungi|oonga|oongi|enge)\b|\bmemory (?:mein|me|main|mai)\b`,
    },
    { kind: 'memory', is: r`\b(?:{from_now})\b[^.!?]{0,60}?\b\S*(?:unga|ungi|oonga|oongi|enge)\b` },
    {
      kind: 'persona',
      is: r`\b(?:{personaword})\b[^.!?]{0,30}?\b(?:on|active|chalu|badal|switch|shuru|mein aa|me aa|activated)\b|\b(?:switch|badal|change)\S*[^.!?]{0,30}?\b(?:{personaword}|normal|default)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:{from_now})\b[^.!?]{0,10}?\bmain\b[^.!?]{0,40}?\b(?:hoon|hun|hu|ke roop|ki tarah|bankar|banke)\b`,
    },
    { kind: 'persona', is: r`\bab main|main ab|wapas\b`, needs: 'asked' },
  ],
  not: {
    offer: [
      r`\b(?:agar|if) (?:aap|tum|tumhe|aapko|chah|you)[^.!?]{0,25}?(?:chah|keh|kaho|bol|bata|bhej|zaroorat|theek|thik|want)`,
      r`\b(?:chaho|chahe|chahein|chahiye ho|chahiye|kaho|bolo|kahen|kahein|zaroorat ho) to?h?\b|\b(?:bata|bhej|keh|bol|likh|de) (?:do|dena|dijiye|dijiyega|dein|doge)\b[^.!?]{0,40}?\b(?:toh?|phir|fir|main)\b|\b(?:bas bol|bas keh|jab (?:aap|tum|bhi)|jaise hi (?:aap|tum)|sakta (?:hoon|hun|hu)|sakti (?:hoon|hun|hu)|sakte hain|kya main|dilaun|dilaoon|dilau|dun kya|doon kya|karun kya|karoon)\b`,
    ],
    refusal: [
      r`\b(?:nahi+n?|nai|mat|na)\b(?! bhool)[^.!?,]{0,20}?(?:sakta|sakti|sakte|paunga|paungi|hai|hoon|kiya|dila|bhej|rakh|ho|kar|laga|unga|ungi)|\b(?:sorry|maaf|possible nahi|afsos)\b`,
    ],
    unreal: [
      r`\b(?:hota|hoti|hote|sakta tha|karta|dilata|dilati) (?:toh?|,)|\b(?:agar|kaash) (?:mere paas|main)\b`,
    ],
    past: [
      r`\b(?:pichl[ei]|kal (?:\S+ ){0,4}(?:tha|thi|dilaya tha|bataya tha)|pehle (?:hi )?(?:bata|dila|keh)|dilaya tha|dilaya thi|bataya tha|bola tha|kaha tha|bheja tha|yesterday|last week)\b`,
    ],
    fact: [
      r`\byaa?d (?:dila|rakh|rahe)\S*(?: (?:doon|dun|du|dunga|deta|deti) ?(?:hoon|hun)?)? ?,? ?ki\b|\bbata (?:doon|dun|du|deta|deti)\b|\breminder ?:|\bdhyan (?:rahe|rakhna|dena)\b|\byaad dila (?:doon|dun)\b|\bbhool?na mat\b|\bmat bhool`,
    ],
    here: [
      r`\b(?:neeche|niche|below|is (?:message|msg|reply)|abhi|ek ek kar|pehle|step by step|(?:teen|do|kuch|ye) (?:options?|examples?|tareeke|ideas?))\b`,
    ],
    brief: [
      r`\b(?:is|isi) (?:thread|chat|baat|reply|baar|session)\b|\bfilhal\b|\babhi ke liye\b|\bsirf (?:is|aaj)\b`,
    ],
    others: [
      PRODUCTS,
      r`\b(?:aapka|aapke|tumhara) (?:phone|bank|calendar|doctor|boss)\b|\b(?:bank|company|app|shop|school|clinic|courier|system|website|swiggy|zomato|flipkart|paytm|irctc|ola)\b(?: (?:wale|aapko|ki taraf|se|ne))?|\b(?:email|sms) (?:se|pe|par)\b`,
      r`\b[a-z]+ (?:aapko|tumhe|sabko) [^.!?]{0,30}?(?:ega|egi|degi|dega)\b`,
    ],
    reported: [
      r`\b(?:ne (?:\S+ ){0,5}?(?:kaha|bola|likha|bataya|promise)|ka matlab|ke hisaab|example|bola tha|boli|kehte hain)\b`,
    ],
  },
  silence: [
    r`\b(?:agar|if) [^.!?]{0,30}?(?:reply|jawab|kuch) (?:nahi|na)|\b(?:reply|jawab) (?:nahi|na) (?:aaya|mila|aaye|mile)`,
  ],
  but: r`\b(?:lekin|par|magar|but|haalanki)\b`,
  event: r`\b(?:jab|jaise hi|agar|tab|baad|pehle|phir|fir|dobara|tak|time pe|time par|jaldi|hote hi|aate hi|koi (?:update|khabar|change)|once|when|wapas)\b`,
  retract: [
    r`\b(?:galti ho gayi|correction|sorry,? (?:main nahi|mere paas)|actually main nahi|bhool jao|rehne do)\b`,
    r`\bmere paas (?:\S+ ){0,3}(?:scheduler|timer|option|tareeka|alarm|memory|feature) nahi`,
    r`\bkuch (?:bhi )?(?:set|save|schedule) nahi`,
  ],
  done: [
    r`(?:ho gaya|ho gayi|hogaya|ho jayega|ho jaega|hojayega|kar diya|kar di|laga diya|laga di|set hai|set kar diya|set ho gaya|done|ready|cancel kar diya|hata diya|badal diya|add kar diya|note kar liya|yaad kar liya|save kar (?:liya|diya)|pakka|samjho ho gaya|main dekh lunga|main sambhal lunga|tension mat lo|chinta mat karo|kar dunga|kar dungi|bana diya|all set|scheduled|sorted)`,
  ],
  okay: [
    r`(?:theek(?: hai)?|thik(?: hai)?|ji(?: haan| bilkul| zaroor)?|haan(?: ji)?|bilkul|zaroor|zarur|accha|acha|achha|samajh gaya|samajh gayi|ok(?:ay)?|sure|badhiya|koi baat nahi|sahi|pakka|noted|arre|arey|haanji|chalo|got it|no problem)`,
  ],
  wants: {
    reminder: [
      r`\byaa?d (?:\S+ )?(?:dila|kara|dilwa)|\b(?:remind|reminder|alarm|alert|timer|ping|nudge)\b|\b(?:bata|jaga|utha|bhej|message kar|msg kar|inform kar|call kar)\S* ?(?:dena|do|dijiye|dijiyega|dein|na|iye|iyo|diyo)\b|\bhar (?:din|roz|subah|shaam|raat|hafte|mahine|monday|tuesday|wednesday|thursday|friday|saturday|sunday|somvar|mangalvar|budhvar|shukravar|shanivar|ravivar|ghante|\d)|\broz\b|\bdaily\b|\bbhool na jaun|\bbhoolne mat`,
    ],
    follow_up: [
      r`\b(?:pooch|puch|nazar|check|dekh|khabar|follow|track)\S* ?(?:lena|rakhna|karna|dena|rakho|karo|lijiye)\b|\bupdate (?:dena|karte)`,
    ],
    cancelled: [
      r`\b(?:cancel|hata|mita|delete|band|remove|drop)\S*\b|\b(?:nahi|mat) (?:chahiye|dila|bhej)|\brehne (?:do|dijiye)|\bzaroorat nahi|\bnever ?mind\b`,
    ],
    changed: [
      r`\b(?:badal|shift|aage badha|peeche|ki jagah|ke bajaye|change|move|postpone|khiska|reschedule)\S*\b|\bmatlab\b|\bactually\b|\bnahi,? \d`,
    ],
    memory: [
      r`\byaa?d rakh|\b(?:note|save)\S* ?(?:kar|lo|lena)|\bdhyan rakh|\bbtw\b|\bwaise\b|\bnext time\b|\bhamesha\b|\bkabhi nahi\b|\bab se\b`,
    ],
    persona: [r`\b(?:mode|persona|role|ban ja|banke|bankar|ki tarah|switch|wapas|normal|character)\b`],
  },
  asks: {
    text: [
      r`\b(?:translate|anuvaad|hindi mein|english mein|english me|hindi me)\b|\b(?:likh|bana|suna|draft|taiyar kar)\S*[^.?!]{0,30}?\b(?:message|msg|email|mail|kavita|poem|kahani|story|letter|post|jawab|reply|shayari|joke|draft|text|caption|speech|code)\b|\b(?:message|msg|email|mail|kavita|poem|kahani|story|letter|post|reply|jawab|shayari|joke|draft|text|caption|status|speech|code)\b[^.?!]{0,25}?\b(?:likh|bana|de do|suna|taiyar|chahiye|draft|bata)\S*|\bkya (?:likhun|likhu|jawab doon|jawab du|bolun|bolu|kahun)\b`,
    ],
    tome: [r`\b(?:mujhe|mujhko|hume|hamein|yahan|group mein|group me|channel)\b`],
    explain: [
      r`\bkaise (?:kaam|karte|hota|use|banate|lagate|kare)\b|\bka (?:kya )?matlab\b|\bkya (?:hota|hoti) hai\b|\bsamjha(?:o|iye|do)?\b|\bmein (?:kya )?(?:antar|farak|difference)\b`,
    ],
    recall: [
      r`\b(?:kya|kab|kisne|kaun) (?:\S+ ){0,4}?(?:kaha|bola|bataya|hua|tha|thi|promise|likha)\b|\b(?:summary|summarise|summarize|recap|saransh)\b`,
    ],
  },
  all: r`\b(?:sabhi|saare|saari|sab|dono|har|koi bhi|all|poore)\b`,
  persona: { normal: r`\b(?:normal|default|pehle jaisa|asli)\b` },
  and: r`aur|,|ya|and|phir`,
  again: r`phir|fir|dobara|bhi|again`,
  aside: r`(?:ki jagah|ke bajaye|nahi|instead of)`,
}; // prettier-ignore
