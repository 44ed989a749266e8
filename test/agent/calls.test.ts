// The forgiving call parser, shape by shape: what is run, what is refused, what people see. The tools are Peacrab's own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArguments } from '../../src/agent/calls/arguments.ts';
import { resolveName } from '../../src/agent/calls/names.ts';
import { type Reply, readReply } from '../../src/agent/calls/reply.ts';
import { canonical } from '../../src/text/canonical.ts';
import { FORMATS, PROSE, TOOLS } from './formats.ts';

const read = (text: string): Reply => readReply({ text, calls: [] }, TOOLS);

/** What happened, short: `name{json}` for a call, `!name` for a refused one. */
const short = (reply: Reply): string =>
  reply.calls.map((call) => (call.ok ? `${call.name}${canonical(call.args)}` : `!${call.name}`)).join(' ');

describe('calls written as text', () => {
  for (const [what, text, calls, seen = ''] of FORMATS)
    it(what, () => {
      const reply = read(text);
      assert.equal(short(reply), calls);
      assert.equal(reply.text, seen);
    });
});

describe('words', () => {
  for (const text of PROSE)
    it(JSON.stringify(text.slice(0, 50)), () => {
      const reply = read(text);
      assert.deepEqual(reply, { text, calls: [], residue: false, thought: false });
    });
});

describe('what a refused call is told', () => {
  const errorOf = (text: string): string => {
    const [call] = read(text).calls;
    return call && !call.ok ? call.error : '';
  };
  it('names what is needed, as its schema says, and shows no value that could be copied', () => {
    const unknown = errorOf('<tool_call>{"name": "make_alarm", "arguments": {"at": "9"}}</tool_call>');
    const broken = errorOf('<tool_call>{"name": "set_reminder", "arguments": "tea at nine"}</tool_call>');
    assert.match(unknown, /^There is no tool "make_alarm"\. The tools are: .*\. Call \w+ with a/);
    assert.match(
      broken,
      /Call set_reminder with a JSON object that has "when" \(string\) and "text" \(string\)\.$/,
    );
    for (const error of [unknown, broken]) assert.doesNotMatch(error, /\.\.\.|\w+\(\{|like this/);
  });
});

describe('backslashes that a model wrote single', () => {
  for (const [written, wanted] of [
    ['C:\\temp\\new', 'C:\\temp\\new'],
    ['look at C:\\temp\\notes.txt please', 'look at C:\\temp\\notes.txt please'],
    ['\\bword\\b', '\\bword\\b'],
    ['D:\\new\\backup', 'D:\\new\\backup'],
    ['C:\\\\temp\\nThen delete it', 'C:\\temp\nThen delete it'],
    ['Option C:\\nwe wait', 'Option C:\nwe wait'],
    ['one\\ttwo\\nthree', 'one\ttwo\nthree'],
  ] as const)
    it(JSON.stringify(written), () => {
      const native = parseArguments(`{"text":"${written}"}`);
      assert.deepEqual(native, { ok: true, args: { text: wanted } });
      const [call] = read(
        `<tool_call>{"name":"set_reminder","arguments":{"text":"${written}","when":"now"}}</tool_call>`,
      ).calls;
      assert.deepEqual(call?.ok && call.args, { text: wanted, when: 'now' });
    });
});

describe('thinking', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<think>a</think>Hello.', 'Hello.'],
    ['<think>a<think>b</think>c</think>Hello.', 'Hello.'],
    ['a\n</think>\n\nHello.', 'Hello.'],
    ['<think>a', ''],
    ['Hello.<think>a</think> Bye.', 'Hello. Bye.'],
    ['<thinking>a</thinking>Hello.', 'Hello.'],
    ['[THINK]a[/THINK]Hello.', 'Hello.'],
    ['◁think▷a◁/think▷Hello.', 'Hello.'],
    ['<|channel>thought\na<channel|>Hello.', 'Hello.'],
    ['<unused94>thought\na<unused95>Hello.', 'Hello.'],
    ['<seed:think>a</seed:think>Hello.', 'Hello.'],
    ['<|START_THINKING|>a<|END_THINKING|>Hello.', 'Hello.'],
  ];
  for (const [text, seen] of cases)
    it(JSON.stringify(text), () => {
      const reply = read(text);
      assert.equal(reply.text, seen);
      assert.equal(reply.thought, true);
    });
});

describe('arguments', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['empty', '', '{}'],
    ['null', 'null', '{}'],
    ['none', 'None', '{}'],
    ['undefined', undefined, '{}'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['JSON', '{"a": 1}', '{"a":1}'],
    ['fenced', '```json\n{"a": 1}\n```', '{"a":1}'],
    ['encoded twice', '"{\\"a\\": 1}"', '{"a":1}'],
    ['encoded three times', JSON.stringify(JSON.stringify('{"a":1}')), '{"a":1}'],
    ['quoted, inner quotes bare', '"{"a": 1}"', '{"a":1}'],
    ['single quotes', "{'a': 'it's', 'b': True}", '{"a":"it\'s","b":true}'],
    ['unquoted', '{a: b c, d: 2}', '{"a":"b c","d":2}'],
    ['trailing comma', '{"a": 1,}', '{"a":1}'],
    ['comments', '{"a": 1 // one\n}', '{"a":1}'],
    ['sent twice', '{"a":1}{"a":1}', '{"a":1}'],
    ['empty first', '{}{"a":1}', '{"a":1}'],
    ['empty last', '{"a":1}{}', '{"a":1}'],
    ['extra braces', '{"a":1}}}', '{"a":1}'],
    ['in a list', '[{"a":1}]', '{"a":1}'],
    ['special tokens behind', '{"a":1}<|im_end|>', '{"a":1}'],
    ['a tag behind', '{"a":1}</tool_call>', '{"a":1}'],
    ['quotes inside', '{"a": "he said "hi" to me"}', '{"a":"he said \\"hi\\" to me"}'],
    ['raw line break', '{"a": "x\ny"}', '{"a":"x\\ny"}'],
    ['byte order mark', '\uFEFF{"a":1}', '{"a":1}'],
    ['two objects', '{"a":1}{"b":2}', 'several'],
    ['an object inside a key', '{"si{"size": 4}', 'cut'],
    ['cut', '{"a": "x', 'cut'],
    ['a lone brace', '{', 'cut'],
    ['cut after a value', '{"a": "x"', 'cut'],
    ['a number', '3', 'not-object'],
    ['words', 'hello', 'not-object'],
    ['a quoted word', '"hello"', 'not-object'],
    ['a list of values', '[1, 2]', 'several'],
  ];
  for (const [what, raw, expected] of cases)
    it(what, () => {
      const parsed = parseArguments(raw);
      assert.equal(parsed.ok ? canonical(parsed.args) : parsed.why, expected);
    });

  it('takes the last of pieces that each hold the one before', () => {
    const pieces = ['{"ci', '{"city":"Pa', '{"city":"Paris"}'];
    assert.deepEqual(parseArguments(pieces.join(''), pieces), { ok: true, args: { city: 'Paris' } });
  });

  it('does not pollute prototypes', () => {
    parseArguments('{"__proto__": {"polluted": true}}');
    read('recall(__proto__={"polluted": true})');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

describe('names', () => {
  const names = ['set_reminder', 'list_reminders', 'change_reminder', 'recall', 'remember', 'switch_persona'];
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['set_reminder', 'set_reminder'],
    ['functions.set_reminder', 'set_reminder'],
    ['functions.set_reminder:0', 'set_reminder'],
    ['default_api:set_reminder', 'set_reminder'],
    ['set_reminder()', 'set_reminder'],
    ['"set_reminder"', 'set_reminder'],
    ['set_reminder<|channel|>commentary', 'set_reminder'],
    ['SetReminder', 'set_reminder'],
    ['set-reminder', 'set_reminder'],
    ['set_remider', 'set_reminder'],
    ['set_reminders', 'set_reminder'],
    ['list_reminder', 'list_reminders'],
    ['reminder_set', 'set_reminder'],
    ['get_reminder', undefined],
    ['unset_reminder', undefined],
    ['reset_reminder', undefined],
    ['remind', undefined],
    ['set reminder', undefined],
    ['toolbox.web.recall', undefined],
    ['', undefined],
  ];
  for (const [raw, expected] of cases)
    it(JSON.stringify(raw), () => {
      const resolved = resolveName(raw, names);
      assert.equal(resolved.ok ? resolved.name : undefined, expected);
    });

  it('does not choose between two', () => {
    assert.equal(resolveName('read_fil', ['read_file', 'read_fill']).ok, false);
  });
});
