// The terminal shows whose words it prints.
import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { Terminal, terminalPlace } from '../../src/channels/terminal/terminal.ts';
import type { OutboxId } from '../../src/database/ids.ts';
import type { OutgoingMessage } from '../../src/delivery/channel.ts';

test('a persona has its name on a line above its words', async () => {
  const printed: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      printed.push(String(chunk));
      done();
    },
  });
  const now = () => new Date('2026-11-21T11:00:00Z');
  const terminal = new Terminal({
    input: new PassThrough(),
    output,
    user: 'ann',
    folder: 'never-written',
    zone: 'UTC',
    locale: 'en',
    command: () => null,
    settled: async () => undefined,
    ended: () => undefined,
    now,
  });
  const message: OutgoingMessage = {
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
    createdAt: now(),
  };
  await terminal.send({ ...message, persona: { title: 'CFO', icon: '📊' } });
  await terminal.send(message);
  assert.deepEqual(printed, ['[CFO]\nToo dear.\n', 'Too dear.\n']);
});
