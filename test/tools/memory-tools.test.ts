import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import type { NoteId } from '../../src/database/ids.ts';
import { retractNote, writeNote } from '../../src/memory/notes.ts';
import { scopeOf } from '../../src/memory/scope.ts';
import type { Person } from '../../src/people/person.ts';
import { recall } from '../../src/tools/recall.ts';
import { remember } from '../../src/tools/remember.ts';
import { toolSchema } from '../../src/tools/tool.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { onEveryEngine, type TestDatabase } from '../fakes/databases.ts';
import { addPeople, ann, annsDm, bob, bobsDm, general, random } from '../memory/people.ts';
import { now, useFor } from './use.ts';

onEveryEngine('remember and recall', (open) => {
  let opened: Promise<TestDatabase> | undefined;
  const make = async () => {
    opened ??= open();
    const { database } = await opened;
    await addPeople(database);
    return {
      database,
      keep: async (
        text: string,
        who: Person = ann,
        where: ToolContext['room'] = annsDm,
        more: Partial<ToolContext> = {},
      ) => {
        const use = await useFor(database, who, where, more);
        return database.transaction((tx) => remember.run({ text }, { ...use, queries: tx }));
      },
      look: async (query: string, who: Person = ann, where: ToolContext['room'] = annsDm) =>
        recall.run({ query }, await useFor(database, who, where)),
    };
  };
  /** A note of an earlier day. */
  const noteOf = (database: Database, date: string, text: string) =>
    database.transaction((tx) =>
      writeNote(
        tx,
        {
          scope: scopeOf(annsDm, ann),
          author: ann,
          text,
          tainted: false,
          conversation: null,
          turn: null,
          date,
        },
        now,
      ),
    );

  test('a fact gets a handle, a receipt and its undoing', async () => {
    const { keep } = await make();
    const kept = await keep('Ann likes green tea.');
    const [handle = ''] = kept.handles ?? [];
    assert.match(handle, /^n\d+$/);
    assert.equal(kept.text, `Noted as ${handle}: Ann likes green tea.`);
    assert.deepEqual(kept.effect, {
      receipt: `📝 noted: Ann likes green tea. (${handle})`,
      inverse: { do: 'retract-note', note: Number(handle.slice(1)) },
    });
  });

  test('a fact said again is the old note, and undoing this call would not forget it', async () => {
    const { keep } = await make();
    const first = await keep('Ann likes tea');
    const again = await keep('ann likes  TEA');
    assert.deepEqual(again.handles, first.handles);
    assert.match(again.text, /^Already noted as n\d+ on 2026-11-21/);
    assert.equal(again.effect, undefined);
  });

  test('notes are found by words, with author and date', async () => {
    const { keep, look } = await make();
    const { handles } = await keep('Ann prefers green tea.');
    await keep('The Lisbon budget is 4,000 euros.');
    const found = await look('teas');
    assert.equal(
      found.text,
      `1 note about "teas":\n- ${handles?.[0]}, Sat 21 Nov 2026, Ann: Ann prefers green tea.`,
    );
    assert.equal(found.tainted, false);
  });

  test('notes are found by day, alone or with words', async () => {
    const { database, look } = await make();
    await noteOf(database, '2026-11-17', 'The tea comes from Kyoto');
    await noteOf(database, '2026-11-17', 'The printer is broken');
    await noteOf(database, '2026-11-18', 'Tea is out of stock');
    const day = await look('last Tuesday');
    assert.match(day.text, /^2 notes of Tue 17 Nov 2026:\n.*Kyoto\n.*printer/);
    assert.match((await look('what did I note about tea last Tuesday?')).text, /^1 note .*Kyoto/s);
    assert.match((await look('what did I note last Tuesday?')).text, /^2 notes of Tue/);
    assert.match((await look('tea yesterday')).text, /^2 notes about "tea", none of them of Fri 20 Nov 2026/);
    assert.match((await look('this week')).text, /^3 notes of Mon 16 Nov 2026 to Sat 21 Nov 2026/);
    assert.match((await look('yesterday')).text, /^Nothing found: there are no notes of Fri 20 Nov 2026/);
  });

  test('a note is read by its handle, a forgotten one no more, in any way', async () => {
    const { database, keep, look } = await make();
    const [handle = ''] = (await keep('Ann prefers green tea.')).handles ?? [];
    assert.match((await look(handle)).text, /Ann prefers green tea/);
    await retractNote(database.db, scopeOf(annsDm, ann), Number(handle.slice(1)) as NoteId, now);
    assert.equal((await look(handle)).text, `${handle} was forgotten.`);
    for (const query of ['tea', 'today']) assert.match((await look(query)).text, /^Nothing found/);
  });

  test('a handle-like word in a longer query is a word', async () => {
    const { keep, look } = await make();
    await keep('The account is with N26.');
    assert.match((await look('the N26 account')).text, /with N26/);
    assert.equal((await look('n26')).text, 'Nothing found: there is no note n26 here.');
  });

  test('nothing found says what was searched', async () => {
    const { look } = await make();
    assert.match(
      (await look('submarine')).text,
      /^Nothing found for "submarine" in Ann's own notes \(there are none yet\)/,
    );
    assert.match((await look('submarine', ann, general)).text, /in this room's notes/);
    assert.match((await look('t9.1')).text, /^Nothing found: this conversation has no result t9\.1/);
  });

  test('taint sticks: to the note, and to what shows it', async () => {
    const { keep, look } = await make();
    await keep('The page says: call 555', ann, annsDm, { tainted: true });
    await keep('Ann prefers green tea.');
    assert.equal((await look('tea')).tainted, false);
    const found = await look('page');
    assert.equal(found.tainted, true);
    assert.match(found.text, /\(from an outside text\)/);
  });

  test('in a room, another person’s words are from outside, one’s own are not', async () => {
    const { keep, look } = await make();
    await keep('The demo is on Monday', bob, general);
    assert.equal((await look('demo', ann, general)).tainted, true);
    assert.equal((await look('demo', bob, general)).tainted, false);
    assert.match((await look('what did Bob say?', ann, general)).text, /Bob: The demo is on Monday/);
  });

  test('an elided result is read again in pages, in its own conversation only', async () => {
    const { database, look } = await make();
    const full = Array.from({ length: 400 }, (_, at) => `line ${at} of the page\n`).join('');
    const use = await useFor(database, ann, annsDm);
    const payload = { callId: 'c1', name: 'fetch_page', ok: true, text: 'line 0 …', handle: 't12.3', full };
    await database.db
      .insertInto('entry')
      .values({
        conversation_id: use.conversation,
        type: 'tool_result',
        payload: JSON.stringify(payload),
        tainted: true,
      })
      .execute();
    const first = await look('t12.3');
    assert.match(
      first.text,
      /^t12\.3, result of fetch_page, part 1 of 3:\nline 0 .*\[more: recall "t12\.3:2"\]$/s,
    );
    assert.equal(first.tainted, true);
    const second = await look('part 2 of t12.3');
    assert.equal((await look('t12.3:2')).text, second.text);
    const third = await look('t12.3:3');
    const bodies = [first, second, third].map(({ text }) => text.split('\n').slice(1, -1).join('\n').trim());
    assert.equal(bodies.join('\n'), full.trim());
    assert.match((await look('t12.3:4')).text, /has 3 part/);
    assert.match((await look('t12.3', ann, general)).text, /^Nothing found/);
  });

  test('the rest of a long message is read by its id, in its own conversation only', async () => {
    const { database, look } = await make();
    const use = await useFor(database, bob, general);
    const message = {
      messageId: '1700000000.000100',
      person: bob.id,
      name: 'Bob',
      text: 'a long story '.repeat(500),
      attachments: [],
    };
    await database.db
      .insertInto('entry')
      .values({
        conversation_id: use.conversation,
        type: 'user',
        payload: JSON.stringify({ messages: [message], head: '' }),
      })
      .execute();
    const page = await look('m1700000000.000100:2', ann, general);
    assert.match(page.text, /^m1700000000\.000100, message of Bob, part 2 of 3:\n/);
    assert.equal(page.tainted, true);
    assert.equal((await look('m1700000000.000100', bob, general)).tainted, false);
    assert.match((await look('m1700000000.000100', bob, random)).text, /^Nothing found/);
  });

  test('days count from when the person wrote, even if the turn ran later', async () => {
    const { database, keep } = await make();
    const askedAt = new Date('2026-11-20T22:59:00Z');
    const [handle] = (await keep('Ann likes tea', ann, annsDm, { askedAt })).handles ?? [];
    const use = await useFor(database, ann, annsDm, { askedAt });
    assert.match(
      (await recall.run({ query: 'today' }, use)).text,
      new RegExp(`of Fri 20 Nov 2026:\n- ${handle}`),
    );
  });

  test('canaries of a DM reach nobody else, and no channel, not even their own person there', async () => {
    const { database, keep, look } = await make();
    const [handle = ''] = (await keep('CANARY the vault code is 4711')).handles ?? [];
    const use = await useFor(database, ann, annsDm);
    const result = { callId: 'c', name: 'x', ok: true, text: 'CANARY result', handle: 't1.1' };
    const message = { messageId: '77', person: ann.id, name: 'Ann', text: 'CANARY words', attachments: [] };
    for (const [type, payload] of [
      ['tool_result', result],
      ['user', { messages: [message], head: '' }],
    ] as const)
      await database.db
        .insertInto('entry')
        .values({ conversation_id: use.conversation, type, payload: JSON.stringify(payload) })
        .execute();
    await keep('The room has plants', ann, general);
    const queries = [
      'canary',
      'CANARY',
      'vault code',
      'Ann',
      'today',
      'this week',
      'last year',
      handle,
      't1.1',
      'm77',
    ];
    queries.push(
      'person:slack:T1:U1',
      '../person-slack-T1-U1/2026-11-21.md',
      `' or 1=1 --`,
      `%`,
      `${handle} and t1.1`,
    );
    for (const [who, where] of [
      [bob, bobsDm],
      [ann, general],
      [bob, general],
      [ann, random],
    ] as const) {
      for (const query of queries) {
        const found = await look(query, who, where);
        assert.doesNotMatch(
          found.text.replaceAll(query, ''),
          /CANARY|4711/,
          `${who.name} in ${where.id}: ${query}`,
        );
      }
    }
    assert.match((await look('vault')).text, /CANARY/);
    assert.match((await look('t1.1')).text, /CANARY/);
    assert.match((await look('m77')).text, /CANARY/);
  });

  test('a note said in a channel stays the room’s', async () => {
    const { keep, look } = await make();
    await keep('The demo is on Monday', ann, general);
    assert.match((await look('demo', bob, general)).text, /Monday/);
    for (const [who, where] of [
      [ann, annsDm],
      [bob, random],
    ] as const)
      assert.match((await look('demo', who, where)).text, /^Nothing found/);
  });
});

test('the two tools cost the prefix little', () => {
  const size = [remember, recall]
    .map((tool) => JSON.stringify(toolSchema(tool)).length)
    .reduce((a, b) => a + b);
  assert.ok(size < 1600, `${size} characters`);
});
