// The arithmetic of npm run bench:context: what the cache model bills, where facts are found, what a policy does to a
// conversation of four turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billed, nothing } from '../../bench/context/figures.ts';
import { type Policy, policies } from '../../bench/context/policies.ts';
import { Facts } from '../../bench/context/reach.ts';
import { parseScript } from '../../bench/context/script.ts';
import { Server, tokensOf } from '../../bench/context/server.ts';
import { type Setting, simulate } from '../../bench/context/simulate.ts';
import { counts, sum } from '../../bench/context/table.ts';
import type { ChatMessage } from '../../src/context/message.ts';

const local = { lifeMinutes: 5, minimum: 0, block: 1 };
const minute = (count: number) => new Date(count * 60_000);
const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
const system: ChatMessage = { role: 'system', content: 'You are an assistant in a team chat.' };
const words = (message: ChatMessage) => tokensOf(message.content) + 4;
const long = user(Array.from({ length: 60 }, (_, at) => `line ${at} of a long paste`).join('\n'));

test('a request that extends the last one pays only for what is new', () => {
  const server = new Server(local);
  const first = server.request([], [system, long], minute(0));
  assert.deepEqual(first, { input: words(system) + words(long), cached: 0, resent: 0 });
  const second = server.request([], [system, long, assistant('Noted.'), user('Thanks')], minute(4));
  assert.equal(second.cached, first.input);
  assert.equal(second.resent, 0);
});

test('a cold cache has nothing, and nothing counts as sent again then', () => {
  const server = new Server(local);
  server.request([], [system, long], minute(0));
  const second = server.request([], [system, long], minute(5.1));
  assert.deepEqual([second.cached, second.resent], [0, 0]);
});

test('what follows a change is sent again, though it was there before', () => {
  const server = new Server(local);
  server.request([], [system, user('Apples'), long], minute(0));
  const second = server.request([], [system, user('Pears'), long], minute(1));
  assert.equal(second.cached, words(system));
  assert.equal(second.resent, words(long));
});

test('a message that lost its end is still cached to where it ends', () => {
  const server = new Server(local);
  server.request([], [system, user(`${long.content}\n\n<now>\nMonday\n</now>`)], minute(0));
  const second = server.request([], [system, long, assistant('Noted.')], minute(1));
  assert.ok(second.cached >= words(system) + tokensOf(long.content) - 2, `cached ${second.cached}`);
});

test('a hosted server caches whole blocks, from a minimum on', () => {
  const server = new Server({ lifeMinutes: 5, minimum: 1024, block: 128 });
  const big = user(long.content.repeat(5));
  server.request([], [system, big], minute(0));
  const again = server.request([], [system, big], minute(1));
  assert.equal(again.cached % 128, 0);
  assert.ok(again.cached >= 1024);
  assert.equal(again.resent, again.input - again.cached);
  const small = new Server({ lifeMinutes: 5, minimum: 1024, block: 128 });
  small.request([], [system], minute(0));
  assert.equal(small.request([], [system], minute(1)).cached, 0);
});

test('facts are found in the request, behind a handle that it names, or not at all', () => {
  const facts = new Facts(new Map([['price', '1,837 euros']]));
  const find = (text: string) => facts.find('price', [user(text)], read).where;
  const read = (handle: string) => (handle === 't1.1' ? 'it costs 1,837\n  euros' : null);
  assert.equal(find('it was 1,837\neuros'), 'request');
  assert.equal(find('Page (rest left out; recall t1.1 reads it)'), 'handle');
  assert.equal(find('Page (rest left out; recall t1.2 reads it)'), 'lost');
});

const page = `Prices of the year\n${long.content}\nThe pump costs 1,837 euros per unit.\n${long.content}`;
const lines = [
  {
    name: 'tiny',
    about: 'Four turns.',
    room: { kind: 'dm', platform: 'slack' },
    persona: 'assistant',
    zone: 'Europe/Berlin',
    starts: '2026-11-02T08:00:00+01:00',
  },
  {
    at: 0,
    speaker: 'Mira',
    text: 'What does the pump cost?',
    steps: [{ calls: [{ name: 'fetch_page', arguments: { url: 'https://a.example' }, result: page }] }],
    reply: 'I read the page.',
    plants: [{ id: 'price', text: '1,837 euros per unit' }],
  },
  { at: 1, speaker: 'Mira', text: 'And per unit?', reply: 'That much.', needs: ['price'] },
  { at: 1, speaker: 'Mira', text: 'Good', reply: 'Yes.' },
  { at: 60, speaker: 'Mira', text: 'Once more, the price?', reply: 'That much.', needs: ['price'] },
];
const script = () => parseScript(lines.map((line) => JSON.stringify(line)).join('\n'), 'tiny.jsonl');
const setting: Setting = { window: 24_000, maxOutput: 1024, cache: local };
const run = (name: string) =>
  simulate(script(), policies.find((one) => one.name === name) as Policy, setting);

test('the policies differ in what they keep and what they cost', () => {
  const raw = run('raw transcript');
  assert.deepEqual([raw.needs, raw.inRequest, raw.requests, raw.resent], [2, 2, 5, 0]);
  const kept = run('budget');
  assert.deepEqual([kept.inRequest, kept.byHandle, kept.moves], [2, 0, 0]);
  const elided = run('previous-turn');
  assert.deepEqual([elided.inRequest, elided.byHandle], [1, 1]);
  assert.ok(elided.input < kept.input);
  assert.ok(elided.recalls > 0);
  const idle = run('idle');
  assert.deepEqual([idle.inRequest, idle.byHandle, idle.moves], [1, 1, 1]);
});

test('turns that no longer fit go behind a log, and what the log forgot is still reachable', () => {
  const [first] = lines;
  const many = Array.from({ length: 60 }, (_, at) => ({
    at: 1,
    speaker: 'Mira',
    text: `Our batch ${at} is kept in ${'a corner of the long hall '.repeat(12)}${at + 3000}-K`,
    reply: 'Noted, I keep that in mind.',
    plants: [{ id: `f${at}`, text: `${at + 3000}-K` }],
  }));
  const asked = {
    at: 1,
    speaker: 'Mira',
    text: 'Where is all of it?',
    reply: 'Here.',
    needs: many.map((_, at) => `f${at}`),
  };
  const small = { ...setting, window: 8000 };
  const long = parseScript(
    [first, ...many, asked].map((line) => JSON.stringify(line)).join('\n'),
    'long.jsonl',
  );
  const own = simulate(long, policies.find((one) => one.name === 'default') as Policy, small);
  assert.ok(own.compactions > 0 && own.background > 0 && own.aside > 0);
  assert.equal(own.tooLong, 0);
  assert.ok(own.inRequest < own.needs, 'a log remembers everything');
  assert.equal(own.inRequest + own.byHandle, own.needs);
});

test('the bill, and what counts', () => {
  assert.equal(billed({ input: 1000, cached: 600, output: 10 }), 400 + 60 + 40);
  const half = { ...nothing, needs: 20, inRequest: 15, byHandle: 5 };
  assert.equal(counts(half), false);
  assert.equal(counts({ ...half, inRequest: 16, byHandle: 3 }), true);
  assert.equal(counts({ ...half, inRequest: 16, byHandle: 2 }), false);
  assert.equal(sum([half, half]).needs, 40);
});

test('errors in a script name the line', () => {
  const broken = (index: number, line: object) =>
    lines.map((one, at) => JSON.stringify(at === index ? line : one)).join('\n');
  assert.throws(
    () => parseScript(broken(2, { at: 1, speaker: 'Mira', text: 'x' }), 'a.jsonl'),
    /a\.jsonl:3: reply/,
  );
  assert.throws(
    () => parseScript(broken(3, { ...lines[3], needs: ['colour'] }), 'a.jsonl'),
    /a\.jsonl:4: needs colour/,
  );
  assert.throws(
    () => parseScript(broken(3, { ...lines[3], plants: [{ id: 'x', text: 'not there' }] }), 'a.jsonl'),
    /a\.jsonl:4: fact x/,
  );
  assert.throws(() => parseScript(`${JSON.stringify(lines[0])}\n{`, 'a.jsonl'), /a\.jsonl:2: not JSON/);
});
