// What the demo model makes of a person's words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { understand } from '../../demo/understand.ts';

const CALLS: readonly (readonly [string, string, Record<string, string>])[] = [
  ['remind me in 5 seconds to stretch', 'set_reminder', { when: 'in 5 seconds', text: 'stretch' }],
  ['remind me tomorrow at 9 to call Ann', 'set_reminder', { when: 'tomorrow at 9', text: 'call Ann' }],
  ['Remind me to call Ann tomorrow at 9.', 'set_reminder', { when: 'tomorrow at 9', text: 'call Ann' }],
  ['remind me at 9', 'set_reminder', { when: 'at 9', text: 'your reminder' }],
  ['remind me tomorrow 9 stretch', 'set_reminder', { when: 'tomorrow 9', text: 'stretch' }],
  [
    'remind me every weekday at 8:30 to check mail',
    'set_reminder',
    { when: 'every weekday at 8:30', text: 'check mail' },
  ],
  [
    'Could you please remind me in an hour about the oven?',
    'set_reminder',
    { when: 'in an hour', text: 'the oven' },
  ],
  ['in 10 minutes remind me to leave', 'set_reminder', { when: 'in 10 minutes', text: 'leave' }],
  [
    'set a reminder for 2026-12-01 18:00 to pay rent',
    'set_reminder',
    { when: '2026-12-01 18:00', text: 'pay rent' },
  ],
  ['what reminders do I have?', 'list_reminders', {}],
  ["what's coming up", 'list_reminders', {}],
  ['cancel r3', 'change_reminder', { reminder: 'r3', action: 'cancel' }],
  ['snooze that an hour', 'change_reminder', { reminder: 'that', action: 'snooze', when: 'an hour' }],
  ['move R3 to friday 10:00', 'change_reminder', { reminder: 'r3', action: 'move', when: 'friday 10:00' }],
  ['remember that I like tea', 'remember', { text: 'I like tea' }],
  ['what do you know about tea?', 'recall', { query: 'tea' }],
  ['what did I tell you last Tuesday?', 'recall', { query: 'last Tuesday' }],
  ['switch to the CFO', 'switch_persona', { persona: 'CFO' }],
  ['use the meeting notes skill', 'use_skill', { skill: 'meeting notes' }],
  ['add call Ann to the list', 'update_tasks', { add: 'call Ann' }],
  ['finish task 2', 'update_tasks', { done: '2' }],
  ["what's on our task list?", 'update_tasks', {}],
  ['talk to me as the teaching assistant', 'switch_persona', { persona: 'teaching assistant' }],
];

describe('the demo model understands', () => {
  for (const [words, name, args] of CALLS)
    it(words, () => assert.deepEqual(understand(words), { type: 'call', name, args }));

  for (const [words, what] of [
    ['hello', 'greeting'],
    ['Good morning!', 'greeting'],
    ['what can you do?', 'help'],
    ['thanks', 'thanks'],
    ['remind me to stretch', 'when'],
  ] as const)
    it(words, () => assert.deepEqual(understand(words), { type: 'say', what }));

  it('a reminder by its subject', () => {
    assert.deepEqual(understand('cancel my stretch reminder'), {
      type: 'find',
      subject: 'stretch',
      action: 'cancel',
      when: '',
    });
  });

  it('when it does not understand', () => assert.deepEqual(understand('I like tea'), { type: 'unclear' }));
});
