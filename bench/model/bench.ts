// npm run eval:model: a score card for a model. Plays the conversations of this folder with it on the whole bot, judges
// each turn by rule, and adds a row to docs/models.md. Without a model in the settings the simulated one plays.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../src/errors.ts';
import { appendResults, type Result, writeMeasurements } from './documents.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { readFillers } from './filler.ts';
import { clearsFloor } from './floor.ts';
import { forecast, told } from './forecast.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { readOwnLines } from './own-lines.ts';
import type { Played } from './play.ts';
import { Progress } from './progress.ts';
import { quickOnes, spread } from './quick.ts';
import { type Harness, harnessName, run } from './run.ts';
import { type Conversation, readConversations } from './script.ts';
import { percent, report, tableOf } from './table.ts';
import { scripted, type Tally, tallyOf } from './tally.ts';
import { remarks } from './without.ts';

interface Done {
  readonly harness: Harness;
  readonly rate: number;
  readonly played: readonly Played[];
  readonly tally: Tally;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(args);
  const conversations = chosen(options);
  const fillers = readFillers(join(import.meta.dirname, 'filler.yaml'));
  const endpoint = await openEndpoint();
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort(new Error('stopped')));
  try {
    const plan = planOf(options, endpoint);
    const { price } = endpoint.config;
    const ahead = forecast(conversations, plan.length * options.times, price);
    console.error(
      `${endpoint.model} at ${endpoint.server}: ${conversations.length} conversations, ${told(ahead)}`,
    );
    const progress = new Progress(ahead.turns);
    if (options.out !== null) writeFileSync(options.out, '');
    const done: Done[] = [];
    for (const { harness, rate } of plan) {
      const label = labelOf(endpoint, harness, rate);
      progress.begins(label);
      const played = await run(
        {
          endpoint,
          conversations,
          fillers,
          lines: readOwnLines(),
          seed: options.seed,
          times: options.times,
          signal: leaving.signal,
          played: (one) => {
            progress.one(one);
            if (options.out !== null) appendFileSync(options.out, `${lineOf(one, label)}\n`);
          },
        },
        harness,
        rate,
      );
      done.push({ harness, rate, played, tally: tallyOf(scripted(played), price) });
      if (harness === null) console.log(`\n${report(label, played, price)}\n`);
      progress.ends(tallyOf(scripted(played), price));
    }
    return conclude(options, endpoint, conversations, done);
  } finally {
    await endpoint.stop();
  }
}

/** What is played: the whole bot at each rate, then what it is held against. */
function planOf(options: Options, { simulated }: Endpoint): readonly { harness: Harness; rate: number }[] {
  const rates = simulated ? options.rates : [0];
  const harnesses: readonly Harness[] = [
    null,
    ...(options.plain ? ['plain loop' as const] : []),
    ...options.variants,
  ];
  return rates.flatMap((rate) => harnesses.map((harness) => ({ harness, rate })));
}

const labelOf = ({ simulated }: Endpoint, harness: Harness, rate: number): string =>
  simulated ? `${harnessName(harness)}, ${rate * 100}% faulty` : harnessName(harness);

/** @throws Error that says what to do */
function chosen({ quick, sample, only, folder }: Options): readonly Conversation[] {
  const where = folder ?? join(import.meta.dirname, 'conversations');
  if (!existsSync(where)) throw new Error(`There is no folder ${where}.`);
  const all = readConversations(where);
  const named = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (named.length === 0) throw new Error(`No conversation in ${where} is called ${only.join(' or ')}.`);
  if (quick) return quickOnes(named);
  return sample === null ? named : spread(named, sample);
}

function lineOf(one: Played, run: string): string {
  const { verdict, ...rest } = one;
  return JSON.stringify({ run, ...rest, ...verdict });
}

function conclude(
  options: Options,
  endpoint: Endpoint,
  conversations: readonly Conversation[],
  done: readonly Done[],
): number {
  const table = tableOf(
    ['faulty answers', 'harness'],
    done.map(
      ({ harness, rate, tally }) =>
        [[endpoint.simulated ? `${rate * 100}%` : 'real', harnessName(harness)], tally] as const,
    ),
  );
  const left = done.flatMap(({ harness }) => {
    if (harness === null || harness === 'plain loop') return [];
    const remark = remarks['without' in harness ? harness.without : harness.with];
    return remark === undefined ? [] : [`- ${harnessName(harness)}: ${remark}`];
  });
  const notes = [...new Set(left)].join('\n');
  if (done.length > 1) console.log(`${table}\n\n${notes}`);
  const isWhole = options.only.length === 0 && options.folder === null && !options.quick;
  if (options.writes && isWhole)
    write(endpoint, conversations, done, [table, notes].filter(Boolean).join('\n\n'));
  const own = done.findLast(({ harness }) => harness === null);
  const cleared = clearsFloor(own?.tally ?? tallyOf([], endpoint.config.price));
  console.error(cleared.said);
  return options.quick && !cleared.clears ? 1 : 0;
}

function write(
  endpoint: Endpoint,
  conversations: readonly Conversation[],
  done: readonly Done[],
  tables: string,
): void {
  const results = done.flatMap(({ harness, rate, tally }): Result[] => {
    if (harness !== null) return [];
    const model = endpoint.simulated ? `simulated, ${rate * 100}% faulty answers` : endpoint.model;
    return [{ model, server: endpoint.server, conversations: conversations.length, tally }];
  });
  appendResults(results, new Date());
  if (endpoint.simulated && done.some(({ harness }) => harness !== null)) {
    const languages = new Set(conversations.map(({ language }) => language)).size;
    const blind = conversations.filter((one) => one.blind).length;
    writeMeasurements(
      `${conversations.length} conversations in ${languages} languages, ${percent(blind, conversations.length)} of them written without a look at the prompts, with the simulated model: ` +
        'it knows what a good model does at each turn, and at the rate it answers faultily instead. What it says of earlier turns has to stand in the request, and it loses a persona that is not named ' +
        'in the last 8,000 characters of it; so figures about what a model makes of prompts, descriptions or examples are no figures of real models. Right: the rows stand as expected and no others, ' +
        'what has to be shown is shown, and nothing false, leaked, in another language or asked needlessly. Small talk in between is not counted.\n\n' +
        tables,
    );
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = messageOf(error) === 'stopped' ? 130 : 2;
  },
);
