// What a line of the person's words asks for, by plain rules. Times are never worked out here: the person's own words
// are passed on, because that is what the tools take.

export type Intent =
  | { readonly type: 'call'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  /** A change of a reminder that is named by its subject: it has to be looked up first. */
  | { readonly type: 'find'; readonly subject: string; readonly action: string; readonly when: string }
  | {
      readonly type: 'say';
      readonly what: 'greeting' | 'help' | 'thanks' | 'bye' | 'who' | 'time' | 'fine' | 'when';
    }
  | { readonly type: 'unclear' };

const call = (name: string, args: Record<string, string> = {}): Intent => ({ type: 'call', name, args });

/** The intent of one line. */
export function understand(line: string): Intent {
  const words = line
    .replace(/[’‘]/g, "'")
    .replace(/^(?:<@[^>]+>|@\S+)[,:]?\s*/, '')
    .trim();
  const plain = words.replace(
    /^(?:(?:ok|okay|please|hey|hi|and|so|also|well)[,!]?\s+|(?:can|could|would|will) you\s+(?:please\s+)?)+/i,
    '',
  );
  return (
    reminder(plain) ??
    change(plain) ??
    list(plain) ??
    persona(plain) ??
    recall(plain) ??
    remember(plain) ??
    skill(plain) ??
    tasks(plain) ??
    talk(words) ?? {
      type: 'unclear',
    }
  );
}

const DAYS = '(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun';
const UNITS = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)';
const COUNT = '(?:\\d+(?:\\.\\d+)?|an?|half an?|one|two|three|four|five|ten|a few|a couple of)';
const CLOCK = "(?:\\d{1,2}(?::\\d{2})?\\s*(?:am|pm|o'clock|h)?|noon|midnight)";
/** One piece of a time as people say it. */
const PIECE = [
  `in ${COUNT}\\s*${UNITS}(?: and ${COUNT}\\s*${UNITS})?(?: from now)?`,
  `(?:every|each)\\s+(?:other\\s+|\\d+\\s+)?(?:weekday|weekend|day|morning|evening|night|week|month|year|hour|minute|second|${UNITS}|${DAYS})s?(?:(?:,| and|, and)\\s*(?:${DAYS})s?)*`,
  '(?:the )?day after tomorrow|tomorrow|today|tonight|daily|weekly|monthly|yearly|(?:this|next) (?:week|month|year|morning|afternoon|evening|weekend)',
  '(?:in the )?(?:morning|afternoon|evening)|at night',
  `(?:on|next|this|coming|by|until|till)?\\s*(?:${DAYS})\\b`,
  '(?:on\\s+)?\\d{4}-\\d{2}-\\d{2}|(?:on\\s+)?\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?',
  '(?:on\\s+)?(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:\\s+\\d{4})?',
  '(?:on\\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?',
  '(?:on\\s+)?the\\s+\\d{1,2}(?:st|nd|rd|th)',
  `at\\s+${CLOCK}`,
  "\\d{1,2}:\\d{2}\\s*(?:am|pm)?|\\d{1,2}\\s*(?:am|pm|o'clock)",
].join('|');
const TIME = `(?:(?:${PIECE})(?:\\s*,?\\s+(?=\\S)|(?=$|[,.!?])))+`;
const LEADING = new RegExp(`^(?:for\\s+)?(${TIME}(?:\\d{1,2}(?::\\d{2})?(?=\\s|$))?)\\s*`, 'i');
const TRAILING = new RegExp(`\\s+(?:for\\s+)?(${TIME}(?:\\d{1,2}(?::\\d{2})?)?)[.!?]*$`, 'i');

function reminder(words: string): Intent | undefined {
  const before = /^(.*?\S)[,]?\s+remind me\b\s*(?:to|that|about|of)?\s*(.+)$/i.exec(words);
  if (before !== null && LEADING.exec(before[1] ?? '')?.[0].trim() === before[1])
    return set(before[1] ?? '', before[2] ?? '');
  const match =
    /^(?:i (?:need|want) you to |don't forget to )?(?:remind me|set (?:me )?(?:a |an )?(?:reminder|alarm|timer)|(?:add|create|make) a reminder)\b[:,]?\s*(.*)$/i.exec(
      words,
    );
  if (match === null) return undefined;
  const rest = (match[1] ?? '').trim();
  const lead = LEADING.exec(rest);
  if (lead !== null) return set(lead[1] ?? '', rest.slice(lead[0].length));
  const trail = TRAILING.exec(rest);
  if (trail !== null) return set(trail[1] ?? '', rest.slice(0, trail.index));
  const parts = /^(.+?)\s+(?:to|that|about)\s+(.+)$/i.exec(rest);
  if (parts !== null && !/^(?:to|that|about)\b/i.test(rest)) return set(parts[1] ?? '', parts[2] ?? '');
  return { type: 'say', what: 'when' };
}

function set(when: string, rest: string): Intent {
  const text = rest
    .trim()
    .replace(/^(?:to|that|about|of|for|:|-)\s+/i, '')
    .replace(/[.!?]+$/, '')
    .trim();
  const time = when.trim().replace(/[,.!?]+$/, '');
  return call('set_reminder', {
    text: text === '' ? 'your reminder' : text,
    when: time === '' ? 'not said' : time,
  });
}

const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:cancel|delete|remove|drop|stop)\b/i, 'cancel'],
  [/^(?:snooze|postpone|delay)\b/i, 'snooze'],
  [/^(?:move|reschedule|shift|change)\b/i, 'move'],
  [/^(?:pause|suspend)\b/i, 'pause'],
  [/^(?:resume|continue|unpause)\b/i, 'resume'],
];

function change(words: string): Intent | undefined {
  const action = ACTIONS.find(([pattern]) => pattern.test(words))?.[1];
  if (action === undefined) return undefined;
  const rest = words.replace(/^\w+\s*/, '').replace(/[.!]+$/, '');
  const handle = /^(?:the\s+|my\s+)?(?:reminder\s+)?#?(r\d+)\b\s*(.*)$/i.exec(rest);
  if (handle !== null) return changed(handle[1]?.toLowerCase() ?? '', action, handle[2] ?? '');
  const that = /^(?:that|this|it|the last(?: one| reminder)?)(?:\s+(?:one|reminder))?\b\s*(.*)$/i.exec(rest);
  if (that !== null) return changed('that', action, that[1] ?? '');
  const subject =
    /^(?:my|the)\s+(.+?)\s+reminder\b\s*(.*)$/i.exec(rest) ??
    /^(?:my|the)\s+reminder\s+(?:to|about|for)\s+(.+?)(?:\s+(?:to|until|by|for)\s+(.+))?$/i.exec(rest);
  if (subject === null) return undefined;
  return { type: 'find', subject: subject[1] ?? '', action, when: timeOf(subject[2] ?? '') };
}

function changed(reminder: string, action: string, rest: string): Intent {
  const when = timeOf(rest);
  return call('change_reminder', { reminder, action, ...(when === '' ? {} : { when }) });
}

const timeOf = (rest: string): string => rest.trim().replace(/^(?:to|until|till|by|for)\s+/i, '');

function list(words: string): Intent | undefined {
  const asks =
    /\b(?:what|which|list|show|any|my|tell me)\b.*\breminders?\b|\bwhat(?:'s| is)\s+(?:coming up|due|scheduled|planned)\b|^reminders?\??$/i;
  return asks.test(words) ? call('list_reminders') : undefined;
}

function persona(words: string): Intent | undefined {
  const match =
    /\b(?:switch|change|go)\s+(?:over\s+|back\s+)?(?:to|into)\s+(?:being\s+)?(?:the\s+|a\s+|an\s+|your\s+)?(.+?)(?:\s+(?:persona|mode|role|voice))?[.!?]*$/i.exec(
      words,
    ) ??
    /^(?:be|become|act as|speak as|talk (?:to me )?(?:as|like)|you are now)\s+(?:the\s+|a\s+|an\s+|my\s+)?(.+?)(?:\s+(?:persona|mode|now))?[.!?]*$/i.exec(
      words,
    ) ??
    /^i (?:want|need|would like) (?:to (?:talk|speak) (?:to|with) )?the\s+(.+?)[.!?]*$/i.exec(words);
  return match === null ? undefined : call('switch_persona', { persona: (match[1] ?? '').trim() });
}

function recall(words: string): Intent | undefined {
  const match =
    /^what (?:do you|have you|did you) (?:know|remember|note|noted|got|have|store|stored)\s*(?:down)?\s*(?:about|of|on|from|for)?\s*(.*?)[?.!]*$/i.exec(
      words,
    ) ??
    /^what (?:did|have) (?:i|we) (?:tell|told|say|said|ask|asked|write|written|note|noted|talk|talked|discuss|discussed|decide|decided)(?:\s+(?:you|to you))?\s*(?:about|on)?\s*(.*?)[?.!]*$/i.exec(
      words,
    ) ??
    /^(?:do you (?:remember|recall|know)|recall|look up|find (?:my )?notes?(?: about| on)?|search (?:my )?(?:notes|memory)(?: for)?)\s+(.+?)[?.!]*$/i.exec(
      words,
    );
  if (match === null) return undefined;
  return call('recall', { query: (match[1] ?? '').trim() || 'today' });
}

function remember(words: string): Intent | undefined {
  const match =
    /^(?:remember|note|note down|write down|keep in mind|make a note|don't forget|memori[sz]e)(?:\s+(?:that|this|of))?[:,]?\s+(.+)$/i.exec(
      words,
    );
  return match === null ? undefined : call('remember', { text: (match[1] ?? '').trim() });
}

function skill(words: string): Intent | undefined {
  const match = /^(?:use|start|run|load)\s+(?:the\s+|your\s+)?(.+?)\s+skill\b/i.exec(words);
  return match === null ? undefined : call('use_skill', { skill: (match[1] ?? '').trim() });
}

function tasks(words: string): Intent | undefined {
  const added = /^(?:add|put)\s+(.+?)\s+(?:to|on)\s+(?:the|my|our|your)\s+(?:task\s+)?list\b/i.exec(words);
  if (added !== null) return call('update_tasks', { add: added[1] ?? '' });
  const state = /^(begin|finish|drop)\s+task\s+(\d+)\b/i.exec(words);
  if (state !== null)
    return call('update_tasks', { [TASK_STATES[state[1]?.toLowerCase() ?? ''] ?? 'doing']: state[2] ?? '' });
  return /^(?:what(?:'s| is) on|show)\s+(?:the|my|our|your)\s+(?:task\s+)?list\b/i.test(words)
    ? call('update_tasks')
    : undefined;
}

const TASK_STATES: Readonly<Record<string, string>> = { begin: 'doing', finish: 'done', drop: 'drop' };

function talk(words: string): Intent | undefined {
  if (/\b(?:help|what can you do|what do you do|how do you work|features)\b/i.test(words))
    return { type: 'say', what: 'help' };
  if (/\bwho are you\b|\bwhat are you\b|\byour name\b/i.test(words)) return { type: 'say', what: 'who' };
  if (/\bwhat(?:'s| is)?\s+(?:the\s+)?(?:time|date|day)\b/i.test(words)) return { type: 'say', what: 'time' };
  if (/\bhow are you\b|\bhow(?:'s| is) it going\b/i.test(words)) return { type: 'say', what: 'fine' };
  if (/^(?:thanks|thank you|thx|cheers|great|perfect|nice|cool)\b/i.test(words))
    return { type: 'say', what: 'thanks' };
  if (/^(?:bye|goodbye|see you|good night)\b/i.test(words)) return { type: 'say', what: 'bye' };
  if (
    /^(?:hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening)|moin|hallo|servus|greetings)\b/i.test(
      words,
    )
  )
    return { type: 'say', what: 'greeting' };
  return undefined;
}
