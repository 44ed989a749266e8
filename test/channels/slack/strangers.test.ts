// Of whom may not talk to us no word is read: the row that turns them down has none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Said } from '../../../src/channels/slack/incoming/envelope.ts';
import { incomingOf } from '../../../src/channels/slack/incoming/incoming.ts';
import type { InwardParts } from '../../../src/channels/slack/incoming/looked-up.ts';

function said(): { readonly facts: Said; readonly reads: () => number } {
  let reads = 0;
  const facts = {
    type: 'said',
    team: 'T1',
    channel: 'D1',
    user: 'U2',
    ts: '1700000000.000100',
    thread: null,
    mentioned: false,
    underOurs: false,
    attachments: [],
    files: [],
    get text() {
      reads += 1;
      return 'hello';
    },
  } as const satisfies Said;
  return { facts, reads: () => reads };
}

const parts = (mayTalk: boolean) =>
  ({
    intake: { mayTalk: async () => mayTalk, takesPart: async () => true },
    directory: {
      person: async () => ({ speaker: { id: 'slack:T1:U2', name: 'Eve', member: mayTalk }, isBot: false }),
      room: async () => ({}),
      names: async () => new Map(),
    },
    us: { team: 'T1', user: 'U1', bot: 'B1' },
    clock: { now: () => new Date(1_700_000_000_000) },
  }) as unknown as InwardParts;

describe('strangers on Slack', () => {
  it('are not read before they are admitted', async () => {
    const { facts, reads } = said();
    const incoming = await incomingOf(parts(false), facts);
    assert.equal(incoming?.type === 'message' ? incoming.text : null, '');
    assert.equal(reads(), 0);
  });

  it('are read once they are', async () => {
    const { facts } = said();
    const incoming = await incomingOf(parts(true), facts);
    assert.equal(incoming?.type === 'message' ? incoming.text : null, 'hello');
  });
});
