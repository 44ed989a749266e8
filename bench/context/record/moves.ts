// What can happen in a turn without large results: talk, a fact told, a fact asked for, reminders, notes, a new persona.
import { join } from 'node:path';
import { loadPersonas } from '../../../src/personas/load.ts';
import type { WrittenTurn } from '../script.ts';
import type { Recorder } from './recorder.ts';
import { smallTalk, told } from './talk.ts';

export type Move = (recorder: Recorder) => void;

/** One call with its result, as a step. */
export function called(
  name: string,
  args: Record<string, unknown>,
  result: string,
  tainted = false,
): NonNullable<WrittenTurn['steps']>[number] {
  return { calls: [{ name, arguments: args, result, ...(tainted ? { tainted } : {}) }] };
}

export const chat: Move = (recorder) => {
  const { chance } = recorder;
  const [said, answered] = chance.pick(smallTalk);
  const known = {};
  recorder.say({
    speaker: recorder.someone(),
    text: chance.fill(said, known),
    reply: chance.fill(answered, known),
  });
};

export const tell: Move = (recorder) => {
  const { chance } = recorder;
  const shape = chance.pick(told);
  const known: Record<string, string> = {};
  const fact = chance.fill(shape.fact, known);
  const text = chance.fill(shape.tell, { ...known, f: fact });
  const which = chance.between(0, shape.asks.length - 1);
  const ask = chance.fill(shape.asks[which] ?? '', { ...known });
  const answer = chance.fill(shape.answers[which % shape.answers.length] ?? '', { ...known, fact });
  recorder.say({
    speaker: recorder.someone(),
    text,
    reply: shape.got,
    brings: [{ text: fact, ask, answer }],
  });
};

/** Somebody needs a fact again; without one, they only talk. */
export const ask: Move = (recorder) => {
  const fact = recorder.recollect();
  if (fact === null) return chat(recorder);
  const opening = recorder.chance.pick(['', '', '', 'Quick one: ', 'One more thing. ', 'Sorry, again: ']);
  recorder.say({
    speaker: recorder.someone(),
    text: opening + fact.ask,
    reply: fact.answer,
    needs: [fact.id],
  });
};

const errands = [
  'call {name} about {part}',
  'water the plants in the meeting room',
  'send the numbers to {firm}',
  'book a table for {#3-14}',
  'take {animal} to the vet',
  'pay {firm}',
  'check on {part}',
  'renew the parking permit',
  'ask {name} for the slides',
  '{chore}',
];
const times = [
  'tomorrow at {clock}',
  'on {weekday} at {clock}',
  'in {#10-55} minutes',
  'next {weekday} at {clock}',
  'every {weekday} at {clock}',
  'on the {#4-19}th at {clock}',
];

export const remind: Move = (recorder) => {
  const { chance, reminders } = recorder;
  const text = chance.fill(chance.pick(errands));
  const words = chance.fill(chance.pick(times));
  const handle = recorder.handle();
  const when = `${chance.fill('{weekday}').slice(0, 3)} ${chance.between(2, 28)} Nov, ${chance.fill('{clock}')} ${recorder.header.zone}, in ${chance.between(2, 70)} h`;
  recorder.say({
    speaker: recorder.someone(),
    text: chance.pick([
      `Remind me ${words} to ${text}`,
      `${text}, ${words}, can you remind me?`,
      `please remind me to ${text} ${words}`,
    ]),
    steps: [called('set_reminder', { text, when: words }, `Stored "${text}": ${when} (${handle}).`)],
    reply: `Done: ${text}, ${when} (${handle}).`,
    brings: [
      {
        text: `${when} (${handle})`,
        ask: `When exactly will you remind me about "${text}"?`,
        answer: `${when} (${handle}).`,
      },
    ],
  });
  reminders.push({ handle, text, when, fires: recorder.turns.length + chance.between(3, 25) });
};

/** A reminder that is due fires and is dealt with; else they are listed. */
export const fired: Move = (recorder) => {
  const { chance, reminders } = recorder;
  const at = reminders.findIndex(({ fires }) => fires <= recorder.turns.length);
  const due = reminders[at];
  if (due === undefined) return list(recorder);
  reminders.splice(at, 1);
  const speaker = recorder.someone();
  recorder.mark({ type: 'fired', handle: due.handle, text: due.text, due: due.when, to: speaker });
  if (chance.hit(0.4))
    recorder.say({
      speaker,
      text: 'done, tick it off',
      steps: [
        called(
          'change_reminder',
          { reminder: due.handle, change: 'done' },
          `Done: "${due.text}" (${due.handle}).`,
        ),
      ],
      reply: `Ticked off: ${due.text}.`,
    });
  else
    recorder.say({
      speaker,
      text: chance.pick(['snooze that an hour', 'not now, in an hour again', 'verschieb das um eine Stunde']),
      steps: [
        called(
          'change_reminder',
          { reminder: due.handle, change: 'snooze', when: 'in an hour' },
          `Moved "${due.text}" to in 1 h (${due.handle}).`,
        ),
      ],
      reply: `I bring it up again in an hour (${due.handle}).`,
    });
};

export const list: Move = (recorder) => {
  const { reminders, chance } = recorder;
  const lines = reminders.map(({ handle, text, when }) => `- "${text}": ${when} (${handle})`);
  recorder.say({
    speaker: recorder.someone(),
    text: chance.pick(['What is coming up?', 'my reminders please', 'Was steht an?', 'anything due soon?']),
    steps: [called('list_reminders', {}, lines.join('\n') || 'No reminders are set here.')],
    reply:
      reminders.length === 0
        ? 'Nothing is set at the moment.'
        : `${reminders.length} in all; the next is "${reminders[0]?.text}".`,
  });
};

export const note: Move = (recorder) => {
  const { chance, notes } = recorder;
  const fact = chance.fill(
    chance.pick([
      '{name} takes her holiday from the {#4-19}th of {month}',
      'The invoice address is {street}, {city}',
      '{name} prefers {drink}',
      'Parking at {firm} is behind the hall, gate {#2-9}',
    ]),
  );
  const handle = `n${notes.length + 1}`;
  recorder.say({
    speaker: recorder.someone(),
    text: `Please remember: ${fact}.`,
    steps: [called('remember', { text: `${fact}.` }, `Noted as ${handle}: ${fact}.`)],
    reply: `Noted (${handle}).`,
  });
  notes.push(`${fact} (${handle}, 2026-11-0${chance.between(2, 9)})`);
};

const personas = loadPersonas(join(import.meta.dirname, '../../../personas'));

/** Switches to the other of two personas. */
export function switchTo(slugs: readonly [string, string]): Move {
  return (recorder) => {
    const slug = recorder.persona === slugs[0] ? slugs[1] : slugs[0];
    const persona = personas.find(slug);
    if (persona === null) throw new Error(`no persona ${slug}`);
    recorder.say({
      speaker: recorder.someone(),
      text: recorder.chance.pick([
        `Switch to the ${persona.title} please`,
        `What would the ${persona.title} say? Be that for a while.`,
        `/persona ${slug}`,
      ]),
      steps: [called('switch_persona', { persona: slug }, `You are now ${persona.title}. ${persona.body}`)],
      reply:
        slug === 'cfo'
          ? 'Then let us look at the money first. What is the outlay, and when does it come back?'
          : `Speaking as ${persona.title}. Where were we?`,
    });
    recorder.persona = slug;
    recorder.mark({ type: 'persona', persona: slug });
  };
}

const thoughts = [
  [
    'Does the plan for {topic} hold if we lose one supplier?',
    'It holds for about {#3-9} weeks. After that {part} becomes the bottleneck, because nobody else stocks it. I would ask {firm} for a second source now, while there is no hurry, and put a clause into the contract that lets you order elsewhere after {#2-6} weeks of delay.',
  ],
  [
    'Draft a short update on {topic} for the board',
    'Here is a draft:\n\n"{topic}: we have compared {#3-9} offers and visited two sites. The risk that remains is {part}; we expect a decision by the {#4-19}th of {month}. No money has been spent beyond the site visits."\n\nShall I add a line on what you need from them?',
  ],
  [
    'What could go wrong with {topic}?',
    'Three things, by likelihood:\n- {part} arrives late, and the installers have already been booked.\n- {measure} turns out worse than in the brochure. Ask for a test on your own floor.\n- Nobody owns it after the first month. Name one person, {name} for example.',
  ],
  [
    'Can you make a list of what to ask {firm}?',
    'Gladly:\n- Who keeps {part} in stock, and where?\n- What is {measure} under half load?\n- How many of your customers cancelled in the first two years, and why?\n- What does the yearly inspection cost, and who does it?\n- Can we see a site in {city}?',
  ],
  [
    'I am torn between renting and buying',
    'Renting is dearer from the {#4-7}th year on, but it moves the risk with {part} to them. If the cash is there and you expect to stay at this site, buy; if you may move within {#2-5} years, rent.',
  ],
  [
    'Rewrite this: "We regret to inform you that your claim cannot be considered."',
    '"We looked at your claim and cannot accept it. Here is why, and here is what you can still do." Then give both, in two lines each.',
  ],
] as const;

/** A question that takes some thought and gets a longer answer. */
export const think: Move = (recorder) => {
  const { chance } = recorder;
  const [said, answered] = chance.pick(thoughts);
  const known = {};
  recorder.say({
    speaker: recorder.someone(),
    text: chance.fill(said, known),
    reply: chance.fill(answered, known),
  });
};
