// A few conversations of npm run eval:model: on the whole bot without faults every turn is right, with faults more than in a
// plain loop; and every conversation that is measured by can be read.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Endpoint, openEndpoint } from '../../../bench/model/endpoint.ts';
import { readFillers } from '../../../bench/model/filler.ts';
import { readOwnLines } from '../../../bench/model/own-lines.ts';
import { expanded, type Played } from '../../../bench/model/play.ts';
import { type Harness, run } from '../../../bench/model/run.ts';
import { LANGUAGES, readConversations } from '../../../bench/model/script.ts';
import { scripted } from '../../../bench/model/tally.ts';

const folder = join(import.meta.dirname, '../../../bench/model');
const fillers = readFillers(join(folder, 'filler.yaml'));
const conversations = readConversations(import.meta.dirname);
const SEED = Number(process.env.SEED ?? 3);

const told = (played: readonly Played[]) =>
  played
    .filter(({ verdict }) => !verdict.right)
    .map(
      (one) => `${one.conversation} ${one.turn}: ${one.verdict.why.join('; ')} ${JSON.stringify(one.shown)}`,
    )
    .join('\n');

describe('npm run eval:model', () => {
  let endpoint: Endpoint;
  before(async () => {
    endpoint = await openEndpoint({});
  });
  after(() => endpoint.stop());

  const play = (harness: Harness, rate: number, times = 1) =>
    run({ endpoint, conversations, fillers, lines: readOwnLines(), seed: SEED, times }, harness, rate);
  const right = (played: readonly Played[]) => scripted(played).filter(({ verdict }) => verdict.right).length;

  it('plays every turn right on the whole bot when the model makes no mistake', async () => {
    const played = await play(null, 0);
    assert.equal(told(played), '');
    assert.equal(played.length, 11);
    assert.ok(played.every(({ used, shown }) => shown.length === 0 || used.input > 0));
  });

  it('gets more right than a plain loop when half of the answers are faulty', async () => {
    const [ours, plain] = [await play(null, 0.5, 2), await play('plain loop', 0.5, 2)];
    assert.ok(right(ours) > right(plain), `${right(ours)} against ${right(plain)}\n${told(ours)}`);
  });

  it('shows what a part is worth: without promises and repair more is false', async () => {
    const without = await play({ without: 'repair' }, 0.5, 2);
    const ours = await play(null, 0.5, 2);
    assert.ok(right(without) < right(ours), `${right(without)} against ${right(ours)}`);
  });
});

describe('the conversations that models are measured by', () => {
  it('are all well formed, and their small talk stands in every language', () => {
    const all = readConversations(join(folder, 'conversations'));
    for (const conversation of all) assert.ok(expanded(conversation, fillers).length > 1, conversation.name);
    for (const language of LANGUAGES) assert.notEqual(fillers.nth(language, 11).says, '');
  });
});
