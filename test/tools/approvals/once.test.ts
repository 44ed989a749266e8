// A call that reaches outside runs once ever: whoever comes after a process that died in the middle is told that nobody knows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { beginTurn } from '../../../src/conversation/turn/turn-row.ts';
import type { Database } from '../../../src/database/database.ts';
import { isTurnEvent } from '../../../src/delivery/event.ts';
import { openEvents, storeIncoming } from '../../../src/delivery/inbox.ts';
import { type Lease, takeLeases } from '../../../src/delivery/lease.ts';
import { type ExternalCall, runExternal } from '../../../src/tools/approvals/run-external.ts';
import type { ToolResult } from '../../../src/tools/tool.ts';
import { FakeChannel } from '../../fakes/channel.ts';
import { onEveryEngine } from '../../fakes/databases.ts';

const never = new AbortController().signal;

async function begun(database: Database): Promise<{ readonly lease: Lease; readonly call: ExternalCall }> {
  const base = new FakeChannel().base('Ann', { id: 'm1' });
  await storeIncoming(database, { type: 'message', text: 'post it', attachments: [], late: false, ...base });
  const [lease] = await takeLeases(database, 'one', 60_000, 1);
  assert.ok(lease);
  const events = (await openEvents(database.db, lease.conversation)).filter(isTurnEvent);
  const turn = (await beginTurn(database.db, lease, events))?.row;
  assert.ok(turn);
  const args = { text: 'hello', justification: 'Ann asked' };
  return {
    lease,
    call: {
      conversation: lease.conversation,
      person: base.speaker.id,
      turn: turn.id,
      key: 'k',
      tool: 'post_note',
      args,
      tainted: false,
      approved: null,
    },
  };
}

onEveryEngine('calls that reach outside', (open) => {
  it('a second run of a call that has ended gets its result; nothing is done again', async () => {
    const { database } = await open();
    const { lease, call } = await begun(database);
    let runs = 0;
    const run = async (): Promise<ToolResult> => ({ ok: true, text: `posted ${++runs}` });
    const first = await runExternal(database, lease, call, run, never);
    const second = await runExternal(database, lease, call, run, never);
    assert.deepEqual([runs, first.result.text, second.result.text], [1, 'posted 1', 'posted 1']);
    assert.match(first.effect?.effect.receipt ?? '', /post_note: done \(#1\)/);
    assert.equal(second.effect, null, 'its receipt was given');
    assert.equal(second.result.tainted, true);
  });

  it('one that was running when its process died is unknown, and not run again', async () => {
    const { database } = await open();
    const { lease, call } = await begun(database);
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    // The process that runs this never hears of an answer.
    void runExternal(
      database,
      lease,
      call,
      () => {
        started();
        return new Promise(() => undefined);
      },
      never,
    );
    await running;
    const again = await runExternal(database, lease, call, () => assert.fail('run twice'), never);
    assert.equal(again.result.ok, false);
    assert.match(again.result.text, /whether it was done is not known/);
    const third = await runExternal(database, lease, call, () => assert.fail('run twice'), never);
    assert.equal(third.result.text, again.result.text);
  });

  it('what it throws leaves unknown whether it was done; what it answers as failed is failed', async () => {
    const { database } = await open();
    const { lease, call } = await begun(database);
    const broken = () => Promise.reject(new Error('connection reset'));
    const { result } = await runExternal(database, lease, call, broken, never);
    assert.match(result.text, /not known.*\(connection reset\)/);
    const refused = async (): Promise<ToolResult> => ({ ok: false, text: 'the board is full' });
    const other = await runExternal(database, lease, { ...call, key: 'other' }, refused, never);
    assert.deepEqual([other.result.ok, other.result.text, other.effect], [false, 'the board is full', null]);
  });

  it('a lease that is lost runs nothing', async () => {
    const { database } = await open();
    const { lease, call } = await begun(database);
    const late = { ...lease, epoch: lease.epoch - 1 };
    await assert.rejects(
      runExternal(database, late, call, () => assert.fail('ran'), never),
      {
        code: 'LEASE_LOST',
      },
    );
  });
});
