// Rows that cannot be stored, parsed or committed: what can be cleaned is cleaned, and what still fails is set aside with one
// honest sentence. It never holds the conversation: the next message is answered, "stop" and "reset" work.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey } from '../../src/database/ids.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { type Engine, engines, everythingIn } from '../fakes/databases.ts';

const nul = String.fromCharCode(0);
const half = '\ud83d';

const bots: Bot[] = [];
after(async () => {
  for (const bot of bots) await bot.stop();
});

const shared = new Map<Engine, Promise<{ bot: Bot; channel: FakeChannel }>>();

async function open(engine: Engine) {
  const channel = new FakeChannel();
  const bot = await startBot({ engine, channels: [channel] });
  bots.push(bot);
  return { bot, channel };
}

/** One bot for each engine; each test talks as somebody else, in their DM. */
async function start(engine: Engine, who: string) {
  const opened = shared.get(engine) ?? open(engine);
  shared.set(engine, opened);
  const { bot, channel } = await opened;
  const texts = () =>
    channel.sent.filter(({ place }) => place.room === `slack:T1:D${who}`).map(({ text }) => text);
  const said = (count: number) => channel.until(() => texts().length >= count);
  const troubles = () => openTroubles(bot.database, `slack:T1:D${who}`);
  return { bot, channel, said, texts, troubles };
}

const openTroubles = ({ db }: Database, conversation: string) =>
  db
    .selectFrom('trouble')
    .select(['kind', 'ref', 'why'])
    .where('conversation_id', '=', conversation as ConversationKey)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();

/** Makes the database refuse rows of a table for which a condition over `new` holds, with this SQLSTATE. */
async function refuse({ db }: Database, table: string, condition: string, state = '22023'): Promise<void> {
  await sql
    .raw(`create or replace function refuse_${table}() returns trigger language plpgsql as $$
      begin if ${condition} then raise exception 'refused for the test' using errcode = '${state}'; end if; return new; end $$`)
    .execute(db);
  await sql
    .raw(
      `create or replace trigger refuse_${table} before insert or update on ${table} for each row execute function refuse_${table}()`,
    )
    .execute(db);
}

const accept = ({ db }: Database, table: string) =>
  sql.raw(`drop trigger refuse_${table} on ${table}`).execute(db);

for (const engine of engines()) {
  it(`a reply with NUL or half a character is cleaned and delivered (${engine})`, async () => {
    const { bot, channel, said, texts, troubles } = await start(engine, 'Ann');
    bot.model.rules(() => `one${nul} two ${half} three`);
    await channel.say('Ann', 'hello');
    await said(1);
    assert.deepEqual(texts(), ['one two \ufffd three']);
    assert.deepEqual(await troubles(), []);
  });

  it(`messages, names and topics are cleaned on their way in (${engine})`, async () => {
    const { bot, channel, said, troubles } = await start(engine, 'Bea');
    bot.model.rules(() => 'ok');
    const base = channel.base('Bea');
    await channel.receive({
      ...base,
      type: 'message',
      text: `hi${nul} there ${half}!`,
      attachments: [`a${nul}.txt`],
      late: false,
      place: { ...base.place, name: `room${nul}`, topic: `a topic ${half}` },
      speaker: { ...base.speaker, name: `Be${nul}a ${half}` },
      messageId: `m${nul}1`,
    });
    await said(1);
    const all = await everythingIn(bot.database);
    assert.ok(
      all.includes('hi there \ufffd!') && all.includes('Bea \ufffd') && all.includes('a topic \ufffd'),
    );
    assert.deepEqual(await troubles(), []);
  });

  it(`arguments and results of tools are cleaned, and the model is sent nothing that a server refuses (${engine})`, async () => {
    const { bot, channel, said, texts } = await start(engine, 'Cat');
    bot.model.script([
      { calls: [{ name: 'remember', args: { text: `the code is ${nul}blue ${half}` } }] },
      'Noted.',
    ]);
    await channel.say('Cat', 'remember that the code is blue');
    await said(1);
    assert.match(texts()[0] ?? '', /the code is blue \ufffd/);
    assert.ok(JSON.stringify(bot.model.requests.at(-1)?.messages).isWellFormed());
    assert.doesNotMatch(JSON.stringify(bot.model.requests), /\\u0000|\\ud83d/);
  });

  it(`a commit that the database refuses ends the turn at once with one line; the next message is answered (${engine})`, async () => {
    const { bot, channel, said, texts, troubles } = await start(engine, 'Dan');
    const asked = bot.model.requests.length;
    bot.model.rules((request) =>
      JSON.stringify(request.messages.at(-1)).includes('zebra') ? 'poisoned words' : 'fine',
    );
    await refuse(bot.database, 'entry', `new.payload::text like '%poisoned%'`);
    await channel.say('Dan', 'zebra');
    await said(1);
    assert.match(texts()[0] ?? '', /^Sorry, .* Nothing was changed\./);
    await channel.say('Dan', 'second');
    await said(2);
    assert.equal(texts()[1], 'fine');
    const [trouble] = await troubles();
    assert.deepEqual({ kind: trouble?.kind, why: trouble?.why }, { kind: 'turn', why: '22023' });
    assert.equal(bot.model.requests.length, asked + 2);
  });

  it(`words of a person that the history cannot hold: set aside, told, stop and reset work (${engine})`, async () => {
    const { bot, channel, said, texts, troubles } = await start(engine, 'Eve');
    bot.model.rules(() => 'fine');
    await refuse(bot.database, 'entry', `new.payload::text like '%poisoned%'`);
    await channel.say('Eve', 'poisoned words');
    await said(1);
    assert.match(texts()[0] ?? '', /^Sorry, /);
    await channel.say('Eve', '/stop');
    await channel.say('Eve', '/reset');
    await said(3);
    assert.equal((await troubles()).length, 1);
    assert.deepEqual(
      await bot.database.db.selectFrom('inbox').select('id').where('state', '<>', 'done').execute(),
      [],
    );
  });

  it(`a command whose row is refused is answered once and set aside; the next one works (${engine})`, async () => {
    const { bot, channel, said, texts, troubles } = await start(engine, 'Fay');
    await refuse(bot.database, 'schedule', `new.text like '%poisoned%'`);
    await channel.say('Fay', '/remind in 2 hours poisoned tea', { zone: 'Europe/Berlin' });
    await channel.say('Fay', '/remind in 2 hours green tea', { zone: 'Europe/Berlin' });
    await said(2);
    assert.match(texts()[0] ?? '', /^Sorry, .*Nothing (of it )?was changed/);
    assert.match(texts()[1] ?? '', /green tea/);
    assert.deepEqual(
      (await troubles()).map(({ kind, why }) => [kind, why]),
      [['event', '22023']],
    );
  });

  it(`a stored row that cannot be read is set aside, and the conversation goes on (${engine})`, async () => {
    const { bot, channel, said, texts, troubles } = await start(engine, 'Gus');
    bot.model.rules(() => 'fine');
    await channel.say('Gus', 'hello');
    await said(1);
    await sql`insert into inbox (platform, room_id, message_id, conversation_id, person_id, kind, payload)
      select platform, room_id, 'odd', conversation_id, person_id, 'message', '[1, null]'::jsonb from inbox where room_id = 'slack:T1:DGus' limit 1`.execute(
      bot.database.db,
    );
    await channel.say('Gus', 'still there?');
    await said(3);
    assert.match(texts()[1] ?? '', /^Sorry, /);
    assert.equal(texts()[2], 'fine');
    assert.equal((await troubles()).length, 1);
  });

  it(`a fault of the world is tried again and never set aside, however often (${engine})`, async () => {
    const channel = new FakeChannel();
    const bot = await startBot({
      engine,
      channels: [channel],
      overrides: { dispatcher: { leaseMs: 1000, pollMs: 50 } },
    });
    bots.push(bot);
    bot.model.rules(() => 'answered');
    await refuse(bot.database, 'entry', 'true', '57P03');
    await channel.say('Hal', 'hello');
    await bot.model.waitForRequest(5);
    assert.deepEqual(channel.sent, []);
    assert.deepEqual(await openTroubles(bot.database, 'slack:T1:DHal'), []);
    await accept(bot.database, 'entry');
    await channel.until((sent) => sent.length > 0);
    assert.deepEqual(
      channel.sent.map(({ text }) => text),
      ['answered'],
    );
  });

  it(`button values that are no ids are "too old", and nothing is set aside (${engine})`, async () => {
    const { channel, said, texts, troubles } = await start(engine, 'Ida');
    const odd = [
      'undo:abc',
      'undo:',
      'undo:99999999999999999999',
      'undo:1e3',
      'undo:-1',
      'undo:1.5',
      'approve:x:once',
      'approve:99999999999999999999:once',
      'retry:NaN',
      'about:1:x',
      'about:z:0',
      'about:1:99999999999999999999',
      'reading:q:1',
      'reading:1:Infinity',
      'done:abc',
      'snooze:abc:in 1 hour',
      'home:snooze:abc',
      'home:done:99999999999999999999',
      'home:forget:nx',
      'change:zzz',
      'let-in:',
      'zone:',
      '',
      ':',
      'nonsense:1',
      '__proto__:1',
      'constructor',
      'forget-me:',
      `undo:${nul}`,
    ];
    for (const action of odd) await channel.click('Ida', action);
    await said(odd.length);
    assert.deepEqual(await troubles(), []);
    assert.doesNotMatch(texts().join('\n'), /Sorry|NaN|undefined/);
    assert.equal(
      texts().filter((text) => /that button is too old/i.test(text)).length > 20,
      true,
      texts().join('\n'),
    );
  });

  it(`handles, numbers and dates beyond every column are refused in words (${engine})`, async () => {
    const { channel, said, texts, troubles } = await start(engine, 'Joe');
    const big = '99999999999999999999';
    const odd = [
      `/reminders cancel r${big}`,
      `/undo ${big}`,
      `/approvals ${big}`,
      `/approve ${big}`,
      `/deny ${big}`,
      `/approvals revoke p${big}`,
      `/why r${big}`,
      `/why #${big}`,
      `/why t${big}.1`,
      `/why n${big}`,
      `/memory forget n${big}`,
      `/tasks done ${big}`,
      `/rewind ${big}`,
      `/remind in ${big} days x`,
      `/remind in 99999999 years x`,
      '/remind on 1 January 300000 x',
      '/remind every 99999999999 years x',
      '/remind on 31 December 9999 x',
      `/timezone ${big}`,
      `/usage ${big}`,
      `/context ${big}`,
      `/memory on 0000-00-00`,
      `/memory 99999-01-01`,
    ];
    for (const words of odd) await channel.say('Joe', words, { zone: 'Europe/Berlin' });
    await said(odd.length);
    assert.deepEqual(await troubles(), []);
    assert.doesNotMatch(texts().join('\n'), /^Sorry, |NaN|undefined|Invalid/m);
  });
}
