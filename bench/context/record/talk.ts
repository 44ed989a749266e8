// What people say when nothing much is at stake, with what the assistant answers; in several languages, with slots.

export type Pair = readonly [said: string, answered: string];

export const smallTalk: readonly Pair[] = [
  [
    'Morning! Did you sleep well, or do you not do that?',
    'Good morning! No sleep for me, but I am wide awake. What is first today?',
  ],
  ['ugh, {weekday}s', 'I hear you. Want to start with something short and pleasant?'],
  ['I am {mood} today', 'Thanks for telling me. I keep it short then.'],
  ['Made {food} last night, it was actually edible', 'That sounds like a success. Was it a new recipe?'],
  [
    'New recipe, yes. Far too much garlic though',
    'There are worse mistakes. Half the cloves next time, then.',
  ],
  [
    'What goes well with {food}?',
    'Something sour: a cucumber salad with lemon, or pickled onions. Bread, of course.',
  ],
  ['Back from {sport}. My arms are jelly', 'Well done for going. Water and ten minutes of doing nothing.'],
  [
    '{animal} has eaten my notes from yesterday',
    'Oh no. If you tell me what you remember of them, I write them up again.',
  ],
  ['I finished {book} on the train', 'How was the ending?'],
  ['Too neat. Everybody forgives everybody', 'Then something with a nastier ending next.'],
  ['The lift is broken again, fourth floor on foot', 'A free workout, whether you asked for it or not.'],
  ['it is raining sideways here in {city}', 'Then it is a good day for a desk and a hot {drink}.'],
  [
    'Do you know a word for being tired of meetings?',
    'Not an official one. "Conferencitis" would be understood at once.',
  ],
  ['thanks!', 'You are welcome.'],
  ['ok great', 'Good. I am here if something comes up.'],
  ['lol', 'Glad that it made you laugh.'],
  ['hm, let me think about that', 'Take your time.'],
  ['Never mind, found it', 'Even better.'],
  [
    'Can you make that sound friendlier? "Send me the file today."',
    'Try: "Could you send me the file today? That would help me a lot."',
  ],
  ['And shorter?', '"Could I have the file today, please?"'],
  ['How do you spell "accommodate"?', 'Two c, two m: accommodate.'],
  ['Is it "fewer" or "less" emails?', 'Fewer emails, because you can count them.'],
  [
    'Give me a two-line toast for {name}, leaving after nine years',
    '"Nine years, {name}, and the printer still only obeys you. We will miss you, and so will it."',
  ],
  [
    'The coffee machine says E7. Does that mean anything to you?',
    'Often E7 is a full drip tray or a lid that is not closed. Empty it, close it, switch it off and on.',
  ],
  ['It was the lid. You are a genius', 'A lid-closing genius, gladly.'],
  [
    'What should I cook with half a cabbage and two eggs?',
    'A cabbage pancake: shred it, mix with the eggs and two spoons of flour, fry slowly on both sides.',
  ],
  [
    'I have to give a talk next week and I hate it',
    'Then let us make it short: one story, three points, one thing people should do. What is it about?',
  ],
  [
    'Guten Morgen, gibt es heute etwas Wichtiges?',
    'Guten Morgen! Von mir aus nichts Dringendes. Womit fangen wir an?',
  ],
  [
    'Wie sagt man "ins Blaue fahren" auf Englisch?',
    'Am ehesten "to go for a drive with no destination in mind".',
  ],
  ['Danke, das hilft mir', 'Sehr gern.'],
  ['Ich hole kurz {drink}, bin gleich wieder da', 'Lass es dir schmecken.'],
  ['¿Qué tal el día?', 'Muy bien, gracias. ¿En qué te ayudo?'],
  [
    'Tengo hambre y todavía queda una hora para comer',
    'Una fruta y un vaso de agua, y la hora se pasa volando.',
  ],
  ['Perfecto, muchas gracias', 'De nada.'],
  ['Bonjour, tu peux relire une phrase pour moi ?', 'Bien sûr, envoie-la-moi.'],
  [
    '« Je vous prie de trouver ci-joint le devis »',
    'Elle est correcte. Un peu plus simple : « Vous trouverez le devis en pièce jointe. »',
  ],
  ["Merci, c'est mieux", 'Avec plaisir.'],
  ['Bom dia! Hoje está um calor impossível', 'Bom dia! Água, sombra e reuniões curtas, então.'],
  ['Obrigada pela ajuda de ontem', 'De nada, foi um prazer.'],
  ['Hei, mitä kuuluu?', 'Hyvää, kiitos! Miten voin auttaa?'],
  [
    'Cześć, jak po polsku napisać "best regards"?',
    'Najczęściej: "Z poważaniem" albo, mniej oficjalnie, "Pozdrawiam".',
  ],
  ['Günaydın! Bugün çok yoğunum', 'Günaydın! O zaman kısa tutalım: ilk iş ne?'],
  ['おはようございます', 'おはようございます。今日は何から始めましょうか。'],
  ['ありがとう、助かりました', 'どういたしまして。'],
  ['Доброе утро, как дела?', 'Доброе утро! Всё хорошо. Чем помочь?'],
  ['Grazie mille, a dopo', 'A dopo!'],
  [
    'I cannot find a single matching sock in this house',
    'Declare odd socks a style. It has worked for others.',
  ],
  [
    'My train is late, tell me something interesting',
    'Octopuses have three hearts, and two of them stop while they swim. That is why they prefer to crawl.',
  ],
  ['Another one please', 'Wombats produce cubes. Nobody else does.'],
  ['ok now I regret asking', 'Understandable. Next time, something about lighthouses.'],
  [
    'Should I reply to that rude mail today?',
    'Write it now, send it tomorrow. Half of it will be gone by then.',
  ],
  ['you were right, I deleted half of it', 'The best half, I am sure.'],
  ['I keep putting off {chore}', 'Ten minutes, timer on, then you may stop. Usually you will not.'],
  ['Done with {chore}, believe it or not', 'I believe it, and I am impressed.'],
  ['{name} says hi', 'Hi back to {name}!'],
  [
    'Is a tomato a fruit? Settle this',
    'Botanically a fruit, in the kitchen a vegetable. Both of you are right, sadly.',
  ],
];

/** A fact a person tells. `fact` is the exact string that is looked for; `asks` never contain it. */
export interface Told {
  readonly tell: string;
  readonly fact: string;
  readonly got: string;
  readonly asks: readonly string[];
  /** With `{fact}` where the answer says it; some answers only use it. */
  readonly answers: readonly string[];
}

export const told: readonly Told[] = [
  {
    tell: '{name} from {firm} would like to {f}, please keep that in mind for the mails.',
    fact: '{wish} and never on a {weekday}',
    got: 'I keep that in mind.',
    asks: [
      'How does {name} want to be dealt with?',
      'I am about to contact {name}. Anything to watch out for?',
    ],
    answers: ['{name} wants to {fact}.', 'Yes: {name} wants to {fact}.'],
  },
  {
    tell: 'House rule from today on: {f}.',
    fact: '{rule}, except in {month}',
    got: 'Understood.',
    asks: ['Which rule did we set for ourselves?', 'Does the plan of {firm} break our house rule?'],
    answers: ['The rule is: {fact}.', 'Not as far as I can see.'],
  },
  {
    tell: 'Between us, the real reason for the delay was {f}.',
    fact: '{trouble} behind {part}',
    got: 'I see. That stays here.',
    asks: [
      'What was the real reason for the delay again?',
      'How do I put the reason for the delay politely?',
    ],
    answers: ['It was {fact}.', '"A technical matter on site, which is solved by now."'],
  },
  {
    tell: 'For the whole thing we can spend {f} at most, and that includes installation.',
    fact: '{!11000-98000} euros',
    got: 'Understood, I keep that as the ceiling.',
    asks: [
      'Would the larger model still fit what I said about money?',
      'Remind me, what was our ceiling for all of it?',
      'Is there anything left over if the installation takes a third of the budget?',
    ],
    answers: ['It fits, but only just.', 'The ceiling is {fact}, installation included.'],
  },
  {
    tell: 'My order is {f}, the one that arrived with a dent.',
    fact: 'PC-{=10-99}{=100-999}-{=1000-9999}',
    got: 'Thanks, noted. Do you have a photo of the dent?',
    asks: [
      'They want the order number in the form. Which was it?',
      'Write the complaint for me, with the order number in the first line.',
      'What do I put into the field "reference"?',
    ],
    answers: [
      'It is {fact}.',
      'Here you go: "Re: {fact}. The parcel arrived with a dent in the lid; I ask for a replacement."',
    ],
  },
  {
    tell: 'By the way, {name} cannot eat {f}, so whatever we order has to be without.',
    fact: '{food} with walnuts',
    got: 'Good to know, I leave that out.',
    asks: [
      'Which dish do we have to avoid for the team lunch?',
      'Can I order the mixed platter for everyone?',
    ],
    answers: ['Leave out {fact}.', 'Better not: there is one of us who cannot eat all of it.'],
  },
  {
    tell: 'The customer insists on delivery before {f}.',
    fact: 'the {#4-19}th of {month} at {clock}',
    got: 'Right, that is the hard date.',
    asks: [
      "How much slack do we have before the customer's date?",
      'When exactly did the customer want it?',
      'Put the hard date into the mail to the carrier.',
    ],
    answers: [
      'There are still some days, if nothing else slips.',
      'They want it before {fact}.',
      'Added: "The goods have to arrive before {fact}."',
    ],
  },
  {
    tell: 'The door code of the new office is {f}, please do not spread it.',
    fact: '{=1000-9999}#{=10-99}',
    got: "I won't pass it on.",
    asks: ['I am standing in front of the new office. The code?', 'What was the code again?'],
    answers: ['{fact}.'],
  },
  {
    tell: 'Our contact at {firm} is {f}.',
    fact: 'Ms {name} Okonjo-{name2}',
    got: 'Noted.',
    asks: [
      'To whom do I address the letter?',
      'Who was our contact there? I want to call.',
      'Start the mail with the right name, please.',
    ],
    answers: ['{fact}.', '{fact}.', '"Dear {fact}, thank you for your quick answer."'],
  },
  {
    tell: 'My flight is {f}, I land in the evening.',
    fact: '{city} flight KX {#100-999}',
    got: 'Have a good trip.',
    asks: ['Which flight was I on? {name2} wants to pick me up.', 'Is it worth checking in now?'],
    answers: ['You are on the {fact}.', 'Yes, check-in for it is open.'],
  },
  {
    tell: 'In the spreadsheet we settled on {f} for the margin, not the old number.',
    fact: '{#11-38}.{#1-9} per cent',
    got: 'Then I calculate with that from now on.',
    asks: [
      'Recalculate the price with our margin, cost is 480.',
      'What margin did we settle on?',
      'Does 640 as price still respect our margin?',
    ],
    answers: ['With {fact} it comes to a little over 600.', 'We settled on {fact}.', 'Yes, it does.'],
  },
  {
    tell: 'I park in {f} while the yard is being paved.',
    fact: 'garage {street}, level {#1-6}',
    got: 'Good to know.',
    asks: ['Where is my car, actually?', 'Where should {name} bring the parcel to put it into my car?'],
    answers: ['In {fact}.', 'To {fact}.'],
  },
  {
    tell: 'The project is called {f} from now on, legal did not like the other name.',
    fact: 'Operation {animal} {#11-99}',
    got: 'A fine name. I use it from now on.',
    asks: [
      'What do we write on the cover page as the name?',
      'Draft one line for the newsletter about the project, with its name.',
    ],
    answers: ['{fact}.', '"{fact} enters its second phase, on time and in good spirits."'],
  },
  {
    tell: 'We decided: {f}.',
    fact: 'two suppliers for {part}, reviewed every {month}',
    got: 'A sensible decision. I keep it in mind.',
    asks: [
      'What exactly did we decide about suppliers?',
      'Does a single contract for three years go together with our decision?',
    ],
    answers: ['You decided on {fact}.', 'No, it contradicts what you decided.'],
  },
  {
    tell: 'The serial number on the plate reads {f}.',
    fact: 'SN {=100-999}-{=1000-9999}-K{=10-99}',
    got: 'Thank you.',
    asks: ['The hotline wants the serial number.', 'Fill in the warranty form for me, serial number first.'],
    answers: ['{fact}.', 'Serial number: {fact}. Date of purchase and the dealer are still missing.'],
  },
  {
    tell: 'The Wi-Fi for guests has a new password, {f}.',
    fact: '{drink}-{#100-999}-{#10-99}',
    got: 'Thanks.',
    asks: ['What do I tell the guests for the Wi-Fi?'],
    answers: ['{fact}.'],
  },
  {
    tell: 'Bitte merk dir: die Lieferung geht an {f}.',
    fact: 'Tor {#2-9}, {street}',
    got: 'Ist notiert.',
    asks: ['Wohin geht die Lieferung noch mal?', 'Schreib dem Fahrer kurz, wohin er muss.'],
    answers: ['An {fact}.', '"Guten Tag, bitte liefern Sie an {fact}. Danke!"'],
  },
  {
    tell: 'El número de reserva es {f}.',
    fact: 'RSV{#10-99}{#100-999}',
    got: 'Anotado.',
    asks: ['¿Cuál era el número de reserva?', 'Escribe al hotel con el número de reserva.'],
    answers: ['Es {fact}.', '"Buenas tardes, les escribo por la reserva {fact}."'],
  },
  {
    tell: 'Le rendez-vous avec le notaire est {f}.',
    fact: 'le {#2-28} à {clock}, {street}',
    got: "C'est noté.",
    asks: ["C'est quand, le notaire ?", "Rappelle-moi l'adresse et l'heure pour le notaire."],
    answers: ["C'est {fact}."],
  },
];
