// The passes that ask the model beside a turn, and what each may change: the journal's notes are held by the gate as the
// model's own calls are. Every purpose of a request has its line here.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Purpose } from '../../src/conversation/turn/request/usage-rows.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';

const passes: Readonly<Record<Purpose, string>> = {
  turn: 'each call is asked of the gate (gate.test.ts)',
  journal: 'the scenarios below',
  summary: 'stores a line for the history alone',
  delegate: 'each call is asked of the gate, within its turn',
  claim: 'changes nothing',
};

const isLog = (request: SeenRequest) => request.lastUser.includes('write the running log');
const log = [
  '## People and aims\n- Ann: plans the move of the office, step by step, with much to talk over',
  '## Decided\n- Ann: it is done in spring, and nobody works on that weekend if it can be helped at all',
  '## Facts\n- the landlord is Mr. Okafor',
  '## Open\n- Ann: an offer for the shelves is still missing, she wants it compared with the old one',
  '## Done\n- the list of rooms was gone through, and each has a number now',
  '## Remember\n- Ann wants the office moved in spring.',
].join('\n');
const chatter = (turn: number) =>
  Array.from({ length: 26 }, (_, at) => `we talked about shelf ${turn * 100 + at} and its corner`).join(', ');

describe(`the journal's notes (of ${Object.keys(passes).length} passes)`, () => {
  const bots: Bot[] = [];
  after(async () => {
    for (const bot of bots) await bot.stop();
  });

  /** Talks until a log was stored. @returns the notes that it made */
  async function notesAfterLog(policy: string, mode: string) {
    const channel = new FakeChannel();
    const env = { CONTEXT_WINDOW: '8000', MAX_OUTPUT_TOKENS: '512', DEFAULT_TIMEZONE: 'Europe/Berlin' };
    const bot = await startBot({ channels: [channel], env, policy });
    bots.push(bot);
    bot.model.rules((request) => (isLog(request) ? log : 'Noted so far, Ann.'));
    const { db } = bot.database;
    const logs = () => db.selectFrom('entry').select('id').where('type', '=', 'journal').execute();
    const said = async (text: string) => {
      const count = channel.sent.length + 1;
      await channel.say('Ann', text);
      await channel.until((sent) => sent.length >= count);
    };
    await said(`/room mode ${mode}`);
    await said('We move the office in spring, and the offer is number INV-7731.');
    for (let turn = 1; turn < 40 && (await logs()).length === 0; turn += 1) await said(chatter(turn));
    assert.notEqual((await logs()).length, 0, 'no log was written');
    return (await db.selectFrom('note').select('text').execute()).map(({ text }) => text);
  }

  for (const [what, policy, mode, notes] of [
    ['are made where nothing stands against them', '', 'normal', ['Ann wants the office moved in spring.']],
    ['are not made in a look-only room', '', 'look-only', []],
    ['are not made where a rule denies remember', 'rules: [{ tool: remember, do: deny }]', 'normal', []],
    ['are not made where a rule would ask', 'rules: [{ tool: remember, do: ask }]', 'normal', []],
    ['are not made where remember has no place', 'places: [recall]', 'normal', []],
  ] as const)
    it(what, async () => assert.deepEqual(await notesAfterLog(policy, mode), notes));
});
