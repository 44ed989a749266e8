// English.
import type { Pack } from './pack.ts';

const r = String.raw;

export const english: Pack = {
  code: 'en',
  common:
    "the a to is you i it of and in for on my your i'll that this me will not have at with be are we do can it's so if what",
  parts: {
    will: r`(?:\bi|\bwe)(?:'ll| will|'m going to| am going to|'re going to| are going to|'m gonna| shall)|\b(?:am )?gonna|(?:^|[.,!:;–—-] |\band |\bthen )will(?= (?:do|ping|remind|nudge|check|follow|let|get|send|text|poke|message|notify|alert|tell|give|keep|wake))|\blemme`,
    adv: r`(?:(?:also|then|just|definitely|certainly|gladly|happily|surely|automatically|gently|personally|now|always|probably|still|again|quickly|kindly|absolutely|proactively|simply|even|both|try|sure|be|make|go|ahead|come|and|to|of course|that i|remember|once more|each|keep|right here|quietly|politely|loudly|try and|be around|be there|jump|pop|hop|swing|drop|be back|be sure|step) )*`,
    you: r`(?:you|ya|u|everyone|everybody|folks|them|him|her|us|the [a-z]+|@\S+|<@\S+>|[a-z]+)`,
    thing: r`(?:reminders?|alarms?|alerts?|timers?|nudges?|pings?|notifications?|heads[- ]?ups?|wake[- ]?up(?: calls?)?|check[- ]?ins?|follow[- ]?ups?|prompts?|pokes?|buzz|dms?|countdowns?|cron(?: ?jobs?)?|recurring (?:\w+ )?\w+|scheduled (?:message|post|job|task)s?|calendar (?:entry|event|block)s?|shouts?|prods?)`,
    soft: r`(?:messages?|notes?|lines?|updates?|digests?|summar(?:y|ies)|reports?|briefings?|recaps?|quotes?|lists?|agendas?|forecasts?|polls?|posts?|words?|questions?|tips?|facts?|jokes?|calls?|rings?|holler|text|knock|kick|tap|warning|whistle|howl|yell|wave|questions?|standups?|checklists?|horoscopes?|haikus?|menus?|pics?|links?|numbers)`,
    strong: r`remind|ping|nudge|poke|prod|buzz|nag|pester|bug|badger|alert|notify|wake|warn|hound|holler|tap you|hit you up|jog your|check (?:in|back|up|on)|checking (?:in|back|up|on)|follow up|following up|circle back|loop back|get back to|report back|touch base|reach out|resurface|keep (?:\w+ ){0,3}(?:posted|updated|informed|in the loop|honest|accountable)|keep (?:an eye|watching|watch|tabs|track of|monitoring|checking|reminding|nudging|poking)|let {you} know|give {you} (?:\w+[ -]){0,4}?(?:{thing}|{soft})|give {you} (?:\w+[ -]){0,3}buzz|drop {you} (?:\w+[ -]){0,3}(?:{thing}|{soft})|have {you} (?:\w+ ){0,3}{thing}|send (?:\w+[ -]){0,5}?{thing}|set (?:\w+ ){0,4}{thing}|make sure (?:you|that you|it gets|this gets|nobody|we)|see to it|get you up|watch (?:the|for|it|that|this|#)|monitor|stay on (?:it|top)|not let (?:you|this|it)|be on your case|hold you to|chase (?:\w+ )?(?:up|you|this|it|him|her|them)|look into (?:it|this|that)`,
    weak: r`tell|send|post|ask|asking|check|see (?:if|whether|how)|text|message|dm|page|bring (?:it|this|that) (?:back )?up|update|be back|return|come back|come find|come looking|say|speak up|share|deliver|publish|have \b.{1,40}\b(?:ready|waiting)|track|chase|cover|mention|raise|announce|call|ring|sing out|yell|shout|pop (?:in|up|back)|swing by|drop (?:by|in)|stop by|show up|turn up|knock|write|run|start|do (?:it|that|this|so)|take (?:another|a) look|look (?:at|again|in)|review|repeat|try again|be there|catch|get (?:you|it|that|him|her|them)|give|put|kick|watch|be (?:right )?here(?= (?:at|with|when))|be waiting|be in touch|be at your|greet|hand|catch up|hear`,
    made: r`(?:set(?: up)?|scheduled|rescheduled|created|added|booked|queued(?: up)?|saved|logged|placed|arranged|programmed|planned|put|lined up|locked in|pencill?ed in|registered|recorded|activated|enabled|made|popped|dropped|configured|organi[sz]ed|prepared|entered|stuck|got|marked|blocked)`,
    standing: r`(?:set|scheduled|created|added|saved|confirmed|booked|queued|active|activated|armed|in place|locked(?: in)?|registered|logged|planned|lined up|good to go|all set|running|live|still (?:on|there|set|active|scheduled|in place|standing)|up and running|on(?=$| for| at|[.,;!])|ready(?= for| at|$|[.,;!])|pending|placed|sorted|arranged|enabled|go)`,
    gone: r`(?:cancell?ed|deleted|removed|cleared|scrapped|stopped|turned off|switched off|called off|wiped|ditched|disabled|unscheduled|dismissed|axed|nuked|killed|taken (?:off|down|out)|took (?:off|down|out)|gone|no longer (?:scheduled|active|set|on|exists?|there)|dropped|erased|silenced|paused|withdrawn|trashed|binned|ended|off the (?:list|calendar|schedule|books|table)|history|toast|struck|(?<=\b(?:is|are|now|all|both) )off(?=$|[.,;!])|unsubscribed|opted out|done away with)`,
    moved: r`(?:moved|changed|updated|rescheduled|shifted|pushed|postponed|bumped|swapped|adjusted|brought forward|snoozed|delayed|switched|edited|renamed|modified|corrected|amended|fixed|extended|set back|slid|tweaked|revised|altered|put back)`,
    durable: r`(?:to (?:my |your |long[- ]term )?(?:memory|notes|profile|file|preferences|records?)|in (?:my |your |long[- ]term |the )?(?:memory|notes|profile|file|preferences|records?)|to memory|on (?:file|record|your profile)|for (?:next time|future|the future|later|good|all|every|our (?:next|future)|future (?:reference|chats|conversations|sessions|use))|permanently|from now on|going forward|(?:in|across) (?:all |our |any )?(?:future|every|other|next) (?:chats?|conversations?|sessions?|repl(?:y|ies)|messages?)|next time)`,
    // verbs of what is done in the reply itself
    inside: r`(?:explain|show|list|walk|go|assume|use|take|keep|leave|wait|summari[sz]e|treat|count|need|answer|put|include|draft|write|guess|bet|admit|say|stick|skip|add|move|have|pretend|propose|suggest|recommend|describe|break|outline|point|mention|focus|split|let|start|get|give|make|be|do|not|never|also|call|pick|round|convert|translate|quote|see|try|miss|love|hope|think|know|understand|agree|pass|stop|end|finish|begin|turn|look|help|stay|compare|cover|rewrite|shorten|sketch|lay|work|continue|default|rank|sort|base|tackle|speak|meet|set|change|switch|cancel|delete|remove|save|store|remember|note|become|act|speak|talk)`,
    personaword: r`(?:persona|mode|role|character|personality|hat|voice|profile|assistant|coach|self)`,
  },
  claims: [
    { kind: 'reminder', is: r`{will},? {adv}(?:{strong})\b` },
    {
      kind: 'reminder',
      is: r`{will}\b[^.!?;:]{1,90}?\b(?:and|then|&|or|plus|,) (?:then |i'll |will )?{adv}(?:{strong})\b`,
    },
    { kind: 'reminder', is: r`{will},? {adv}(?:{weak})\b`, needs: 'anchor' },
    {
      kind: 'reminder',
      is: r`(?:{will}|\bi'm|^)\b[^.!?;:]{1,90}?\b(?:and|then|&) (?:then |i'll )?{adv}(?:{weak})\b(?= (?:you|back|in|on|at|again|when|if|here))`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`(?:\bi'm|\bwe're|\bi am|^|[.,:;–—-] )\s*{adv}(?:pinging|reminding|nudging|poking|prodding|alerting|notifying|waking|messaging|texting|dming|checking(?: in| back| on| whether| if)?|following up|circling back|asking you|sending|buzzing|watching|monitoring|keeping (?:an eye|tabs|watch)|coming back|popping (?:back|in|up)|dropping (?:by|in)|swinging by|stopping by|returning|circling|calling you|looking in|setting (?:\w+ ){0,4}{thing}|scheduling|getting back)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\byou(?:'ll| will|'re going to| are going to|'re gonna| can expect to| should)? (?:also |then |automatically |both |all |always |now |still |get to )*be (?:\w+ly )?(?:notified|reminded|pinged|alerted|nudged|woken|messaged|warned|prompted|poked|buzzed|informed|told|asked)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:you|everyone|everybody|the (?:team|channel|group|room|crew)|he|she|they)(?:'ll| will|'re going to| are going to| can expect to|'re)? (?:also |then |automatically |both |all |always |now |still )*(?:get|gets|receive|receives|see|find|have|getting|be getting|be receiving)\b[^.!?;]{0,40}?\b{thing}\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:you|everyone|everybody|the (?:team|channel|group|room|crew)|he|she|they)(?:'ll| will|'re going to| can expect to)? (?:also |then |still )?(?:get|gets|receive|receives|see|find|have|be getting)\b[^.!?;]{0,60}?\bfrom (?:me|us)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b[a-z]+ (?:gets|receives|will get|will receive|'ll get) (?:a|an|her|his|their|the|its|another|your|one) (?:\w+ )?{thing}\b`,
      needs: 'passive',
    },
    {
      kind: 'follow_up',
      is: r`\b(?:you|everyone|they|he|she)(?:'ll| will|'re going to|'re gonna| can expect to| should)? (?:also |then |definitely )*(?:be hearing|hear) (?:back )?from (?:me|us)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,45}?\b(?:will|'ll|is going to|are going to|is due to) (?:also |then |still )?(?:go off|go out|fire|arrive|land|pop|come|be (?:sent|delivered|posted|there|here|waiting|with you)|show up|appear|ring|hit|reach|trigger|run|drop|kick in|follow|sound|be on its way|wake|start|ping|find)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:{thing})\b[^.!?;]{0,45}?\b(?:goes (?:off|out)|fires|rings|lands|arrives|pops|comes|runs|starts|kicks|hits|sounds|coming (?:up|your way|at|in|on|tomorrow)|incoming|on (?:its|the) way|inbound|headed your way)\b`,
      needs: 'passive',
    },
    {
      kind: 'reminder',
      is: r`\b(?:expect|look out for|watch (?:out )?for|look forward to|await|count on|stand by for|brace (?:yourself )?for|be ready for|anticipate)\b[^.!?;]{0,40}?(?:\b{thing}\b|\bfrom me\b|\b(?:ping|nudge|me to)\b)`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:i've|i have|i|we've|we have|just|have|already|i had|i did) (?:\w+ly |now |just |also |already |gone ahead and |went ahead and )*{made}\b[^.!?]{0,80}?\b{thing}\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:i've|i have|we've|we have|i just|just) (?:\w+ly |now |just |also |already |gone ahead and |went ahead and )*(?:scheduled|set|queued|booked|planned|lined up|programmed|arranged)\b[^.!?]{0,80}`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b{thing}\b[^.;?!]{0,70}?(?:\b(?:is|are|'s|was|were|has been|have been|now|all|already|both|still|successfully)|[:—–(\[-]|^|\b{thing}\b) ?(?:now |all |already |both |still |been |also |officially |successfully )*(?:{standing})(?=$|[^\p{L}])`,
    },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;–—-] )(?:your |the |a |one[- ]time |daily |weekly |monthly |recurring |new )*(?:\w+ )?{thing} (?:set|created|scheduled|added|saved|confirmed|on|active|booked|armed|for)\b`,
    },
    {
      kind: 'reminder',
      is: r`(?:^|[.,:;!–—-] )(?:{made}) (?:a |an |the |your |up |two |three |both |all )*(?:\w+ )?{thing}\b(?! (?:on|in) your (?:phone|watch|calendar))`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:here's|here is|that's|this is) what (?:i've|i have|i) (?:just |now )?{made}\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:put|got|added|blocked|noted|logged|have|penciled|stuck|popped|marked) \b[^.!?;]{0,50}?\b(?:on|in|into|to|down (?:in|on)) (?:my|our) (?:calendar|list|schedule|agenda|radar|diary|books|system|queue|planner|reminders|to-?do)`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:it's|that's|it is|that is|this is|they're|is|both are|all) (?:now |all |already |safely )*(?:in the (?:system|diary|calendar|books|queue|schedule)|on (?:my|the) (?:list|calendar|radar|schedule|books|agenda|board)|locked in|queued(?: up)?|scheduled|booked in)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:i've|i have|i) (?:got |put |pencill?ed |have )?you down (?:for|on|at)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:is|are|'s|'re) (?:all |now )?(?:covered|handled|taken care of|sorted|in hand|locked in)\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:your|the|you have|you've got|here are|here's|these are|there are)\b[^.!?]{0,40}\b(?:active|upcoming|scheduled|pending|current|open|set|coming)\b[^.!?]{0,14}\b(?:reminders|alarms|alerts|schedules|nudges|jobs)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:you have|you've got|here are|these are|i have|i've got|there (?:is|are)|you currently have)\b[^.!?]{0,20}\b(?:\d+|one|two|three|four|five|your|a|these|the following)\b[^.!?]{0,16}\b{thing}\b[^.!?]{0,20}(?:$|:|\bset\b|\bscheduled\b|\bcoming up\b|\bfor\b)`,
    },
    {
      kind: 'reminder',
      is: r`\bconsider (?:yourself|it) (?:reminded|warned|booked|scheduled|set)\b`,
      needs: 'anchor',
    },
    {
      kind: 'reminder',
      is: r`\b(?:i won't|i will not|i'm not going to|won't|not gonna) (?:let you|forget to (?:remind|ping|tell|nudge|check|wake|ask)|let (?:it|this|that) slip)\b`,
    },
    {
      kind: 'follow_up',
      is: r`\b(?:more|update|status|next (?:update|check|report)|check-in|recap) (?:from me )?(?:coming|to follow|follows|due|will follow|is coming)\b`,
      needs: 'anchor',
    },
    {
      kind: 'follow_up',
      is: r`\b(?:my eyes? (?:is|are) on|i've got (?:my|an) eyes? on|i'm (?:on the lookout|on watch|on guard|all over)|leave it (?:with|to) me|i've got you covered|count on me|you can (?:count|rely) on me|trust me to)\b`,
      needs: 'anchor',
    },

    {
      kind: 'reminder',
      is: r`\bi(?:'ve| have) got (?:it|that|this|them|everything|both) (?:running|set|set up|scheduled|covered|lined up|in place|going|down|queued)\b`,
    },
    {
      kind: 'reminder',
      is: r`\b(?:counting down|clock's ticking|clock is ticking|timer(?:'s| is)? (?:started|running|set|on))\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`\b(?:he|she|they|you|everyone|everybody|#\S+|[a-z]+)(?:'ll| will)? (?:get|gets|receive|receives) (?:a|an|the|that|this|my|your|one)\b[^.!?;]{0,24}?\b(?:{thing}|{soft}|notice|same)\b`,
      needs: 'timed',
    },
    { kind: 'reminder', is: r`\b(?:and|then|but) will {adv}(?!{inside}\b)[a-z]+\b`, needs: 'timed' },
    {
      kind: 'reminder',
      is: r`(?<!\b(?:set|add|create|put|try|use|make|schedule|consider|need|want|setting|add) (?:a|an|the|your|another|yourself a|some) (?:\w+ )?)\b(?:reminders?|alarms?|wake-?ups?(?: calls?)?|nudges?|pings?|check-?ins?|timers?|heads-?ups?)\b`,
      needs: 'bare',
    },
    { kind: 'reminder', is: r`\bconsider me\b`, needs: 'timed' },
    {
      kind: 'reminder',
      is: r`\b[a-z]+ (?:gets|will get|'ll get) (?:one|hers|his|theirs|it)(?: too| as well)?\b`,
      needs: 'timed',
    },
    {
      kind: 'reminder',
      is: r`\b(?:made|making|make) a (?:mental )?note (?:here )?to (?:{strong}|{weak}|bring|remind)\b`,
    },
    {
      kind: 'reminder',
      is: r`\bi (?:remind|ping|nudge|message|text|dm|notify|alert|check (?:in|back)|follow up|wake|post|send you|poke|buzz|ask you|tell you)\b|(?:^|[.,!] )i will(?=[,.])`,
      needs: 'timed',
    },
    {
      kind: 'reminder',
      is: r`\b(?:is|are|'s) (?:now |all )?(?:scheduled|queued|set|booked|lined up|planned) (?:for|to|at|on|every|daily)\b`,
      needs: 'asked',
    },
    {
      kind: 'reminder',
      is: r`(?:\bi'll|\bi will|\bi'm going to) {adv}(?!{inside}\b)[a-z]+\b`,
      needs: 'timed',
    },
    {
      kind: 'cancelled',
      is: r`\b(?:i've|i have|i|we've|have|just|has been|have been|is|are|'s|been|was|were|all|now|both) (?:\w+ly |now |just |also |already |gone ahead and |all |been )*{gone}\b[^.!?]{0,50}?\b(?:{thing}|every(?:thing)?|schedules?)\b`,
    },
    {
      kind: 'cancelled',
      is: r`\b(?:{thing}|schedules?)\b[^.?!]{0,50}?\b(?:is|are|'s|has been|have been|was|were|now|all|both|been|—|:)? ?(?:now |all |already |both |been |officially )*{gone}(?=$|[^\p{L}])`,
    },
    {
      kind: 'cancelled',
      is: r`(?:^|[.,:;!–—-] )(?:\S+ ){0,6}?(?:(?:is|are|'s|has been|have been|i've|i|it's|now|all|both) )*(?:now |all |already |both |been )*{gone}(?=$|[^\p{L}])`,
      needs: 'asked',
    },
    {
      kind: 'cancelled',
      is: r`\b(?:i|you|we|it|nothing|they)(?: won't| will not|'ll no longer| will no longer|'ll never| shan't|'ll stop|'m not going to| will stop)\b[^.!?]{0,24}?\b(?:remind|reminding|ping|pinging|nudge|nudging|bug|bugging|poke|wake|waking|bother|bothering|hear from me|get|receive|be (?:pinged|reminded|notified|woken|nudged)|go off|fire|messages?|sending|send)\b(?! to)`,
      needs: 'asked',
    },
    {
      kind: 'cancelled',
      is: r`\b(?:no more|that's the end of|nothing (?:is |will be |left )?(?:scheduled|set|go(?:es)? off)|no further|you're off the hook)\b`,
      needs: 'asked',
    },

    {
      kind: 'cancelled',
      is: r`{will},? {adv}(?:cancel|delete|remove|pause|stop(?! by)|drop(?! (?:you |them |him |her |everyone )?(?:an?|by|in|another)\b)|clear|scrap|turn off|switch off|call off|take (?:it|that|them) off|get rid of)\b[^.!?]{0,50}?\b(?:{thing}|{soft}|pinging|reminding|sending|nudging|bugging)\b`,
    },
    {
      kind: 'cancelled',
      is: r`{will},? {adv}(?:cancel|delete|remove|pause|stop(?! by)|drop(?! (?:you |them |him |her |everyone )?(?:an?|by|in|another)\b)|clear|scrap|turn off|switch off|call off|take (?:it|that|them) off|get rid of)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: r`{will},? {adv}(?:move|change|push|reschedule|shift|bump|update|postpone|snooze|delay|swap|adjust|make it|set it|switch)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: r`\b(?:i've|i have|i|we've|have|just|has been|have been|is|are|'s|been|was|all|now) (?:\w+ly |now |just |also |already |gone ahead and |been )*{moved}\b[^.!?]{0,60}?\b(?:{thing}|schedules?)\b`,
    },
    {
      kind: 'changed',
      is: r`\b(?:{thing}|schedules?)\b[^.?!]{0,60}?\b(?:is|are|'s|has been|have been|was|now|been)? ?(?:now |already |been )*{moved}\b`,
    },
    {
      kind: 'changed',
      is: r`\b(?:{thing}|it|that|this|[a-z]+)(?: is|'s| will|'ll)? (?:be )?now (?:be )?(?:set |scheduled |due |go(?:es|ing)? off |fires |runs |happens |comes |rings |arrives )?(?:for|at|on|to|fires|runs|goes)\b`,
      needs: 'asked',
    },
    {
      kind: 'changed',
      is: r`(?:^|[.,:;!–—-] )(?:\S+ ){0,6}?(?:(?:is|are|'s|has been|i've|i|it's|now) )*{moved}(?=$|[^\p{L}])`,
      needs: 'asked',
    },
    { kind: 'changed', is: r`\b(?:instead of|rather than|not)\b`, needs: 'asked' },

    {
      kind: 'memory',
      is: r`\b(?:i've|i have|i|it's|that's|is|are|now|just|have|been|got (?:it|that)) (?:\w+ly |now |just |also |already |been |all )*(?:saved|stored|noted|added|logged|recorded|written|committed|filed|put|kept|made (?:a )?note|jotted|memori[sz]ed|tucked|updated|registered|entered|pinned)\b[^.!?]{0,60}?\b{durable}\b`,
    },
    {
      kind: 'memory',
      is: r`(?:^|[.,:;!–—-] )(?:\S+ ){0,3}?(?:saved|stored|noted|added|logged|recorded|committed|filed|memori[sz]ed|jotted down|written down|remembered)\b[^.!?]{0,40}?\b{durable}\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:i've|i have|have) (?:now |just |also |already )*(?:memori[sz]ed|remembered|learned|committed|made a (?:permanent |mental )?note(?! to\b)|updated (?:your|my) (?:profile|notes|memory|preferences|records?|file)|saved (?:that|this|it|your|the)|stored (?:that|this|it|your|the))\b`,
    },
    {
      kind: 'memory',
      is: r`{will},? {adv}(?:remember(?! to\b)|never forget|not forget|have (?:that|it|this) (?:saved|stored|noted)|memori[sz]e|store|save (?:that|this|it|your)|know (?:that )?(?:next time|from now|for next)|keep (?:that|this|it|your \w+) (?:on file|saved|stored|on record|in (?:my )?(?:memory|notes)))\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:i won't forget|won't forget|never forget)\b(?! to (?:remind|ping|tell|nudge|check|wake|ask))`,
    },
    {
      kind: 'memory',
      is: r`\b(?:from now on|going forward|from here on(?: out)?|from today on|henceforth|from this point on|in (?:all )?(?:future|every|our (?:next|future)) (?:chats?|conversations?|sessions?|repl(?:y|ies)|messages?|answers?|recipes?)|next time|every time)\b[^.!?]{0,20}?\b(?:i'll|i will|it'll be|i'm|you'll|we'll|you won't|i won't|always|all|my|every|your|no)\b`,
    },
    {
      kind: 'memory',
      is: r`{will}\b[^.!?;]{2,90}?\b(?:from now on|going forward|from here on(?: out)?|henceforth|from this point on|in (?:all )?(?:future|every|our (?:next|future)) (?:chats?|conversations?|sessions?|repl(?:y|ies)|messages?|answers?|recipes?)|next time|every time|from today)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:that's|it's|is|are|that is|it is)? ?(?:now |safely |all |permanently )*(?:in|on) (?:your|my) (?:notes|profile|memory|file|records?|long[- ]term memory|preferences)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:it's|that's|is|are) (?:now )?(?:stored|saved|remembered|on file|on record|committed to memory|locked in memory)\b`,
    },
    {
      kind: 'memory',
      is: r`\b(?:added|adding|saving|saved|updated) (?:that |this |it |your \w+ )?(?:to |in )?(?:my|your) (?:notes|profile|memory|preferences|records?|file)\b|\b(?:memory|profile|preferences?) (?:has been |is )?(?:updated|saved)\b`,
    },

    {
      kind: 'persona',
      is: r`\bdropp(?:ed|ing) the \w+ (?:act|persona|accent|voice|character|role|mode)\b|\bi'm (?:your |the |a |just )?(?:\w+ ){0,2}\w+ again\b`,
      needs: 'asked',
    },
    {
      kind: 'memory',
      is: r`\bi'll (?:just |also )?(?:make a note of|note|jot|write down|save|store) (?:that|this|it)\b`,
      needs: 'asked',
    },
    {
      kind: 'memory',
      is: r`(?:^|[.,:;!–—-] )(?:\S+ ){0,3}?(?:filed|stored|saved|logged|recorded|jotted|written|committed|memori[sz]ed|remembered|tucked)(?: away| down)?(?=$|[^\p{L}])`,
      needs: 'asked',
    },
    {
      kind: 'memory',
      is: r`[^.!?]{3,60}\b(?:from now on|from here on(?: out)?|going forward|henceforth)[.!]?$`,
    },
    {
      kind: 'persona',
      is: r`\b(?:is|are) (?:back|here|in the house|at your service|on duty|in charge|now in)\b|\b(?:persona|mode|role|act) (?:is )?(?:now )?off\b`,
      needs: 'asked',
    },
    {
      kind: 'persona',
      is: r`\b(?:i'm|i am|you're|you are|we're|it's|channel is|i've) (?:now |officially |currently )*(?:now|switched|changed|talking|speaking|chatting|activated|moved)\b[^.!?]{0,50}?\b{personaword}\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:switched|switching|changed|changing|swapped|swapping|flipped|moved|gone|going|reverted|reset|returned|dropped|dropping)\b[^.!?]{0,20}?\b(?:to|into|back|over)\b[^.!?]{0,40}?\b{personaword}\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:persona|mode|role|character|hat|personality)\b(?: is| has been| now|:| —| -| →)*\s*(?:now )?(?:on|active|activated|enabled|engaged|loaded|set|switched|changed|live|in effect|applied|in place)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:activated|enabled|engaged|loaded|loading|activating|entering|entered|putting on|put on|wearing)\b[^.!?]{0,40}?\b(?:persona|mode|role|character|hat)\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:from (?:now|here|this point|today) on(?: out)?|going forward|henceforth|starting now|as of now)\b[^.!?]{0,12}?\b(?:(?:i'm|i am|i'll be|i will be) (?:your|the|a|an|in)\b|i'll (?:act|answer|speak|talk|respond|reply|write|be|work|operate)(?:ing)? as|you're (?:talking|speaking) (?:to|with))\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:i'm|i am|i'll be|i'll act as|i'll answer as|i'll speak as|i'll respond as|(?:talking|talkin'?|speaking|speakin'?|chatting) (?:to|with))\b[^.!?]{0,60}?\b(?:from (?:now|here|this point) on(?: out)?|going forward|henceforth|until you (?:say|tell|switch))\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:i'm|i am|it's|you're) (?:now )?back (?:to|in|as|being|with)\b[^.!?]{0,30}?\b(?:normal|default|regular|usual|standard|plain|myself|my (?:normal|usual|old|regular|default))\b|\bback to (?:the |being )?(?:me\b|myself|my old self|normal|default|regular|usual|standard|plain|my (?:normal|usual|old|regular|default))\b`,
    },
    {
      kind: 'persona',
      is: r`\b(?:i'm now|i am now|you're now (?:talking|speaking|chatting) (?:to|with)|now (?:acting|speaking|operating|answering|responding) as|switched(?: over)? to|you've got|say hello to|meet)\b|\b(?:i'm|i am) (?:the|your|an?) (?:\S+ ){1,3}now\b`,
      needs: 'asked',
    },
  ],
  not: {
    offer: [
      r`\bif (?:you'd|you would|you) (?:like|want|prefer|wish|need|fancy|care|tell|say|give|send|share|let|ask|change|decide|ever|still|do want|paste|ping|reply|confirm|agree|choose|pick|remind|mention|have|set|are|can|could|ok|okay|upload|drop|write)`,
      r`\bif (?:that|it|this)(?:(?:'s| is| would be|'d be) (?:ok|okay|fine|easier|better|best|helpful|useful|convenient|alright|all right|what you|good|cool|more)| sounds| works| helps| suits)`,
      r`\bif (?:so|yes|needed|desired|useful|helpful|wanted)\b`,
      r`\b(?:want me to|would you like|shall i|should i|do you want|need me to|like me to|just (?:say|ask|tell|let|ping|reply|shout|give|type|send|write|drop|paste)|say the word|give me the (?:word|go)|say (?:yes|"|when|so|go)|reply (?:with )?(?:yes|ok|"|\d)|say so)\b`,
      r`\b(?:tell|send|give|share|paste|drop|show|forward|upload|email|dm|ask|let) (?:me|us)\b[^.!?;]{0,90}?(?:\band|\bthen|,|—|–) (?:then )?(?:i'll|i will|we'll|i can|we will)`,
      r`(?:^|[,;:–—-] )(?:please |just |so |ok,? |sure,? |then )*(?:paste|send|tell|give|share|drop|reply|say|type|upload|let me know|ask|call|write|come back|pick|choose|click|mention|tag|shout|react|confirm|answer|add|fill|connect|turn on|enable|invite|set|forward|run|hit|press|finish|ping|dm|@)\b[^!?;]{0,120}?(?:\band|\bthen|,|—|–|-) (?:then )?(?:i'll|i will|we'll|i can)`,
      r`\b(?:when|once|as soon as|after|whenever|the moment|every time|each time) (?!you(?:'re| are|'ve| have)? (?:back|away|home|out|gone|land|landed|arrive|arrived|wake|woken|get (?:home|up|back|in|to)))(?:you|you've|you're|you'd|we've|i (?:know|have your|hear your|get your)|that's (?:clear|decided))\b`,
      r`\b(?:whenever|anytime|any time) you\b`,
      r`\buntil you (?:say|tell|ask|confirm|reply|decide|send|give)\b`,
      r`\bunless and until you\b`,
      r`\b(?:happy|glad|available|ready) to\b[^.!?]{0,60}?\b(?:if|when|once|whenever)\b`,
      r`\b(?:i|we) (?:can|could|might|may) (?:also |always |easily |gladly |happily |certainly )?(?:remind|ping|set|nudge|check|schedule|send|create|message|follow|add|do|save|remember|keep|switch)`,
      r`\b(?:up to you|your call|the choice is yours|your choice)\b`,
      r`\bwith your (?:ok|okay|permission|approval)\b`,
      r`\b(?:need|waiting for|pending) your\b`,
    ],
    refusal: [
      r`\b(?:i|we|i'm|we're|it|this bot|there)(?: actually| really| still| sadly| unfortunately| currently| just| also|'s| is| am| are)* (?:can't|cannot|can not|won't be able|unable|not able|don't|do not|haven't|have not|hasn't|has not|didn't|did not|couldn't|wouldn't|won't|will not|never|lack|no (?:way|reminders?|alarms?|timers?|schedule)|not)\b`,
      r`\b(?:can't|cannot|can not|unable to|won't be able to)\b`,
      r`\bnothing (?:will|is going to|'ll|else)\b|\bnothing (?:is|has been|was|gets|will be|got) (?:set|scheduled|saved|stored|created|sent)\b`,
      r`\b(?:no|zero) (?:\w+ )?(?:{thing}|schedules?)\b`,
      r`\b(?:isn't|aren't|wasn't|weren't|not|yet to be|needs? to be|never|hasn't been|haven't been|couldn't be|can't be|to be) (?:yet |actually |been |currently )*{standing}(?=$|[^\p{L}])`,
    ],
    unreal: [
      r`\b(?:would|could|might|i'd|you'd|we'd|he'd|she'd|it'd|were to|if i had|if i could|if only|wish i|should have|hypothetically|imagine|suppose|in theory|normally|ideally|pretend)\b`,
    ],
    past: [
      r`\b(?:yesterday|last (?:week|month|year|night|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|ago|earlier (?:today|this|you|i)|back (?:then|in (?:the day|20\d\d))|previously|the other day|before you|went (?:off|out)|fired|was (?:delivered|sent|triggered)|already (?:went|fired|rang|sent|reminded|pinged|told)|reminded|pinged|told you|i (?:posted|sent|told|asked|nudged|messaged|mentioned|wrote|gave)|used to|had been)\b`,
    ],
    fact: [
      r`\b(?:remind|reminding) (?:you|everyone|us|folks|the team|all) (?:again |once more |briefly |gently |quickly )?(?:that|of|how|why|what|it's|it is|the|you|there)\b`,
      r`\b(?:let|lemme|allow) (?:me )?(?:to )?(?:just |quickly |gently )?remind\b`,
      r`\b(?:friendly|gentle|quick|small|kind|little) reminder\b`,
      r`\b(?:just |as )a reminder\b`,
      r`(?:^|[.!?:] )(?:⏰ ?)?reminder\b ?:`,
      r`\bdon't forget\b`,
      r`\bkeep (?:that |this |it )?in mind\b`,
      r`\bremind (?:you )?(?:of|me of|people of)\b`,
    ],
    here: [
      r`\b(?:below(?! [$€£\d])|above(?! [$€£\d])|at the (?:end|bottom|top) of (?:this|the|my)|in this (?:message|reply|answer|response|post|note)|step by step|one by one|right (?:now|away|here)(?! (?:at|on|in this))|in a (?:moment|sec|second|bit|minute|tick)|in (?:detail|full|turn|order|short|brief)|first[, ]|now(?= with)|as follows|with (?:a|an|two|three|four|five|some|the|more|\d) (?:\w+ ){0,2}(?:example|option|snippet|sample|idea|table|list|question|draft|version|summary)s?)\b`,
    ],
    brief: [
      r`\bfor (?:this|the rest of this|our current) (?:reply|message|answer|thread|chat|conversation|session|question|one|response|turn)\b|\bin this (?:thread|chat|conversation|session)(?: only)?\b|\b(?:just )?this once\b|\bfor (?:now|today|the moment)\b|\bwhile we(?:'re| are)\b|\bduring this\b`,
    ],
    others: [
      r`\b(?:slack(?:bot)?|google|outlook|gmail|apple|siri|alexa|discord|todoist|trello|jira|asana|github|teams|notion|cortana|your (?:phone|calendar|bank|watch|doctor|dentist|app|airline|landlord|boss|manager|email|fitbit|garmin|inbox|provider|insurer|school|clinic|courier)|the (?:app|bank|courier|site|website|service|server|airline|clinic|office|company|store|shop|seller|platform|bot|tool|software|plugin|script|scheduler|workflow|pharmacy|library|school|court|vendor|client|landlord|council|post office)|by (?:e-?mail|sms|text|post|mail|letter)|dhl|ups|fedex|amazon|usps|netflix|spotify|stripe|paypal)\b`,
    ],
    reported: [
      r`(?<!\bi )(?<!\byou )(?<!\byou've )(?<!\bi've )(?<!\bi just )(?<!\bas )\b(?:said|says|wrote|writes|promised|promises|told|mentioned|replied|according to|quoted|claims?|claimed|answered|posted|announced|means?|meant|for example|e\.g\.)\b`,
    ],
  },
  silence: [
    r`\bunless\b`,
    r`\bif (?:i|we) (?:don't|do not|haven't|have not) (?:hear|heard|get|see|seen)`,
    r`\bif (?:there's|there is|you|nobody|no one|nothing)(?: is| has|'s)? (?:don't|do not|haven't|have not|no (?:answer|reply|response|word)|not|silent|replied|quiet)`,
    r`\b(?:no need|don't have) to (?:ask|reply|do)`,
  ],
  but: r`\b(?:but|however|though|instead|still)\b`,
  event: r`\b(?:when|once|as soon as|the (?:moment|second|minute|instant)|if|after|until|unless|in case|should|whenever|every time|each time|anything|any (?:change|news|update)|before|right before|ahead of|the (?:day|night|morning|evening|hour|week) before|(?:later|afterwards|again|soon|shortly|in time|on time|by then|then)(?=$|[^\p{L}])|on the day|on time|ahead|beforehand|by (?:noon|eod|then))\b`,
  retract: [
    r`\b(?:scratch that|correction|strike that|let me correct|i take that back|actually,? (?:no|i can't|i cannot|i don't|that)|sorry,? (?:no|i can't|i don't|scratch)|my mistake|i misspoke|disregard (?:that|the above)|forget (?:that|what i said))\b`,
    r`\b(?:i|we)(?: actually)? (?:have no|don't (?:actually )?have (?:a|any)|lack (?:a|any)) (?:\w+ )?(?:scheduler|way to|timer|alarm|ability|memory|reminders?)`,
    r`\bnothing (?:would|will|is|has been|was|gets) (?:actually |really )?(?:be )?(?:sent|set|scheduled|stored|saved|created)\b`,
    r`\b(?:i haven't|i have not|it hasn't been|not) (?:actually )?(?:run|set|executed|created|scheduled|saved) (?:it|that|anything|yet)`,
  ],
  done: [
    r`(?:all |that's |it's |is |are |and |consider it |consider that |now |ok(?:ay)?,? |great,? |sure,? |yep,? |yes,? |alright,? |boom,? |perfect,? )*(?:done(?: and done| deal)?|set(?! (?:a|an|the|your|up|it|aside|in)\b)|all set|sorted|scheduled|booked|locked in|created|added|saved|confirmed|handled|taken care of|updated|changed|moved|fixed|dropped|cancell?ed|deleted|removed|cleared|gone|stored|remembered|arranged|queued(?: up)?|finished|complete(?:d)?|good to go|in place|ready|switched|activated|active|wiped|paused|snoozed|on it|on my (?:list|calendar|radar)|noted and (?:set|saved|scheduled)|logged)`,
    r`(?:yes,? |sure,? |ok(?:ay)?,? |absolutely,? )*(?:will do|you got it|you bet|can do|consider it done|i'm on it|i'm on the case|leave it (?:with|to) me|i've got (?:you|it|this)(?: covered)?|i'll (?:do that|handle it|take care of it|be there|make it happen|be on it|get (?:it|that) done|see to it|remember)|count on (?:it|me)|as you wish|aye aye.*|roger(?: that)?|10-4|your wish is my command|mission accepted|it's (?:a date|happening|a deal|taken care of)|everything(?:'s| is) (?:set|in place|taken care of)|that's (?:taken care of|all (?:set|done))|all (?:done|finished|good to go|taken care of)|finished|wilco|no problem,? (?:done|will do|all set)|same deal|same again|deal|you're (?:all )?set|you are all set|we're set|ready to (?:go|roll)|got you covered)`,
  ],
  okay: [
    r`(?:sure(?: thing)?|of course|ok(?:ay)?(?: lah)?|got it|no problem|no worries|absolutely|certainly|alright|right|perfect|great|yes|yep|yup|yeah|fine|very well|sounds good|understood|copy(?: that)?|noted|cool|with pleasure|gladly|my pleasure|happy to(?: help)?|righto|right you are|good call|np|kk?|anytime|definitely|for sure|easy|gotcha|love it|consider)`,
  ],
  wants: {
    reminder: [
      r`(?<!\/)\b(?:remind|reming|remnd) (?:me|us|him|her|them|everyone|the|[a-z]+)\b`,
      r`\b(?:ping|nudge|poke|prod|wake|buzz|alert|notify|warn|page|nag|bug|shout(?: at)?|holler at) (?:me|us|him|her|them|everyone|the team|[a-z]+)\b`,
      r`\b(?:give|send|call|get|tell|text|message|dm|ask) (?:me|us|him|her|them|everyone|the team|[a-z]+)\b[^?]{0,60}?(?:\bat (?:\d|noon|midnight|lunch)|\bin (?:\d|an?|half|the morning)|\bwhen\b|\bevery\b|\beach\b|\btomorrow\b|\btonight\b|\bon (?:mon|tue|wed|thu|fri|sat|sun|the \d)|\bup\b|\bif\b|\b\d{1,2}(?::\d\d| ?am\b| ?pm\b)|\b\d+ ?(?:minutes?|mins?|hours?|hrs?)\b)`,
      r`(?<!\bi )(?<!\bi've )(?<!\balready )\b(?:set|add|create|make|schedule|put|need|want|book|start|do|another|have)\b[^.?!]{0,40}?\b(?:reminder|alarm|alert|timer|nudge|ping|notification|wake[- ]?up|check[- ]?in|calendar|schedule|standup)s?\b`,
      r`\b(?:reminder|alarm|alert|timer|nudge|ping)s? (?:for|at|to|about|every|on|in|please|pls|tomorrow|\d)`,
      r`\bdon'?t let me (?:forget|miss|sleep)`,
      r`\bmake sure (?:i|we|that i)\b`,
      r`\b(?:every|each) (?:day|morning|evening|night|week|month|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|hour|\d+)\b`,
      r`\bhold me to\b`,
      r`\bsame (?:again|deal|thing|for|time)\b`,
      r`\b(?:reminder|wake-?up call|check-?in)s?\b`,
      r`\bi (?:want|need|would like|'d like) to be (?:reminded|pinged|told|woken|notified)`,
    ],
    follow_up: [
      r`\b(?:check (?:in|back|on|up|with me|again|whether|if)|follow up|ask me|keep (?:an eye|me posted|watching|tabs|track)|watch|monitor|let (?:me|us) know (?:when|if|as soon|once)|tell (?:me|us) (?:when|if|as soon|once)|update me|report back|get back to me|circle back|look into)\b`,
    ],
    cancelled: [
      r`\b(?:cancel|delete|remove|drop|clear|stop|kill|scrap|turn off|switch off|unsubscribe|opt out|rid of|never ?mind|forget (?:about )?(?:the|that|my|it)|get rid of|disable|unschedule|no more|don't (?:remind|ping|need)|call off|wipe|ditch|erase|undo|quit|lose|bin|scratch|shut off|end the|take (?:it |that |the .{1,20} )?off|dont (?:remind|ping|need)|silence|pause|unset|no need (?:for|to))\b`,
    ],
    changed: [
      r`\b(?:move|change|make (?:it|that|this|the .{1,25}?)|push|reschedule|shift|postpone|bump|snooze|delay|switch .{1,30} to|actually|instead|i meant|meant|not (?:at )?\d|rather|earlier|(?:minutes?|mins?|hours?|days?|weeks?|bit|little) later|later (?:please|instead|today)|bring forward|swap|update|edit|correct|adjust|wrong (?:time|day)|should be|set it (?:to|for)|put (?:it|that) (?:back|off)|half an hour (?:later|earlier)|(?:an|one) hour (?:later|earlier)|rename|fix)\b`,
    ],
    memory: [
      r`\b(?:remember|save|store|keep (?:that|this|it)|note|memori[sz]e|keep in mind|don'?t forget (?:that|i|my)|write (?:that|this|it) down|for (?:next time|future|the record)|make a note|log|fyi|btw|jot|commit|always|never|from now on|going forward)\b`,
    ],
    persona: [
      r`\b(?:persona|mode|role|act (?:as|like)|be (?:my|a|an|the|more)|switch (?:to|back|into)|pretend|become|(?:talk|speak|answer|reply|respond|write) (?:(?:to )?(?:me|us) )?(?:like|as)|(?:talk|speak|chat) (?:to|with) (?:the|our|your)|play|character|back to (?:normal|default|yourself|the)|change (?:to|into)|turn into|put on|go (?:back|into)|i (?:want|need) (?:the|a|my|you)|use the|bring (?:in|back|on)|get me the|hat|stop (?:being|acting|talking|playing)|activate|load|default)\b`,
    ],
  },
  asks: {
    text: [
      r`\b(?:translate|rewrite|rephrase|reword|proofread|paraphrase|transcribe|transcript|how (?:do|would) (?:i|you) say|in (?:spanish|french|german|italian|english|portuguese|dutch|japanese|chinese|hindi|arabic|russian)\b)`,
      r`\b(?:write|draft|compose|word|come up with|craft|polish|shorten|reply to|help me (?:with|write|word|answer)|type up)\b[^.?!]{0,60}?\b(?:e-?mails?|messages?|texts?|repl(?:y|ies)|responses?|notes?|letters?|posts?|tweets?|captions?|copy|poems?|haikus?|limericks?|stor(?:y|ies)|jokes?|songs?|lyrics|scripts?|dialog(?:ue)?s?|scenes?|slogans?|bios?|announcements?|templates?|drafts?|paragraphs?|commit|changelog|docs?|readme|banners?|auto-?repl(?:y|ies)|out of office|ooo|voicemail|greeting|invit(?:e|ation)s?|speech|toast|sms|dm|snippets?|functions?|code|regex|test|examples?|wording|taglines?|headlines?|blurbs?|statement|policy|faq|memo|to|back)\b`,
      r`\b(?:create|make|give|gimme|need|prepare|suggest|want|share|generate|show)\b[^.?!]{0,40}?\b(?:poems?|haikus?|limericks?|stor(?:y|ies)|jokes?|songs?|lyrics|scripts?|dialog(?:ue)?s?|scenes?|slogans?|bios?|templates?|drafts?|captions?|tweets?|speech|toast|snippets?|functions?|examples?|letters?|commit|changelog|samples?|auto-?repl(?:y|ies)|taglines?|headlines?|blurbs?)\b`,
      r`\b(?:create|make|give me|gimme|need|prepare|suggest)\b[^.?!]{0,24}?\b(?:e-?mail|reply|announcement|message|post|text|response)\b (?:to|for|that|saying|about|asking|telling)\b`,
      r`\b(?:commit (?:msg|message)|out[- ]of[- ]office|auto-?reply|voicemail greeting|haiku|limerick|poem|short story|sample dialogue|example of|pr description|release notes?|push notification|notification text|error message|test data|role-?play)\b`,
      r`\bwhat (?:should|do|can|could) i (?:write|say|reply|answer|tell|text|send)\b`,
      r`\b(?:tell|write|make up) (?:me |us )?(?:a|another) (?:\w+ ){0,4}(?:story|joke|tale|poem|haiku|fable)\b`,
      r`\b(?:read (?:me )?back|quote|paste back|repeat) (?:what|that|my)\b`,
      r`\bshow me (?:what|how|an example)\b`,
    ],
    tome: [
      r`\b(?:write|send|message|text|tell|give|drop|post|ping|poke|need) (?:to )?(?:me|us|here|it here|a)\b|\b(?:in|to) (?:this|the|our) (?:channel|room|group|thread)\b|\b(?:in )?#\w+`,
    ],
    explain: [
      r`\bhow (?:does|do|did|would|can|could|should) (?:\S+ ){1,6}(?:work|function|fire|happen|get (?:sent|delivered|stored)|know|set|use|make|create|schedule|enable|turn)\b`,
      r`\bhow (?:does|do) (?:\/\w+|❝❞|reminders?|it|they|slack|discord|the \w+)\b(?! go)`,
      r`\bwhat(?:'s| is|s|'re| are)? (?:a|an|the (?:difference|meaning|point|purpose|use)|does|do) (?:\S+ ){0,6}?(?:mean|means|for|between|of|do\b|work)\b`,
      r`\bwhat(?:'s| is|s)? (?:a|an) \S+`,
      r`\bwhat does\b`,
      r`^(?:so |and |ok,? )*can i (?!get|have|ask|count|(?:talk|speak|chat) (?:to|with))`,
      r`\bexplain\b`,
      r`\bdifference between\b`,
      r`\bwhat (?:will|would|happens?|do|does)\b[^.]{0,40}\b(?:if|when)\b`,
      r`\bwhat would you need\b`,
      r`\bwhats? (?:[A-Za-z]+ ){1,3}vs\b`,
      r`\bwhat are (?:the|some|your)\b`,
    ],
    recall: [
      r`^(?:so |and |but |wait,? |ok,? )*(?:was|were|did|has|have|is|are|does|who|what|when|why|where|which|how)\b[^.!]*\?$`,
      r`\b(?:what|when|why|who|where|how (?:many|often)) (?:did|was|were|have|has|had)\b`,
      r`\bwhat'?s? (?:happened|been|new)\b`,
      r`\b(?:summari[sz]e|summary|recap|tl;?dr|catch me up|sum up|(?:meeting )minutes|digest of|bring me up to speed|what did i miss)\b`,
      r`\bdid (?:you|i|we|he|she|they|it|anyone|anybody|\w+)\b[^?]{0,60}\b(?:remind|send|go|say|tell|promise|ask|mention|reply|ping|forget)\b`,
      r`\bwho (?:are|is|am|does|do|will|was|said|promised)\b`,
    ],
  },
  all: r`\b(?:all|every|everything|each|any(?! (?:more|longer)\b)|both|whole|entire|none|clean slate|nothing)\b`,
  persona: {
    normal: r`\b(?:default|normal|regular|usual|standard|plain|myself|ordinary|original|old self)\b`,
  },
  and: r`,|and|&|,? and(?: also)?(?: again)?(?: at| on)?|or|plus|then|as well as`,
  again: r`again|once more|another|too|as well|also|one more`,
  aside: r`(?:instead of|rather than|not|before|until|till|from|for (?:the|your|my|a|her|his|their|our)|of the|your|the|my|than|to catch the|catch the|after|by the|opens at|closes at|starts at|start at|begins at|leaves at|is at|was at|are at|meeting at|meets at|moved from|was)`,
}; // prettier-ignore
