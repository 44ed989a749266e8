// Entries as a test writes them, and seeded noise of several kinds and languages to hide something in.
import type { Entry, EntryBody } from '../../src/context/entry.ts';
import type { ConversationKey, EntryId, PersonId, TurnId } from '../../src/database/ids.ts';
import type { Random } from './random.ts';

/** A conversation being written down; ids and instants ascend. */
export class Chat {
  readonly entries: Entry[] = [];
  private id = 0;
  private turn = 0;

  add(body: EntryBody): this {
    this.id += 1;
    this.entries.push({
      ...body,
      id: this.id as EntryId,
      parentId: this.entries.at(-1)?.id ?? null,
      conversation: 'slack:T1:C1:1.0' as ConversationKey,
      turn: this.turn as TurnId,
      tainted: false,
      at: new Date(1_767_000_000_000 + this.id * 60_000),
    });
    return this;
  }

  says(name: string, text: string): this {
    this.turn += 1;
    const message = {
      messageId: `${this.turn}.0`,
      person: `slack:T1:${name}` as PersonId,
      name,
      text,
      attachments: [],
      sentAt: '2026-01-02T09:00:00Z',
      late: false,
    };
    return this.add({ type: 'user', payload: { messages: [message], head: '' } });
  }

  answers(text: string): this {
    return this.add({ type: 'assistant', payload: { text, calls: [] } });
  }

  tool(text: string, ok = true, name = 'recall'): this {
    const handle = `t${this.turn}.${this.id}`;
    return this.add({ type: 'tool_result', payload: { callId: 'call_0', name, ok, text, handle } });
  }
}

const CHATTER: readonly string[] = [
  'Good morning everyone!! How are you?',
  'haha that was a good one, I only slept three hours lol',
  'Thanks a lot, that helps.',
  'The weather is awful today, I just want coffee.',
  'Guten Morgen zusammen, wie geht es euch heute?',
  'Das klingt gut, danke dir.',
  'Ich war gestern im Kino, der Film war großartig.',
  'Hola, ¿qué tal el fin de semana?',
  'Muchas gracias, perfecto.',
  "Bonjour, ça va ? Merci pour l'aide d'hier.",
  'Ciao, come stai oggi? Tutto bene qui.',
  'Bom dia, tudo bem com vocês?',
  'Goedemorgen, lekker weertje vandaag.',
  '了解です、ありがとうございます。',
  '好的,谢谢你。',
  'ok',
  '👍',
];
const QUESTIONS: readonly (readonly [string, string])[] = [
  ['What is the capital of Portugal?', 'The capital of Portugal is Lisbon.'],
  [
    'Can you explain how compound interest works?',
    'Compound interest is interest paid on earlier interest too.',
  ],
  ['Kannst du mir erklären, was eine Bilanz ist?', 'Eine Bilanz stellt Vermögen und Schulden gegenüber.'],
  [
    '¿Puedes traducir "buenos días" al inglés?',
    'La traducción al inglés de "buenos días" es "good morning".',
  ],
  ['Peux-tu me donner un synonyme de rapide ?', 'Un synonyme de rapide : vif.'],
  ['Could you shorten this sentence: the meeting was moved?', 'The shortened sentence: meeting moved.'],
];
const PASTES: readonly ((random: Random) => string)[] = [
  (random) =>
    `look at this\n\`\`\`\nfunction load_rows(input_list) { return input_list.map((row) => row.value_${random.int(99)} ?? 0); }\nconst retry_limit = ${random.int(9999)};\n\`\`\``,
  (random) =>
    Array.from(
      { length: 12 },
      () =>
        `2026-03-${10 + random.int(18)}T0${random.int(9)}:12:44Z ERROR worker-${random.int(99)} request_id=${random.int(2 ** 31).toString(16)} took ${random.int(9999)}ms`,
    ).join('\n'),
  (random) =>
    `Traceback (most recent call last):\n  File "/srv/app/job_${random.int(99)}.py", line ${random.int(999)}\nKeyError: 'row_id'`,
];

const PLACES = ['Berlin', 'Oslo', 'Paris', 'Kyoto', 'Turin', 'Lagos'];
/** Names, numbers and binding words in passing: what looks like a fact and is none that anybody needs. */
const TALES: readonly ((random: Random) => string)[] = [
  (random) => `I met Tom in ${random.pick(PLACES)} yesterday, it was fun.`,
  (random) => `The train to ${random.pick(PLACES)} was ${random.int(60)} minutes late again.`,
  (random) => `See https://news.example/${random.int(1e6)} for a laugh`,
  (random) => `We had ${random.int(40)} people at lunch.`,
  (random) => `What's ${random.int(99)} times ${random.int(99)}?`,
  () => 'I never liked Mondays.',
  () => 'I always forget my umbrella.',
  () => 'Ich muss los, bis später!',
  () => 'Der Kaffee in der Küche ist leer, und die Maschine ist kaputt.',
  () => 'Je dois partir, à demain !',
  (random) => `El partido fue increíble, ganaron ${random.int(5)} a ${random.int(5)}.`,
];

/** One turn of noise: small talk, a settled question, a paste, or a tool's long list. */
export function noise(chat: Chat, random: Random): void {
  const name = random.pick(['Ann', 'Ben', 'Chloé', 'Dirk']);
  const kind = random.int(13);
  if (kind > 9) chat.says(name, random.pick(TALES)(random)).answers(random.pick(['Nice!', 'I am not sure.']));
  else if (kind < 5)
    chat.says(name, random.pick(CHATTER)).answers(random.pick(['You are welcome!', 'Gern.', 'Anytime.']));
  else if (kind < 7) {
    const [question, answer] = random.pick(QUESTIONS);
    chat.says(name, question).answers(answer);
  } else if (kind < 9)
    chat.says(name, random.pick(PASTES)(random)).answers('That log shows a failing worker.');
  else {
    const rows = Array.from(
      { length: 8 },
      () =>
        `- order A-${10_000 + random.int(80_000)}: ${random.int(900)}.50 EUR, ${random.pick(['shipped', 'open'])}`,
    );
    chat.says(name, 'Show me the list').tool(rows.join('\n')).answers(`There are ${rows.length} orders.`);
  }
}
