// The end of a turn as people get it: receipts never stand in the model's code, and every part of a reply knows whose it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyMessages, withReceipts } from '../../src/conversation/turn/reply.ts';
import type { ConversationKey, RoomId, TurnId } from '../../src/database/ids.ts';
import type { StandingEffect } from '../../src/tools/effects.ts';

const receipt = { effect: { receipt: 'Reminder set (r3)' } } as StandingEffect;

describe('a reply', () => {
  for (const [text, whole] of [
    ['Look:\n```sh\nls', 'Look:\n```sh\nls\n```\n\nReminder set (r3)'],
    ['Done.\n```', 'Done.\n\nReminder set (r3)'],
    ['> ```\n> ls', '> ```\n> ls\n> ```\n\nReminder set (r3)'],
    ['````md\n```\nx\n```\n````', '````md\n```\nx\n```\n````\n\nReminder set (r3)'],
  ] as const)
    test(`${JSON.stringify(text)} has its receipt below its code`, () =>
      assert.equal(withReceipts(text, [receipt]), whole));

  test('of several parts bears its persona on each, and says on which it goes on', () => {
    const persona = { title: 'CFO', icon: '📊' };
    const base = { platform: 'slack', room: 'r' as RoomId, conversation: 'c' as ConversationKey, persona };
    const reply = { turn: 1 as TurnId, run: 1, text: 'a b c', buttons: [], times: [] };
    assert.deepEqual(
      replyMessages(base, reply, { split: (text: string) => text.split(' ') }).map(
        (message) => message.persona,
      ),
      [persona, { ...persona, continues: true }, { ...persona, continues: true }],
    );
  });
});
