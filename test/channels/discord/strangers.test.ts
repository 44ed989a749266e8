// Of whom may not talk to us no word is read, neither of a message nor of an edit: what turns them down has none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HeardMessage } from '../../../src/channels/discord/incoming/envelope.ts';
import type { HearingParts } from '../../../src/channels/discord/incoming/hearing-parts.ts';
import { hear, hearEdit } from '../../../src/channels/discord/incoming/incoming.ts';
import type { Incoming } from '../../../src/delivery/channel.ts';

function said(): { readonly message: HeardMessage; readonly reads: () => number } {
  let reads = 0;
  const message = {
    id: '1100000000000000001',
    channel_id: '2',
    author: { id: '3', username: 'eve', global_name: 'Eve' },
    type: 0,
    timestamp: '2026-01-01T10:00:00Z',
    edited_timestamp: '2026-01-01T10:01:00Z',
    mentions: [],
    attachments: [],
    sticker_items: [],
    message_snapshots: [],
    get content() {
      reads += 1;
      return 'hello';
    },
  } as unknown as HeardMessage;
  return { message, reads: () => reads };
}

function parts(mayTalk: boolean): { readonly parts: HearingParts; readonly taken: Incoming[] } {
  const taken: Incoming[] = [];
  const hearing = {
    intake: {
      mayTalk: async () => mayTalk,
      takesPart: async () => true,
      knows: async () => true,
      receive: async (incoming: Incoming) => void taken.push(incoming),
    },
    directory: {
      knownChannel: () => null,
      shared: async () => (mayTalk ? { nick: null, roles: [] } : null),
    },
    clock: { now: () => new Date('2026-01-01T10:02:00Z') },
    self: '1',
    rest: {},
    log: { debug: () => undefined },
  } as unknown as HearingParts;
  return { parts: hearing, taken };
}

const textOf = (incoming: Incoming | undefined) => (incoming && 'text' in incoming ? incoming.text : null);

describe('strangers on Discord', () => {
  it('are not read before they are admitted', async () => {
    const { message, reads } = said();
    const { parts: hearing, taken } = parts(false);
    await hear(hearing, message, false);
    assert.deepEqual(taken.map(textOf), ['']);
    assert.equal(reads(), 0);
  });

  it('are read once they are', async () => {
    const { message } = said();
    const { parts: hearing, taken } = parts(true);
    await hear(hearing, message, false);
    await hearEdit(hearing, message);
    assert.deepEqual(taken.map(textOf), ['hello', 'hello']);
  });
});
