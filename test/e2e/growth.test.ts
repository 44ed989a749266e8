// Nothing on a turn's path grows with the store: beside 100,000 old rows in each growing table a whole bot answers, folds in,
// sweeps, sends and keeps house without reading one of them from end to end. PostgreSQL counts that by itself.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { systemClock } from '../../src/clock.ts';
import { blankQuietDiscussions } from '../../src/conversation/privacy/discussions.ts';
import type { Database } from '../../src/database/database.ts';
import { countTrouble } from '../../src/delivery/trouble.ts';
import { mirrorPending } from '../../src/memory/mirror.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { startBot } from './harness.ts';

const old = 100_000;
/** Old rows of one conversation and person. */
const each = 50;

/** Each growing table with its old rows, as of a year before now; foreign keys are off meanwhile. */
const seeds: readonly (readonly [string, string])[] = [
  ['person', `select 'slack:T1:U' || n, 'slack', 'Old ' || n from generate_series(1, ${old}) n`],
  ['room', `select 'slack:T1:DU' || n, 'slack', 'dm' from generate_series(1, ${old}) n`],
  ['conversation', `select 'slack:T1:DU' || n, 'slack:T1:DU' || n from generate_series(1, ${old}) n`],
  ['turn', `select n, WHERE, WHO, 'committed', AT, AT from generate_series(1, ${old}) n`],
  [
    'entry',
    `select n, WHERE, n, 'user', '{"messages": [], "head": ""}', WHO, AT from generate_series(1, ${old}) n`,
  ],
  [
    'inbox',
    `select n, 'slack', WHERE, 'old' || n, WHERE, WHO, 'message', '{"text": "old", "attachments": []}', 'done', n, AT from generate_series(1, ${old}) n`,
  ],
  [
    'schedule',
    `select n, WHO, WHO, WHERE, WHERE, 'old tea ' || n, 'then', 'once' || n, 'ended', n, AT from generate_series(1, ${old}) n`,
  ],
  ['occurrence', `select n, n, AT, 'delivered', AT from generate_series(1, ${old}) n`],
  [
    'outbox',
    `select n, 'old' || n, 'slack', WHERE, WHERE, WHO, n, 'reply', '{"text": "old"}', 'sent', 'old-' || n, AT, AT from generate_series(1, ${old}) n`,
  ],
  [
    'effect',
    `select n, WHERE, WHO, n, 'key', 'remember', '{"ok": true}', AT from generate_series(1, ${old}) n`,
  ],
  [
    'note',
    `select n, 'person:' || WHO, WHO, 'old note ' || n, WHERE, n, current_date - 365, AT, AT from generate_series(1, ${old}) n`,
  ],
  ['request', `select n, WHERE, n, 'old', 'turn', 10, 10, 1, AT from generate_series(1, ${old}) n`],
  [
    'approval',
    `select n, WHERE, WHO, n, 'key', 'old', '{}', '{}', 'done', AT from generate_series(1, ${old}) n`,
  ],
  ['task', `select n, WHERE, WHO, n, n, 1, 'old task', 'done', AT, AT from generate_series(1, ${old}) n`],
];

const columns: Readonly<Record<string, string>> = {
  person: 'id, platform, name',
  room: 'id, platform, kind',
  conversation: 'id, room_id',
  turn: 'id, conversation_id, person_id, state, created_at, ended_at',
  entry: 'id, conversation_id, turn_id, type, payload, person_id, created_at',
  inbox:
    'id, platform, room_id, message_id, conversation_id, person_id, kind, payload, state, turn_id, received_at',
  schedule:
    'id, owner_id, addressee_id, room_id, conversation_id, text, words, spec_key, state, turn_id, created_at',
  occurrence: 'id, schedule_id, due_at, state, ended_at',
  outbox:
    'id, key, platform, room_id, conversation_id, person_id, turn_id, kind, payload, state, platform_message_id, created_at, sent_at',
  effect: 'id, conversation_id, person_id, turn_id, call_key, name, result, created_at',
  note: 'id, scope, author_id, text, conversation_id, turn_id, local_date, created_at, mirrored_at',
  request:
    'id, conversation_id, turn_id, model, purpose, estimated_tokens, fresh_tokens, milliseconds, created_at',
  approval: 'id, conversation_id, person_id, turn_id, call_key, tool, args, bound, state, created_at',
  task: 'id, conversation_id, person_id, turn_id, list, number, text, state, created_at, touched_at',
};

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const [table, select] of seeds) {
    const rows = select
      .replaceAll('WHERE', `('slack:T1:DU' || (n / ${each} + 1))`)
      .replaceAll('WHO', `('slack:T1:U' || (n / ${each} + 1))`)
      .replaceAll('AT', `(now() - interval '365 days')`);
    await client.query(
      `insert into ${table} (${columns[table]}) ${rows.replaceAll(/'(\{[^']*\})'/g, "'$1'::jsonb")}`,
    );
    if (select.startsWith('select n'))
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${old + 1})`);
  }
  await client.query('vacuum analyze');
  await client.end();
}

/** Rows read from end to end so far, by table, as PostgreSQL counts them. */
async function readWhole({ db }: Pick<Database, 'db'>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, seq_tup_read as read from pg_stat_user_tables`.execute(db);
  return new Map(rows.map(({ table, read }) => [table, Number(read)]));
}

it(`beside ${old} old rows in each table none of them is read as a whole`, {
  skip: !process.env.TEST_DATABASE_URL,
}, async () => {
  const channel = new FakeChannel();
  const bot = await startBot({
    engine: 'postgres',
    channels: [channel],
    overrides: { turn: { waitLineMs: 600_000 } },
  });
  try {
    await bot.halt();
    await fill(bot.config.databaseUrl ?? '');
    await bot.resume();
    const before = await readWhole(bot.database);
    await talk(channel, bot);
    // The housekeeping comes once a minute by itself.
    await blankQuietDiscussions(bot.database, new Date());
    await mirrorPending(bot.database, bot.config.memoryDir, systemClock);
    await countTrouble(bot.database.db);
    // A connection hands its counts over when it ends at the latest.
    await bot.halt();
    await bot.resume();
    const after = await readWhole(bot.database);
    const whole = [...after].filter(
      ([table, read]) => columns[table] && read - (before.get(table) ?? 0) >= old,
    );
    assert.deepEqual(whole, [], 'these tables were read from end to end');
  } finally {
    await bot.stop();
  }
});

/** Turns with tools, commands, clicks, edits, a due reminder, undo, files, the looks of an operator. */
async function talk(channel: FakeChannel, bot: Awaited<ReturnType<typeof startBot>>): Promise<void> {
  const said = (count: number) => channel.until((sent) => sent.length >= count);
  bot.model.rules(() => 'ok');
  bot.model.script([
    { calls: [{ name: 'remember', args: { text: 'the code is blue' } }] },
    'Noted.',
    { calls: [{ name: 'set_reminder', args: { what: 'stretch', when: 'in 1 hour' } }] },
    'Set.',
    { calls: [{ name: 'recall', args: { query: 'the code' } }] },
    'Blue.',
    { calls: [{ name: 'list_reminders', args: {} }] },
    'One.',
  ]);
  const zone = { zone: 'Europe/Berlin' };
  let count = 0;
  const talks = [
    'remember that the code is blue',
    'remind me in 1 hour to stretch',
    'what was the code?',
    'which reminders do I have?',
    'and how are you?',
    '/reminders',
    '/remind in 2 hours tea',
    '/undo',
    '/undo',
    '/why',
    '/memory',
    '/usage',
    '/tasks add milk',
    '/tasks',
    '/home',
    '/context',
    '/agenda',
    '/persona cfo',
    '/approvals',
    '/rewind',
    '/remind in 1 second now',
  ];
  for (const [index, words] of talks.entries()) {
    count = channel.sent.length;
    await channel.say('Ann', words, { ...zone, id: `ann-${index}` });
    await said(count + 1);
  }
  await said(channel.sent.length + 1);
  await channel.say('Bob', 'first', { id: 'bob-1' });
  count = channel.sent.length + 1;
  await said(count);
  await channel.edit('Bob', 'bob-1', 'first, edited', { id: 'bob-2' });
  await said(count + 1);
  await channel.say('Bob', 'hello', { channel: 'C1', thread: '7' });
  await said(count + 2);
}
