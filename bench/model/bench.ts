// npm run eval:model: a score card for a model. Plays the conversations of this folder with it on the whole bot, judges
// each turn by rule, and adds a row to docs/models.md. Without a model in the settings the simulated one plays.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../src/errors.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { readFillers } from './filler.ts';
import { forecast, told } from './forecast.ts';
import { type Lines, lineOf, readLines } from './lines.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { readOwnLines } from './own-lines.ts';
import { Progress } from './progress.ts';
import { LONGEST_SAMPLED, quickOnes, spread } from './quick.ts';
import { conclude } from './results.ts';
import { type Harness, harnessName, run } from './run.ts';
import { type Conversation, readConversations } from './script.ts';
import { report } from './table.ts';
import { scripted, tallyOf } from './tally.ts';

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(args);
  const conversations = chosen(options);
  const endpoint = await openEndpoint();
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort(new Error('stopped')));
  try {
    const runs =
      options.from.length > 0
        ? readLines(options.from)
        : await playAll(options, endpoint, conversations, leaving.signal);
    return conclude(options, endpoint, conversations, runs);
  } finally {
    await endpoint.stop();
  }
}

/** Plays what is asked for, run by run. @throws the signal's reason */
async function playAll(
  options: Options,
  endpoint: Endpoint,
  conversations: readonly Conversation[],
  signal: AbortSignal,
): Promise<readonly Lines[]> {
  const { out, seed, times } = options;
  const { price } = endpoint.config;
  const plan = planOf(options, endpoint);
  const ahead = forecast(conversations, plan.length * times, price);
  console.error(
    `${endpoint.model} at ${endpoint.server}: ${conversations.length} conversations, ${told(ahead)}`,
  );
  const progress = new Progress(ahead.turns);
  const fillers = readFillers(join(import.meta.dirname, 'filler.yaml'));
  const parts = { endpoint, conversations, fillers, lines: readOwnLines(), seed, times, signal };
  if (out !== null) writeFileSync(out, '');
  const runs: Lines[] = [];
  for (const { harness, rate } of plan) {
    const name = harnessName(harness);
    const label = rate === null ? name : `${name}, ${rate * 100}% faulty`;
    progress.begins(label);
    const one = (turn: Parameters<Progress['one']>[0]) => {
      progress.one(turn);
      if (out !== null) appendFileSync(out, `${lineOf(turn, name, rate)}\n`);
    };
    const played = await run({ ...parts, played: one }, harness, rate ?? 0);
    runs.push({ harness: name, rate, played });
    if (harness === null) console.log(`\n${report(label, played, price)}\n`);
    progress.ends(tallyOf(scripted(played), price));
  }
  return runs;
}

/** What is played: the whole bot at each rate, then what it is held against. */
function planOf(
  options: Options,
  { simulated }: Endpoint,
): readonly { harness: Harness; rate: number | null }[] {
  const rates = simulated ? options.rates : [null];
  const harnesses: readonly Harness[] = [
    ...(options.ours ? [null] : []),
    ...(options.plain ? ['plain loop' as const] : []),
    ...options.variants,
  ];
  return rates.flatMap((rate) => harnesses.map((harness) => ({ harness, rate })));
}

/** @throws Error that says what to do */
function chosen({ quick, sample, only, folder }: Options): readonly Conversation[] {
  const where = folder ?? join(import.meta.dirname, 'conversations');
  if (!existsSync(where)) throw new Error(`There is no folder ${where}.`);
  const all = readConversations(where);
  const named = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (named.length === 0) throw new Error(`No conversation in ${where} is called ${only.join(' or ')}.`);
  if (quick) return quickOnes(named);
  return sample === null ? named : spread(named, sample, LONGEST_SAMPLED);
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
