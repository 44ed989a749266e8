// Pages as a fetching tool hands them over: navigation, paragraphs, tables, a footer; 2,000 to 6,000 tokens. Each holds
// facts, in its beginning, its middle or its end.
import type { Chance } from './chance.ts';

/** A fact that a text holds, with a question that does not give it away. */
export interface HeldFact {
  readonly text: string;
  readonly ask: string;
  readonly answer: string;
}

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly facts: readonly HeldFact[];
}

const openings = [
  '{name} {name2} had planned to decide within a week. Four months later the folder on {topic} is as thick as a brick, and the {role} of {firm} has stopped apologising for it.',
  'Anyone who asks around about {topic} hears two stories: it paid for itself at once, or it never worked. Both are told by people who have the figures to prove it.',
  'We visited three companies in and around {city} that have lived with their choice for more than two years. None of them would do everything the same way again.',
];

const sentences = [
  "At {firm} in {city}, {part} was replaced twice in the first winter, and the second time at the maker's expense.",
  'The {role} we spoke to keeps a list of every stoppage; {#3-40} entries in {#8-30} months, most of them shorter than a coffee break.',
  'What the brochures leave out is {measure}, which depends on the building far more than on the product.',
  'Two of the five bidders asked for a second visit, and both came back with a higher price.',
  'In {month} the firm moved its test to {city}, where the floor is level and nobody complains about the sound.',
  'A cheaper model did the same work in our trial, but its {measure} was {#12-60} per cent worse after {#200-900} hours.',
  '"Nobody reads the annex on {measure} until the first invoice", says {name}, who works as {role} at {firm2}.',
  'The subsidy is paid out after acceptance, not after ordering, so the gap of {#3-9} months has to be financed.',
  'Maintenance takes {#20-90} minutes and can be done by anyone who is not afraid of a torque wrench.',
  'For {part}, the delivery time has gone from {#2-5} to {#7-16} weeks since last {month}.',
  'There is a simple test: switch it off on a {weekday} afternoon and see who calls first.',
  'Insurers now want a yearly inspection report for {part}; {firm2} offers it at a flat rate.',
  'In the second year the numbers turned: {measure} fell by {#5-35} per cent, and the complaints went with it.',
  'One detail decides more than the rest, namely who owns the data that {part} collects.',
  'The installers came at {clock}, left at {clock2}, and took the packaging with them, which is worth a sentence.',
  'Those who rent pay more after the {#4-7}th year, but they have a number to call at night.',
  'A reader from {city2} wrote that his crew removed {part} altogether and has not missed it.',
  'The standard allows {#40-75} decibels at the property line; in the yard of {firm} we measured {#38-70}.',
  'Spare parts are stocked in {city}, according to the maker; according to two customers they are stocked in {city2}.',
  'Training took a morning for the early shift and, for reasons nobody could explain, two days for the late one.',
  'If the hall is higher than {#5-9} metres, plan for a second sensor and for the scaffold to mount it.',
  'The contract runs for {#24-72} months and renews itself by twelve unless it is cancelled {#2-6} months ahead.',
  'We asked for references and got {#3-12}; of those we could reach, all but one would sign again.',
  'It helps to ask for {measure} under half load, since hardly anybody runs at full load after the first week.',
];

const headings = [
  'What it is about',
  'What it costs',
  'A day with it',
  'Where it fails',
  'Service and parts',
  'Rent or buy',
  'What the numbers say',
  'Questions to ask before signing',
  'The small print',
  'How we compared',
  'Three sites, three answers',
];

interface FactShape {
  readonly line: string;
  readonly text: string;
  readonly ask: string;
  readonly answer: string;
}

const factShapes: readonly FactShape[] = [
  {
    line: 'What people remember of {firm} is {f}, which nobody had asked for.',
    text: '{manner} that came with {part}',
    ask: 'What did people remember of {firm}, according to the page?',
    answer: 'They remember {fact}.',
  },
  {
    line: 'The crew at {firm} ended the trial early because of {f}.',
    text: '{trouble} behind {part} on every {weekday}',
    ask: 'Why did the crew at {firm} end the trial early?',
    answer: 'Because of {fact}.',
  },
  {
    line: 'The advice of {firm} is short: {f}.',
    text: '{advice}, and only then look at {part}',
    ask: 'What was the advice of {firm} again?',
    answer: 'Their advice: {fact}.',
  },
  {
    line: '{firm} charges {f} for the basic version, delivery included.',
    text: '{!1100-39000} euros {unit}',
    ask: 'What does {firm} charge for the basic version?',
    answer: '{firm} charges {fact}.',
  },
  {
    line: 'Over a full year, {firm} needed {f} in the test.',
    text: '{!2100-64000} kilowatt hours',
    ask: 'How much energy did {firm} need in that test?',
    answer: '{fact} over a year.',
  },
  {
    line: 'The warranty of {firm} covers {f}, whichever comes first.',
    text: '{#2-9} years or {!4000-29000} hours',
    ask: 'How long is the warranty of {firm}, exactly?',
    answer: 'It covers {fact}.',
  },
  {
    line: 'According to the register, {firm} was certified under {f}.',
    text: 'EN-{=1000-9999}-{!100-999}',
    ask: 'Which certificate did the page name for {firm}?',
    answer: '{fact}.',
  },
  {
    line: 'The offer of {firm} stands until {f}; after that the list price applies.',
    text: 'the {#4-19}th of {month}, {clock} sharp',
    ask: 'Until when does the offer of {firm} stand?',
    answer: 'Until {fact}.',
  },
  {
    line: 'For {firm}, the failure rate in the field was {f} of all units shipped.',
    text: '{#0-9}.{!100-999} per cent',
    ask: 'And the failure rate of {firm} in the field?',
    answer: 'It was {fact}.',
  },
];

/** A page of about so many tokens with facts where they are wanted: 0 its beginning, 0.5 its middle, 1 its end. */
export function page(chance: Chance, topic: string, tokens: number, places: readonly number[]): Page {
  const known = { topic };
  const title = chance.fill(
    chance.pick([
      '{topic}: what two years taught us',
      'Buying guide: {topic}',
      '{topic} in practice',
      'Nine offers for {topic}, compared',
    ]),
    { ...known },
  );
  const media = chance.fill('{media}');
  const url = `https://www.${media.toLowerCase().replace(/[^a-z]+/g, '-')}.example/${chance.between(2024, 2026)}/${slug(title)}`;
  const blocks: string[] = [
    `${media}\nHome | Guides | Tests | Newsletter | Log in`,
    `# ${title}`,
    chance.fill('By {name} {name2}, {#2-28} {month} 2026, {#6-19} minutes to read'),
    chance.fill(chance.pick(openings), { ...known }),
  ];
  const size = tokens * 3.7;
  let length = 0;
  while (length < size) {
    const block = chance.hit(0.13)
      ? table(chance)
      : chance.hit(0.15)
        ? `## ${chance.pick(headings)}`
        : paragraph(chance, topic);
    blocks.push(block);
    length += block.length;
  }
  const facts = places.map((place) => {
    const names = { topic, firm: chance.fill('{firm}') };
    const shape = chance.pick(factShapes);
    const text = chance.fill(shape.text, { ...names });
    const known = { ...names, f: text };
    const at = Math.min(blocks.length - 1, Math.max(4, Math.round(place * (blocks.length - 1))));
    blocks.splice(
      at,
      0,
      `${chance.fill(shape.line, { ...known })} ${chance.fill(chance.pick(sentences), { topic })}`,
    );
    return {
      text,
      ask: chance.fill(shape.ask, { ...known }),
      answer: chance.fill(shape.answer, { ...known, fact: text }),
    };
  });
  blocks.push(
    `Read next: ${chance.fill('{topic}')} | ${chance.fill('{topic}')}\n© ${media}. Imprint | Privacy | Cookies`,
  );
  return { url, title, text: blocks.join('\n\n'), facts };
}

/** What a search hands over: titles, addresses, the first words. */
export function searchResult(
  chance: Chance,
  topic: string,
): { readonly text: string; readonly facts: readonly HeldFact[] } {
  const hits = Array.from({ length: chance.between(5, 8) }, (_, at) => {
    const media = chance.fill('{media}');
    return `${at + 1}. ${chance.fill('{topic}: ', { topic })}${chance.pick(headings).toLowerCase()} (${media})\n   https://www.${media.toLowerCase().replace(/[^a-z]+/g, '-')}.example/${slug(topic)}-${chance.between(10, 99)}\n   ${chance.fill(chance.pick(sentences), { topic })}`;
  });
  const reference = `https://registry.example/test/${chance.between(1000, 9999)}-${chance.figure(100, 999)}`;
  hits.push(`${hits.length + 1}. Official test register\n   ${reference}\n   All protocols as PDF.`);
  return {
    text: hits.join('\n'),
    facts: [
      {
        text: reference,
        ask: 'Send me the address of the official register from that search.',
        answer: `Here: ${reference}`,
      },
    ],
  };
}

function paragraph(chance: Chance, topic: string): string {
  return chance
    .shuffled(sentences)
    .slice(0, chance.between(3, 5))
    .map((sentence) => chance.fill(sentence, { topic }))
    .join(' ');
}

function table(chance: Chance): string {
  const rows = Array.from({ length: chance.between(5, 10) }, () =>
    chance.fill('| {firm} | {#900-9900} | {#2-16} weeks | {#38-70} dB | {city} |'),
  );
  return [
    '| maker | price in euros | delivery | sound | service from |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
}
