// The shape of a request, scene by scene. What holds for every request is in compile.property.test.ts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CompileInput, compile, leftOut } from '../../src/context/compile.ts';
import type { Entry, EntryBody, SpokenMessage } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { systemPrompt } from '../../src/context/prompt.ts';
import type { ConversationKey, EntryId, PersonId, TurnId } from '../../src/database/ids.ts';
import { RandomPath, seeded } from './random.ts';
import { assertAccepted } from './strict.ts';

const message = (text: string, messageId = '1'): SpokenMessage => ({
  messageId,
  person: 'slack:T:U' as PersonId,
  name: 'Ann',
  text,
  attachments: [],
  sentAt: '2026-01-02T09:00:00Z',
  late: false,
});
const user = (text: string, id?: string): EntryBody => ({
  type: 'user',
  payload: { messages: [message(text, id)], head: `<now>\nold head of ${text}\n</now>` },
});
const says = (text: string): EntryBody => ({ type: 'assistant', payload: { text, calls: [] } });
const calls = (...ids: string[]): EntryBody => ({
  type: 'assistant',
  payload: { text: '', calls: ids.map((id) => ({ id, name: 'fetch', arguments: '{"q":1}' })) },
});
const result = (callId: string, text: string, handle = 't1.1'): EntryBody => ({
  type: 'tool_result',
  payload: { callId, name: 'fetch', ok: true, text, handle },
});
const persona = (title: string): EntryBody => ({
  type: 'persona',
  payload: { persona: title.toLowerCase(), title },
});
const notice = (text: string): EntryBody => ({ type: 'notice', payload: { text } });

const path = (...bodies: readonly EntryBody[]): Entry[] =>
  bodies.map((body, index) => ({
    ...body,
    id: (index + 1) as EntryId,
    parentId: index === 0 ? null : (index as EntryId),
    conversation: 'terminal' as ConversationKey,
    turn: 1 as TurnId,
    tainted: false,
    at: new Date(0),
  }));

const input = (entries: readonly Entry[], more: Partial<CompileInput> = {}): CompileInput => ({
  system: 'SYSTEM',
  tools: [],
  path: entries,
  newest: { messages: [message('now what?', '9')], head: '<now>\nFriday\n</now>' },
  turn: [],
  firstKept: null,
  elisionBefore: null,
  olderBefore: null,
  ageing: () => 'offload',
  room: 'dm',
  limits: { window: 24_000, maxOutput: 1024 },
  factor: 1,
  ...more,
});

const brief = (messages: readonly ChatMessage[]): readonly string[] => {
  assertAccepted(messages);
  return messages.map((one) => {
    const ids = one.role === 'assistant' ? (one.tool_calls ?? []).map((call) => call.id).join(',') : '';
    return `${one.role}${one.role === 'tool' ? ` ${one.tool_call_id}` : ''}${ids && ` ->${ids}`}: ${one.content}`;
  });
};
const shown = (given: CompileInput): readonly string[] => brief(compile(given).messages);
const NEWEST = 'user: now what?\n\n<now>\nFriday\n</now>';

describe('a request', () => {
  test('the first one: system, then words, blank line, head', () => {
    const compiled = compile(input([]));
    assert.deepEqual(brief(compiled.messages), ['system: SYSTEM', NEWEST]);
    assert.equal(compiled.prefixEnd, 1);
  });

  test('old heads are left out, roles alternate', () => {
    assert.deepEqual(shown(input(path(user('hi'), says('hello')))), [
      'system: SYSTEM',
      'user: hi',
      'assistant: hello',
      NEWEST,
    ]);
  });

  test('markers are bracketed lines at the front of the next user message', () => {
    const entries = path(notice('Ann clicked Undo'), user('hi'), says('hello'), persona('CFO'), notice('b'));
    assert.deepEqual(shown(input(entries)), [
      'system: SYSTEM',
      'user: [Ann clicked Undo]\nhi',
      'assistant: hello',
      `user: [Persona changed to CFO.]\n[b]\n${NEWEST.slice(6)}`,
    ]);
  });

  test('results stand in call order, whatever order they came in, and within a turn the request grows', () => {
    const turn = [calls('a', 'b'), result('b', 'B', 't2.2'), result('a', 'A'), persona('CFO')];
    const first = compile(input([], { turn }));
    assert.deepEqual(brief(first.messages).slice(2), ['assistant ->a,b: ', 'tool a: A', 'tool b: B']);
    const nudge: EntryBody = { type: 'nudge', payload: { text: 'Really?' } };
    const second = compile(input([], { turn: [...turn, says('Done.'), nudge] }));
    assert.deepEqual(second.messages.slice(0, first.messages.length), first.messages);
    assert.deepEqual(brief(second.messages).slice(-2), [
      'assistant: Done.',
      'user: [Persona changed to CFO.]\nReally?',
    ]);
  });

  test('a turn that died: two user messages become one; a call without result gets one; a bridge stands before the user', () => {
    assert.deepEqual(shown(input(path(user('hi')))), ['system: SYSTEM', `user: hi\n\n${NEWEST.slice(6)}`]);
    assert.deepEqual(shown(input(path(user('hi'), calls('a', 'b'), result('a', 'A')))).slice(2), [
      'assistant ->a,b: ',
      'tool a: A',
      'tool b: [No result: the turn broke off before this call ran.]',
      'assistant: [No reply: the turn broke off.]',
      NEWEST,
    ]);
  });

  test('odd rows never make an odd request', () => {
    assert.deepEqual(shown(input(path(says('Welcome!')))), [
      'system: SYSTEM',
      'user: [The conversation starts here.]',
      'assistant: Welcome!',
      NEWEST,
    ]);
    const orphan = path(user('hi'), result('x', 'X'), says('a'), says(''), says('b'));
    assert.deepEqual(shown(input(orphan)).slice(1, -1), ['user: hi', 'assistant: a\n\nb']);
    assert.deepEqual(shown(input(path(user('hi'), says(''))))[2], 'assistant: [No words.]');
    const twice = path(
      user('hi'),
      calls('c', 'c', ''),
      result('c', '1'),
      result('c', '2'),
      result('', '3'),
      says('x'),
    );
    assert.deepEqual(shown(input(twice)).slice(2, 6), [
      'assistant ->c,c_2,call_3: ',
      'tool c: 1',
      'tool c_2: 2',
      'tool call_3: 3',
    ]);
  });

  test('a turn about no message: markers and head alone, and the same bytes as history', () => {
    const newest = { messages: [], head: '<now>\nx\n</now>' };
    assert.deepEqual(
      shown(input(path(notice('r3 fell due')), { newest }))[1],
      'user: [r3 fell due]\n\n<now>\nx\n</now>',
    );
    assert.deepEqual(shown(input([], { newest }))[1], 'user: [No words.]\n\n<now>\nx\n</now>');
    const after = path({ type: 'user', payload: newest }, says('ok'));
    assert.deepEqual(shown(input(after))[1], 'user: [No words.]');
  });
});

describe('old results', () => {
  const long = `Result: ${'many words '.repeat(60)}`;
  const entries = path(
    user('a'),
    calls('x'),
    result('x', long),
    says('b'),
    user('c'),
    calls('y'),
    result('y', long),
    says('d'),
  );

  test('before the boundary they appear as their tool says, behind it whole', () => {
    const content = (ageing: CompileInput['ageing'], index = 3): string =>
      compile(input(entries, { ageing, elisionBefore: 5 as EntryId })).messages[index]?.content ?? '';
    assert.equal(
      content(() => 'keep'),
      long,
    );
    assert.equal(
      content(() => 'drop'),
      '[old result left out: t1.1]',
    );
    assert.match(
      content(() => 'stub'),
      /^Result: many words .*… \[rest left out: t1\.1\]$/,
    );
    assert.match(
      content(() => 'offload'),
      /^Result: many words .*… \[rest left out; recall t1\.1 reads it\]$/,
    );
    assert.equal(
      content(() => ({ upTo: 1000, short: 'keep', long: 'drop' })),
      long,
    );
    assert.equal(
      content(() => ({ upTo: 10, short: 'keep', long: 'drop' })),
      '[old result left out: t1.1]',
    );
    assert.equal(
      content(() => 'drop', 7),
      long,
      'what stands behind the boundary is whole',
    );
  });

  test('what is short is never made longer', () => {
    const short = path(user('a'), calls('x'), result('x', 'Done (r3).'), says('b'));
    assert.equal(compile(input(short, { elisionBefore: 4 as EntryId })).messages[3]?.content, 'Done (r3).');
  });
});

describe('when it does not fit', () => {
  test('old results are elided first, with the latest turn whole if that is enough', () => {
    const big = 'word and more '.repeat(600);
    const turns = Array.from({ length: 8 }, (_, at) => [
      user(`q${at}`),
      calls(`c${at}`),
      result(`c${at}`, big, `t${at}.1`),
      says(`a${at}`),
    ]);
    const compiled = compile(input(path(...turns.flat())));
    assert.equal(compiled.moved, 'elision');
    assert.equal(compiled.elisionBefore, 29);
    assert.equal(compiled.firstKept, null);
    const results = compiled.messages.filter((one) => one.role === 'tool').map((one) => one.content);
    assert.equal(results.at(-1), big);
    assert.ok(results.slice(0, -1).every((text) => text.includes('recall t')));
  });

  test('then the oldest turns go, down to about half, with one line that says so; the cut then holds for long', () => {
    const turns = Array.from({ length: 60 }, (_, at) => [
      user(`question ${at} ${'word '.repeat(150)}`),
      says(`answer ${at} ${'word '.repeat(150)}`),
    ]);
    const entries = path(...turns.flat());
    const compiled = compile(input(entries));
    assert.equal(compiled.moved, 'cut');
    assert.ok(
      compiled.tokens < 0.6 * compiled.budget.request && compiled.tokens > 0.3 * compiled.budget.request,
      String(compiled.tokens),
    );
    const front = compiled.messages[1];
    assert.ok(
      front?.role === 'user' &&
        front.content.startsWith(`${leftOut(compiled.firstKept as EntryId)}\nquestion `),
    );
    assert.equal(
      compiled.messages.filter((one) => one.content.includes('Earlier turns of this conversation')).length,
      1,
    );
    let held = 0;
    const bounds = { firstKept: compiled.firstKept, elisionBefore: compiled.elisionBefore };
    for (let at = 60; at < 100; at += 1, held += 1) {
      turns.push([
        user(`question ${at} ${'word '.repeat(150)}`),
        says(`answer ${at} ${'word '.repeat(150)}`),
      ]);
      if (compile(input(path(...turns.flat()), bounds)).moved !== 'none') break;
    }
    assert.ok(held >= 8, `the cut held for ${held} turns`);
  });

  test('one turn that alone is too large is left out, and the next words still have their markers', () => {
    const huge = Array.from({ length: 300 }, (_, at) => [
      calls(`c${at}`),
      result(`c${at}`, 'word '.repeat(400)),
    ]).flat();
    const compiled = compile(input(path(user('q'), ...huge, says('a'), persona('CFO'))));
    assert.equal(compiled.firstKept, 603);
    assert.deepEqual(brief(compiled.messages), [
      'system: SYSTEM',
      `user: ${leftOut(compiled.firstKept as EntryId)}\n[Persona changed to CFO.]\n${NEWEST.slice(6)}`,
    ]);
  });

  test('40 results in one turn: the newest stays, older ones become lines with handles, the prefix is untouched', () => {
    const turn: EntryBody[] = [];
    let before = compile(input([]));
    const shrinks: number[] = [];
    for (let at = 1; at <= 40; at += 1) {
      turn.push(calls(`c${at}`), result(`c${at}`, `result ${at}: ${'word '.repeat(500)}`, `t5.${at}`));
      const compiled = compile(input([], { turn }));
      assertAccepted(compiled.messages);
      assert.ok(compiled.fits && compiled.tokens <= compiled.budget.request);
      assert.deepEqual(compiled.messages.slice(0, 2), before.messages.slice(0, 2));
      assert.match(
        compiled.messages.at(-1)?.content ?? '',
        new RegExp(`^result ${at}: .*word $`),
        'the newest is whole',
      );
      if (compiled.shrunk !== shrinks.at(-1)) shrinks.push(compiled.shrunk);
      before = compiled;
    }
    assert.match(
      before.messages[3]?.content ?? '',
      /^result 1: .* \[rest left out; recall t5\.1 reads it\]$/,
    );
    assert.ok(shrinks.length < 12, `it shrank in ${shrinks.length} steps`);
  });

  test('40 results at once, and 200 calls in a small window', () => {
    const ids = Array.from({ length: 40 }, (_, at) => `c${at}`);
    const all = [calls(...ids), ...ids.map((id, at) => result(id, 'word '.repeat(500), `t5.${at + 1}`))];
    const once = compile(input([], { turn: all }));
    assertAccepted(once.messages);
    assert.ok(once.fits && once.tokens <= once.budget.request);
    const many = Array.from({ length: 200 }, (_, at) => [
      calls(`d${at}`),
      result(`d${at}`, 'word '.repeat(300), `t6.${at + 1}`),
    ]).flat();
    const small = compile(input([], { turn: many, limits: { window: 8000, maxOutput: 1000 } }));
    assertAccepted(small.messages);
    assert.ok(small.fits && small.tokens <= small.budget.request);
    assert.ok(
      small.messages.some(({ content }) =>
        /^\[Earlier calls of this turn are left out here: t6\.1 to t6\.\d+\]/.test(content),
      ),
    );
    assert.match(small.messages.at(-1)?.content ?? '', /^word word/);
  });

  test('a window too small for the system prompt is an error that names the setting', () => {
    assert.throws(() => compile(input([], { limits: { window: 1200, maxOutput: 1000 } })), /CONTEXT_WINDOW/);
  });
});

test('more turns left out behind a log: they are said to be read by the bound that holds now', () => {
  const turns = Array.from({ length: 30 }, (_, at) => [user(`${at} ${'word '.repeat(200)}`), says('noted')]);
  const entries = path(...turns.flat());
  const firstKept = entries[20]?.id ?? null;
  const summary = { by: 'model', log: '## Facts\n- x', kept: [], handedOn: [], scaffold: '' } as const;
  const compactedPath = path(...turns.flat(), {
    type: 'summary',
    payload: { ...summary, firstKept: firstKept ?? (0 as EntryId) },
  });
  const held = compile(input(compactedPath, { firstKept }));
  assert.match(held.messages[1]?.content ?? '', new RegExp(`recall e${firstKept}\\]`));
  const smaller = compile(input(compactedPath, { firstKept, limits: { window: 8000, maxOutput: 1000 } }));
  assert.equal(smaller.moved, 'cut');
  assert.match(
    smaller.messages[1]?.content ?? '',
    new RegExp(`recall e${smaller.firstKept}\\][\\s\\S]*## Facts`),
  );
});

test('the work grows with what is visible, not with the history', () => {
  const random = seeded(3);
  const long = new RandomPath(random);
  while (long.entries.length < 20_000) long.grow(300);
  let touched = 0;
  const spied = new Proxy(long.entries, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) touched += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const cut = compile(input(spied));
  const whileCutting = touched;
  touched = 0;
  const again = compile(
    input(spied, {
      firstKept: cut.firstKept,
      elisionBefore: cut.elisionBefore,
      olderBefore: cut.olderBefore,
    }),
  );
  assert.equal(again.moved, 'none');
  assert.ok(
    whileCutting < 2000 && touched < 500,
    `${whileCutting} entries looked at while cutting, ${touched} after it`,
  );
});

test('the system prompt has one form, whatever editor saved it', () => {
  assert.equal(systemPrompt('\uFEFFa\r\nb\r\n\n', ['', ' # Skills\n- x\n']), 'a\nb\n\n# Skills\n- x');
});
