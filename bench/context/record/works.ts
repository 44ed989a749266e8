// What can happen in a turn with large results: search and pages, records, files and test runs, pasted logs, the daily
// task of a longer job, a skill, an approval.
import type { WrittenTurn } from '../script.ts';
import { log, orderRecord, sourceFile, testRun } from './data.ts';
import { called, type Move } from './moves.ts';
import { type HeldFact, page, searchResult } from './pages.ts';

/** A turn that reads one to three pages, now and then after a search, and sums them up. */
export function research(from: number, to: number): Move {
  return (recorder) => {
    const { chance } = recorder;
    const topic = chance.fill('{topic}');
    const steps: NonNullable<WrittenTurn['steps']> = [];
    const brings: HeldFact[] = [];
    if (chance.hit(0.45)) {
      const found = searchResult(chance, topic);
      steps.push(called('search_web', { query: topic }, found.text, true));
      if (chance.hit(0.3)) brings.push(...found.facts);
    }
    const count = chance.pick([1, 1, 1, 1, 2]);
    for (let read = 0; read < count; read += 1) {
      const places = [0.06, ...(chance.hit(0.5) ? [0.95] : []), ...(chance.hit(0.12) ? [0.5] : [])];
      const one = page(chance, topic, chance.between(from, to), places);
      steps.push(called('fetch_page', { url: one.url }, one.text, true));
      brings.push(...one.facts);
    }
    const told = brings
      .filter(() => chance.hit(0.6))
      .map(({ answer, text }) => (answer.includes(text) ? answer : `${answer} (${text})`));
    // What a turn works on often needs something said before.
    const earlier = chance.hit(0.35) ? recorder.recollect() : null;
    const question = chance.pick([
      `What do people say about ${topic}?`,
      `Find out about ${topic} for me`,
      `Look for tests of ${topic}, please`,
      `Can you compare offers for ${topic}?`,
    ]);
    recorder.say({
      speaker: recorder.someone(),
      text: earlier === null ? question : `${question} And before that: ${earlier.ask}`,
      steps,
      reply: [
        ...(earlier === null ? [] : [earlier.answer]),
        chance.fill(
          `I read ${count === 1 ? 'one report' : `${count} reports`} on it. The short version: {part} decides, and {measure} is where the offers differ most.`,
        ),
        ...told,
        chance.fill(
          'Two things stay open: who services it near {city}, and what happens after the {#4-9}th year.',
        ),
      ].join('\n'),
      brings,
      ...(earlier === null ? {} : { needs: [earlier.id] }),
    });
  };
}

/** A customer's record, looked up for a question. */
export const lookup: Move = (recorder) => {
  const { chance } = recorder;
  const customer = chance.fill('{name} {firm}').replace(/ (Works|Systems|Labs|Freight|& Co)$/, '');
  const { text, facts } = orderRecord(chance, customer);
  const [tracking, number] = facts;
  const says = chance.hit(0.4) ? ` The parcel has ${tracking?.text}.` : '';
  recorder.say({
    speaker: recorder.someone(),
    text: chance.fill(
      chance.pick([
        `${customer} wrote again, {mood} to put it mildly. What is open there?`,
        `Look up ${customer} please`,
        `Where is the order of ${customer}?`,
      ]),
    ),
    steps: [called('find_customer', { name: customer }, text, true)],
    reply: `One order is in transit, the rest is settled.${says}`,
    brings: chance.hit(0.6) ? facts : number ? [number] : [],
  });
};

/** Reads a source file, or runs the tests. */
export const code: Move = (recorder) => {
  const { chance } = recorder;
  if (chance.hit(0.4)) {
    const run = testRun(chance, chance.between(20, 90));
    recorder.say({
      speaker: recorder.someone(),
      text: chance.pick(['run the tests', 'and the tests?', 'does it pass now?']),
      steps: [called('run_tests', {}, run.text)],
      reply: `One fails, the others pass.${chance.hit(0.4) ? ` It used ${run.facts[0]?.text}.` : ''} I think two runs overlap.`,
      brings: run.facts,
    });
    return;
  }
  const file = chance.fill('{file}');
  const read = sourceFile(chance, file, chance.between(500, 3200));
  recorder.say({
    speaker: recorder.someone(),
    text: chance.pick([
      `have a look at ${file}`,
      `why is ${file} slow?`,
      `what happens in ${file} on a retry?`,
    ]),
    steps: [called('read_file', { path: file }, read.text)],
    reply: chance.fill(
      'It {verb} {noun} one by one and waits in between; with {#200-900} of them that adds up. I think a batch of {#20-200} is safe, because the write is idempotent:\n\n```ts\nfor (const batch of chunks(rows, {#20-200})) await Promise.all(batch.map(writeOne));\n```',
    ),
    brings: read.facts,
  });
};

/** Somebody pastes a log or a file of so many tokens into the conversation. */
export function paste(from: number, to: number): Move {
  return (recorder) => {
    const { chance } = recorder;
    const file = chance.fill('{file}');
    const bomb = chance.hit(0.6)
      ? log(chance, chance.between(from, to))
      : sourceFile(chance, file, chance.between(from, to));
    recorder.say({
      speaker: recorder.someone(),
      text: `${chance.pick(['What is wrong here?', 'This is what I get:', 'can you make sense of this', 'Hier das Protokoll, was ist da los?'])}\n\n\`\`\`\n${bomb.text}\n\`\`\``,
      reply: chance.fill(
        'One thing stands out near the top; the rest looks like the usual noise. I think {part} gave up after three attempts while the queue still grew. Check the limit first, then the time-out.',
      ),
      brings: bomb.facts,
    });
  };
}

const job = "collect the day's offers and write what has changed";

/** The task of a longer job falls due: nobody speaks, the assistant works and reports. */
export const daily: Move = (recorder) => {
  const { chance } = recorder;
  const owner = recorder.speakers[0] ?? 'Mira';
  const one = page(chance, 'offers of the day', chance.between(1200, 2600), [0.06, 0.94]);
  const kept = one.facts[0];
  recorder.say(
    {
      markers: [
        {
          type: 'task',
          handle: 'r1',
          text: job,
          by: owner,
          facts: chance.fill('due today 08:00, runs now, last run was fine'),
        },
      ],
      steps: [called('fetch_page', { url: one.url }, one.text, true)],
      reply: chance.fill(
        `What has changed since yesterday: {firm} is cheaper, {firm2} dropped out. ${kept?.answer ?? ''} Still open is {part}.`,
      ),
      brings: one.facts,
      milestone: 'task',
    },
    chance.between(60, 600),
  );
};

const skill = `# Weekly report
Use it when somebody asks for the report of the week.

1. Collect what was decided, one line each, with the name of who decided it.
2. Collect the figures that changed. Old figure, new figure, source. Never round.
3. Write what is open, and who is expected to act. If nobody is, say so.
4. Five lines at most on what comes next week.

Tone: plain, no adjectives. People read it on a phone on Friday afternoon, standing. Do not repeat last week's report; say "as last week" instead. If a figure contradicts an earlier one, show both and ask.

Example of a line: "Freight to Gdańsk: was 412, is 438 (offer of Tuesday)."`;

/** A skill is read, worked through, and ended; or something is approved. */
export const milestone: Move = (recorder) => {
  const { chance } = recorder;
  const speaker = recorder.someone();
  if (chance.hit(0.5)) {
    const earlier = recorder.recollect();
    recorder.say({
      speaker,
      text: `Write the weekly report${earlier === null ? '' : `, and answer this in it: ${earlier.ask}`}`,
      steps: [called('use_skill', { skill: 'weekly-report' }, skill)],
      reply: chance.fill(
        `Report of the week\n- Decided: two site visits ({name}).\n- Changed: freight to {city} was {#300-500}, is {#300-500}.\n- Open: {part}; {name2} is expected to act.\n${earlier?.answer ?? 'Nothing else is open.'}`,
      ),
      milestone: 'skill',
      ...(earlier === null ? {} : { needs: [earlier.id] }),
    });
    return;
  }
  const number = `#${chance.between(2, 40)}`;
  recorder.mark({
    type: 'notice',
    text: `${speaker} approved ${number}: send the order to ${chance.fill('{firm}')}. It was done.`,
  });
  recorder.say({
    speaker,
    text: 'I have approved it, what is next?',
    reply: `Thank you, ${number} is through. Next is the confirmation from their side.`,
    milestone: 'approval',
  });
};
