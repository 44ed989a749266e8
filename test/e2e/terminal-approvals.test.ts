// Approvals in the terminal: a question is a prompt that says what to type, for piped lines and for somebody who sits there.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { Terminal, type TerminalParts } from '../../src/channels/terminal/terminal.ts';
import { typedCommand } from '../../src/conversation/commands/index.ts';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { outsideTools } from '../fakes/outside-tools.ts';
import { keys, Screen } from '../fakes/terminal/screen.ts';
import { type Bot, startBot } from './harness.ts';

const bots: Bot[] = [];
after(async () => {
  for (const bot of bots) await bot.stop();
});

const posts = (...texts: readonly string[]) => ({
  calls: texts.map((text) => ({
    name: 'post_note',
    args: { board: 'team', text, justification: 'you asked' },
  })),
});

const box: { bot?: Bot } = {};

const terminalOn = (input: TerminalParts['input'], output: TerminalParts['output'], ended: () => void) =>
  new Terminal({
    input,
    output,
    user: 'ann',
    folder: 'never-written',
    zone: 'Europe/Berlin',
    locale: 'en',
    command: typedCommand,
    commands: [],
    history: async () => [],
    settled: async () => void (box.bot && (await whenIdle(box.bot.database))),
    ended,
    now: () => new Date(),
  });

async function botOn(terminal: Terminal) {
  const outside = outsideTools();
  const bot = await startBot({
    channels: [terminal],
    policy: 'places: [post_note, look_up]',
    overrides: { outside: outside.tools },
  });
  box.bot = bot;
  bots.push(bot);
  return { bot, posted: () => outside.done.map(({ args }) => args.text) };
}

async function start() {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = Promise.withResolvers<void>();
  let printed = '';
  const waiting = new Set<() => void>();
  output.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    for (const look of waiting) look();
  });
  const { bot, posted } = await botOn(terminalOn(input, output, ended.resolve));
  return {
    bot,
    input,
    ended: ended.promise,
    printed: () => printed,
    posted,
    until: (part: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!printed.includes(part)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

describe('approvals in the terminal', () => {
  test('piped: the question says what to type, each of two is answered by its number, and "always" is one\'s own', async () => {
    const { bot, input, ended, printed, posted } = await start();
    bot.model.script([posts('one', 'two'), 'I have asked.', 'Two is posted.', posts('three'), 'Three too.']);
    input.write('post one and two\n/approve 2 always\n/deny 1\n/approvals\npost three\n');
    input.end();
    await ended;
    assert.match(
      printed(),
      /May I\?\*\* \(#2, for ann, .*\n```\npost_note\n(?:board: team\ntext: two|text: two\nboard: team)\n```\n/,
    );
    assert.match(
      printed(),
      /Type: \/approve 2 {3}\/approve 2 conversation {3}\/approve 2 always {3}\/deny 2\n {2}\/1 Once {3}\/2 For this conversation {3}\/3 Always {3}\/4 Deny\n/,
    );
    assert.match(
      printed(),
      /approved by ann, always\.\nNo longer asked everywhere: `post_note with board = team`/,
    );
    assert.match(printed(), /denied by ann/);
    assert.match(printed(), /- p1: `post_note with board = team`, always and everywhere/);
    // What came back from outside stands in the conversation by then: another text is asked about.
    assert.deepEqual(posted(), ['two']);
    assert.match(printed(), /#3, for ann/);
  });

  test('piped: the numbers under the last question answer it', async () => {
    const { bot, input, ended, printed, posted } = await start();
    bot.model.script([posts('one'), 'I have asked.', 'One is posted.']);
    input.write('post one\n/1\n');
    input.end();
    await ended;
    assert.deepEqual(posted(), ['one']);
    assert.match(printed(), /One is posted\.\n\n🌐 post_note: done \(#1, approved by ann\)/);
  });

  test('interactive: the prompt comes back behind question and answer', async () => {
    const screen = new Screen({ rows: 40 });
    const terminal = terminalOn(screen.input, screen.output, () => undefined);
    const { bot, posted } = await botOn(terminal);
    await terminal.open('Peacrab is on.');
    bot.model.script([posts('one'), 'I have asked.', 'One is posted.']);
    screen.type(`post one${keys.enter}`);
    await screen.until(/Type {2}\[\/1\] Once .*\[\/4\] Deny[\s\S]*I have asked\.[\s\S]*\nyou>$/);
    screen.type(`/approve 1${keys.enter}`);
    await screen.until(/One is posted\.[\s\S]*\nyou>$/);
    assert.deepEqual(posted(), ['one']);
  });
});
