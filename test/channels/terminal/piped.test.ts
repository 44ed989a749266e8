// The terminal shows whose words it prints.
import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { Terminal, terminalPlace } from '../../../src/channels/terminal/terminal.ts';
import type { OutboxId } from '../../../src/database/ids.ts';
import type { OutgoingMessage } from '../../../src/delivery/outgoing.ts';

const base: OutgoingMessage = {
  id: 1 as OutboxId,
  key: 'turn:1:1:0',
  place: terminalPlace,
  text: 'Too dear.',
  buttons: [],
  times: [],
  mention: null,
  privateTo: null,
  replyToken: null,
  replaces: null,
  createdAt: new Date('2026-11-21T11:00:00Z'),
};

/** What is printed of these messages. */
async function printedOf(...messages: readonly OutgoingMessage[]): Promise<readonly string[]> {
  const printed: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      printed.push(String(chunk));
      done();
    },
  });
  const terminal = new Terminal({
    input: new PassThrough(),
    output,
    user: 'ann',
    folder: 'never-written',
    zone: 'UTC',
    locale: 'en',
    command: () => null,
    commands: [],
    history: async () => [],
    settled: async () => undefined,
    ended: () => undefined,
    now: () => base.createdAt,
  });
  for (const message of messages) await terminal.send(message);
  return printed;
}

test('a persona has its name on a line above its words', async () => {
  const printed = await printedOf({ ...base, persona: { title: 'CFO', icon: '📊' } }, base);
  assert.deepEqual(printed, ['[CFO]\nToo dear.\n', 'Too dear.\n']);
});

test('a task list is printed whole when it begins and ends, and in one line between', async () => {
  const tasks = (...states: ('doing' | 'done')[]) => ({
    title: 'Tasks: some of 1 done',
    items: states.map((state) => ({ number: 1, text: 'eat', state })),
  });
  const text = '**Tasks: some of 1 done**\n- ▶ 1 eat';
  const printed = await printedOf(
    { ...base, text, tasks: tasks('doing') },
    { ...base, text, tasks: tasks('doing'), replaces: 'x' },
    { ...base, text, tasks: tasks('done'), replaces: 'x' },
  );
  const whole = 'Tasks: some of 1 done\n- ▶ 1 eat\n';
  assert.deepEqual(printed, [whole, 'Tasks: some of 1 done, now: 1 eat\n', whole]);
});
