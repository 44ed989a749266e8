// What the demo model says, in the voice of the persona it was told to be. It repeats what the tools answered, and never
// claims more: a result that does not read like a success is passed on as it is.
import type { Intent } from './understand.ts';
import type { Made, Situation } from './words.ts';

const ABILITIES =
  '"remind me in 5 seconds to stretch", "what reminders do I have", "snooze that an hour", "cancel r1", "remember that I like tea", "what do you know about tea", "add call Ann to the list", "use the meeting notes skill" or "switch to the CFO"';

/** The answer to words that need no tool. */
export function answerTo(intent: Exclude<Intent, { type: 'call' | 'find' }>, situation: Situation): string {
  if (intent.type === 'unclear')
    return voiced(
      situation.persona,
      `I am only the demo model, so I understand a handful of sentences. Try ${ABILITIES}. With a real model (OPENAI_BASE_URL and MODEL) I can talk about anything.`,
    );
  switch (intent.what) {
    case 'greeting':
      return voiced(
        situation.persona,
        'Hello! I am Peacrab, on its offline demo model. Ask me "what can you do" to see what to try.',
      );
    case 'help':
      return voiced(
        situation.persona,
        `I keep reminders, remember notes and change personas in the middle of a conversation. Try ${ABILITIES}. I am the demo model, so please keep to such sentences.`,
      );
    case 'who':
      return voiced(
        situation.persona,
        `I am Peacrab, speaking as ${situation.persona}, on its offline demo model.`,
      );
    case 'time':
      return voiced(
        situation.persona,
        situation.time ? `It is ${situation.time}.` : 'Nobody told me what time it is.',
      );
    case 'thanks':
      return voiced(situation.persona, 'You are welcome.');
    case 'bye':
      return voiced(situation.persona, 'Goodbye!');
    case 'when':
      return voiced(
        situation.persona,
        'When should I remind you? Say it in one sentence, such as "remind me tomorrow at 9 to call Ann".',
      );
    case 'fine':
      return voiced(situation.persona, 'Fine, thank you. For a demo model, very well even.');
  }
}

/** The answer once tools have run. */
export function answerAfter(made: readonly Made[], situation: Situation): string {
  const last = made.filter((call, at) => call.name !== 'list_reminders' || at === made.length - 1);
  const sentences = [...new Set(last.map(sentence))];
  return voiced(situation.persona, sentences.join('\n'));
}

function sentence(call: Made): string {
  const result = call.result.replace(/\n?\(This was the last step[^)]*\)\s*$/, '').trim();
  switch (call.name) {
    case 'set_reminder':
      return setSentence(call, result);
    case 'change_reminder':
      return /^(?:Done|Stored|Changed)\b/.test(result)
        ? `That reminder is changed: ${after(result)}`
        : failed(result);
    case 'list_reminders':
      return /^No\b/.test(result) ? 'You have no reminders here.' : `These are your reminders:\n${result}`;
    case 'remember':
      return /^(?:Noted|Already|Stored|Saved|Remembered)\b/.test(result)
        ? `I have noted that: ${after(result)}`
        : failed(result);
    case 'recall':
      return /^(?:Nothing|No\b)/.test(result)
        ? 'I have found nothing about that.'
        : `This is what I have found:\n${result}`;
    case 'switch_persona':
      return switchSentence(result);
    case 'use_skill':
      return /^Skill\b/.test(result)
        ? `I have read how that is done. With a real model I would follow it now:\n${after(result).trim()}`
        : failed(result);
    case 'update_tasks':
      return /^Nothing was changed/.test(result) ? failed(result) : result;
    default:
      return result;
  }
}

function setSentence(call: Made, result: string): string {
  if (/time zone is not known/i.test(result))
    return 'I have stored that reminder. Please pick your time zone below, so that I know when it is due.';
  if (/^It stands already/.test(result)) return result;
  return /^(?:Stored|Done|Set)\b/.test(result)
    ? `The reminder is set: ${String(call.args.text ?? '')}.`
    : failed(result);
}

function switchSentence(result: string): string {
  const title = /^You are now ([^.\n]+)/.exec(result)?.[1];
  return title === undefined ? failed(result) : `I now speak as ${title}. What do you need?`;
}

const after = (result: string): string => result.replace(/^[^:]*:\s*/, '');
const failed = (result: string): string => `That did not work. ${result}`;

const VOICES: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/cfo|financ/i, (text) => `Bottom line: ${lower(text)}`],
  [/consult|strateg/i, (text) => `In short: ${lower(text)}`],
  [/engineer|develop/i, (text) => `Status: ${lower(text)}`],
  [/teach|tutor/i, (text) => `Good question to practise with. ${text}`],
];

function voiced(persona: string, text: string): string {
  const voice = VOICES.find(([pattern]) => pattern.test(persona))?.[1];
  return voice === undefined ? text : voice(text);
}

const lower = (text: string): string =>
  /^(?:I\b|Peacrab)/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
