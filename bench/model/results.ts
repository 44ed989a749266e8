// What is made of the runs at the end: one table on the screen, rows and figures in the documents, and whether the model
// clears the floor.
import { appendResults, type Result, writeMeasurements } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { clearsFloor } from './floor.ts';
import type { Lines } from './lines.ts';
import type { Options } from './options.ts';
import type { Conversation } from './script.ts';
import { percent, tableOf } from './table.ts';
import { scripted, tallyOf } from './tally.ts';
import { remarks } from './without.ts';

const OURS = 'ours';

/** Tells and writes the results. @returns the exit code */
export function conclude(
  options: Options,
  endpoint: Endpoint,
  conversations: readonly Conversation[],
  runs: readonly Lines[],
): number {
  const { price } = endpoint.config;
  const done = runs.map((one) => ({ ...one, tally: tallyOf(scripted(one.played), price) }));
  const table = tableOf(
    ['faulty answers', 'harness'],
    done.map(
      ({ harness, rate, tally }) => [[rate === null ? 'real' : `${rate * 100}%`, harness], tally] as const,
    ),
  );
  const text = [table, remarksOn(runs)].filter(Boolean).join('\n\n');
  if (done.length > 1) console.log(text);
  const isWhole = options.only.length === 0 && options.folder === null && !options.quick;
  if (options.writes && isWhole) {
    const model = (rate: number | null) =>
      rate === null ? endpoint.model : `simulated, ${rate * 100}% faulty answers`;
    const results = done
      .filter(({ harness }) => harness === OURS)
      .map(({ rate, played, tally }): Result => {
        const names = new Set(played.map(({ conversation }) => conversation));
        return { model: model(rate), server: endpoint.server, conversations: names.size, tally };
      });
    appendResults(results, new Date());
    if (endpoint.simulated && done.some(({ harness }) => harness !== OURS))
      writeMeasurements(`${introduction(conversations, runs)}\n\n${text}`);
  }
  const own = done.findLast(({ harness }) => harness === OURS);
  const cleared = clearsFloor(own?.tally ?? tallyOf([], price));
  console.error(cleared.said);
  return options.quick && !cleared.clears ? 1 : 0;
}

/** Where a variant is not what its name suggests. */
function remarksOn(runs: readonly Lines[]): string {
  const names = new Set(runs.map(({ harness }) => harness));
  return Object.entries(remarks)
    .filter(([part]) => names.has(`without ${part}`) || names.has(`with ${part}`))
    .map(([part, remark]) => `- ${part}: ${remark}`)
    .join('\n');
}

function introduction(all: readonly Conversation[], runs: readonly Lines[]): string {
  const names = new Set(runs.flatMap(({ played }) => played.map(({ conversation }) => conversation)));
  const conversations = all.filter(({ name }) => names.has(name));
  const languages = new Set(conversations.map(({ language }) => language)).size;
  const blind = conversations.filter((one) => one.blind).length;
  return (
    `${conversations.length} of ${all.length} conversations, in ${languages} languages, ${percent(blind, conversations.length)} of them written without a look at ` +
    'the prompts, with the simulated model: it knows what a good model does at each turn, and at the rate it answers faultily instead. What it says of earlier turns has to stand in the ' +
    'request, and it loses a persona that is not named in the last 8,000 characters of it; so figures about what a model makes of prompts, descriptions or examples are no figures of real ' +
    'models. Right: the rows stand as expected and no others, what has to be shown is shown, and nothing false, leaked, in another language or asked needlessly. Small talk in between is ' +
    'not counted.'
  );
}
