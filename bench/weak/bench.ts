// npm run bench:weak: three hundred scripted tasks with a simulated weak model, at several rates of faulty answers, once
// through the whole bot and once through a plain loop; then what starting reads early saves. Writes docs/measurements.md.
// Talks to loopback only and ends by itself.
import { join } from 'node:path';
import { CALL_FAULTS, WORD_FAULTS } from '../../test/fakes/weak-model/faults.ts';
import { scriptedTasks } from '../../test/fakes/weak-model/tasks.ts';
import { WeakModel } from '../../test/fakes/weak-model/weak-model.ts';
import { writeSection } from '../report.ts';
import { ourStage } from './ours.ts';
import { plainStage } from './plain.ts';
import { play, type Tally } from './play.ts';
import type { Stage } from './stage.ts';
import { measureStreamed } from './streamed.ts';

const RATES = [0, 0.1, 0.3, 0.5];
const SEED = Number(process.env.SEED ?? 20_261_121);
const tasks = scriptedTasks();

async function measure(rate: number, open: (model: WeakModel) => Promise<Stage>): Promise<Tally> {
  const stage = await open(new WeakModel(SEED));
  const tally = await play(stage, tasks, rate);
  await stage.stop();
  for (const { number, task, verdict, replies } of tally.failed)
    console.error(`  ${number} ${task.kind}: ${verdict.why.join('; ')}: ${JSON.stringify(replies)}`);
  return tally;
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)}%`;
const shares = (of: object) =>
  Object.entries(of)
    .map(([fault, share]) => `${fault} ${share}`)
    .join(', ');

const rows: string[] = [];
for (const rate of RATES)
  for (const [who, open] of [
    ['Peacrab', ourStage],
    ['plain loop', plainStage],
  ] as const) {
    console.error(`${who}, ${percent(rate, 1)} faulty ...`);
    const { tasks: all, complete, falseDone, raw, requests } = await measure(rate, open);
    const cells = [complete, falseDone, raw].map((count) => `${count} (${percent(count, all)})`);
    rows.push(`| ${rate * 100}% | ${who} | ${cells.join(' | ')} | ${(requests / all).toFixed(2)} |`);
    console.log(rows.at(-1));
  }

const body = [
  `${tasks.length} tasks (set, change, cancel and list reminders, remember and recall, another persona, a skill, two things at once), seed ` +
    `${SEED}. Each answer of the simulated model is faulty at the rate; after an error that shows the call as it looks right, at half ` +
    'of it; a loop it is in goes on at 60%. Complete: the rows asked for stand and no others (the full stop of a note aside), the reply tells what was asked, and ' +
    'nothing in it is call text, tags or thinking. Aim at 30%: 90% complete, no false "done".',
  `Of 100 faulty answers where a call is due: ${shares(CALL_FAULTS)}. Where words are due: ${shares(WORD_FAULTS)}.`,
  [
    '| faulty answers | who | complete | false "done" | raw text shown | requests per task |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n'),
  await measureStreamed(),
].join('\n\n');
writeSection(
  join(import.meta.dirname, '../../docs/measurements.md'),
  'A weak model: `npm run bench:weak`',
  body,
);
console.log(body);
