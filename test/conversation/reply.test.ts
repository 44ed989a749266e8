// The end of a turn as people get it: receipts never stand in the model's code, and every part of a reply knows whose it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { receiptButtons, replyMessages, withReceipts } from '../../src/conversation/turn/reply.ts';
import type { ConversationKey, EffectId, RoomId, TurnId } from '../../src/database/ids.ts';
import { english } from '../../src/language/say.ts';
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

describe('several reminders in one turn', () => {
  const set = (n: number, about: string): StandingEffect => ({
    id: n as EffectId,
    name: 'set_reminder',
    effect: {
      receipt: `⏰ Tue 24 Nov, 0${n}:00 (r${n})`,
      handle: `r${n}`,
      about,
      inverse: { schedule: n } as never,
    },
  });

  test('each line says what it is about, a long text cut; a single one does not repeat the reply', () => {
    assert.equal(
      withReceipts('Set.', [set(1, 'swim'), set(2, 'a '.repeat(60))]),
      `Set.\n\n⏰ Tue 24 Nov, 01:00 (r1): swim\n⏰ Tue 24 Nov, 02:00 (r2): ${'a '.repeat(30).trim()}…`,
    );
    assert.equal(withReceipts('Set.', [set(1, 'swim')]), 'Set.\n\n⏰ Tue 24 Nov, 01:00 (r1)');
  });

  test('each can be taken back: where not all buttons fit, Undo goes before Change', () => {
    const actions = (effects: Parameters<typeof receiptButtons>[0]) =>
      receiptButtons(effects, [], english).map(({ action }) => action);
    assert.deepEqual(actions([set(1, 'a'), set(2, 'b')]), ['undo:1', 'change:r1', 'undo:2', 'change:r2']);
    assert.deepEqual(actions([set(1, 'a'), set(2, 'b'), set(3, 'c')]), ['undo:1', 'undo:2', 'undo:3']);
  });
});
