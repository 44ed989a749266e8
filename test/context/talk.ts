// Everyday talk for compactions: turns of chat and small work among which a few facts are planted that must not be lost,
// and logs by a model that forgets at random.
import type { EntryBody } from '../../src/context/entry.ts';
import type { Newest } from './life.ts';
import type { Random } from './random.ts';
import { spoken } from './random.ts';

/** A fact as it is said, and what of it must be found again word for word. */
export interface Fact {
  readonly said: string;
  readonly marks: readonly string[];
}

const NAMES = ['Zofia Brandt', 'Tomás Arriaga', 'Ingrid Vollmer', 'Dr. Okonkwo', 'Marguerite Roux'];
const THINGS = ['spare badge', 'parking permit', 'floor plan', 'tax certificate', 'guest wifi'];

/** A name, an identifier, an open request and a constraint. */
export function plantedBy(random: Random): readonly Fact[] {
  const name = random.pick(NAMES);
  const identifier = `${random.pick(['PO', 'INV', 'TKT'])}-${10_000 + random.int(89_999)}`;
  const thing = random.pick(THINGS);
  const hour = 10 + random.int(8);
  return [
    random.pick([
      { said: `Our contact at the landlord is ${name}.`, marks: [name] },
      { said: `The new supplier's lawyer is called ${name}.`, marks: [name] },
    ]),
    random.pick([
      { said: `The order for the desks is ${identifier}.`, marks: [identifier] },
      { said: `Die Bestellung der Tische hat die Nummer ${identifier}.`, marks: [identifier] },
    ]),
    random.pick([
      { said: `We still need the ${thing} for the new office.`, marks: [thing] },
      { said: `Please don't forget to ask for the ${thing} tomorrow.`, marks: [thing] },
    ]),
    random.pick([
      { said: `Never book anything before ${hour}:15.`, marks: ['ever book', `${hour}:15`] },
      {
        said: `You must not spend more than ${hour}50 euros without asking me.`,
        marks: ['must not', `${hour}50 euros`],
      },
    ]),
  ];
}

const CHAT: readonly (readonly [said: string, reply: string])[] = [
  ['The old lift made 3 strange noises today', 'Lifts often do; the caretaker will know.'],
  ['Leo says hello, he is in Lisbon until the 14th', 'Greetings to Leo!'],

  [
    'What is the difference between a lease and a licence?',
    'A lease gives exclusive possession, a licence permission only.',
  ],
  ['How do I make the text in a table wrap?', 'Select the column and set the wrapping in the format menu.'],
  ['Tell me a joke about ducks', 'Why did the duck cross the road? It was the chicken’s day off.'],
  ['that makes sense, thanks', 'You are welcome.'],
  ['How long does paint need to dry in a cold room?', 'About a day, longer when it is damp.'],
  ['I think the blue looks better than the green', 'Blue is calmer; it suits a room where people read.'],
  ['Wie sagt man das höflicher?', 'Du könntest „Wären Sie so freundlich“ schreiben.'],
  ['¿Qué tiempo hace en otoño allí?', 'Suele ser suave, con lluvia por la tarde.'],
  ['and what about the plants near the window', 'They want less water in winter.'],
  ['Summarise the last paragraph in one line', 'It says that the move is mostly a question of timing.'],
];

/** A turn of talk without anything to keep. */
export function chat(random: Random, turn: number, length = 1): { newest: Newest; reply: string } {
  const pairs = Array.from({ length }, () => random.pick(CHAT));
  return {
    newest: says(random, turn, pairs.map(([said]) => said).join(' ')),
    reply: pairs.map(([, reply]) => reply).join(' '),
  };
}

export function says(random: Random, turn: number, words: string): Newest {
  const message = { ...spoken(random, `${turn}.0`), name: 'Ann', text: words, attachments: [], late: false };
  return { messages: [message], head: `<now>\nturn ${turn}\n</now>` };
}

/** A call with a result of about so many characters. */
export function lookedUp(turn: number, characters: number): readonly EntryBody[] {
  const id = `call${turn}`;
  const text = 'The page says that moving takes longer than people think. '.repeat(
    Math.ceil(characters / 58),
  );
  const result = { callId: id, name: 'fetch', ok: true, text, handle: `t${turn}.1` };
  return [
    {
      type: 'assistant',
      payload: { text: '', calls: [{ id, name: 'fetch', arguments: `{"page":"${turn}"}` }] },
    },
    { type: 'tool_result', payload: result },
  ];
}

/** A log of these facts and some talk, of which a random half is forgotten. */
export function forgetful(random: Random, facts: readonly Fact[]): string {
  const lines = [
    ...facts.map(({ said }) => `- Ann: ${said}`),
    ...CHAT.map(([said]) => `- Ann asked: ${said}`),
  ];
  const kept = lines.filter(() => random.chance(0.5));
  return ['## People and aims', '- Ann is moving the office.', '## Facts', ...kept].join('\n');
}
