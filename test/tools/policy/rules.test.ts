// What may be done, and when to ask: the decision, the globs, the amendments, the file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english, sayIn } from '../../../src/language/say.ts';
import { covers } from '../../../src/tools/approvals/store.ts';
import { amend } from '../../../src/tools/policy/amend.ts';
import { parsePolicy, readPolicy } from '../../../src/tools/policy/file.ts';
import { literal, matches } from '../../../src/tools/policy/glob.ts';
import { decide, type Rule, type Setting } from '../../../src/tools/policy/rules.ts';

const setting: Setting = {
  person: 'slack:T1:U1',
  isAdmin: false,
  room: { id: 'slack:T1:C1', kind: 'channel', mode: 'normal' },
  persona: 'cfo',
};
const outside = { name: 'post_note', safe: false, outside: true };
const inside = { name: 'remember', safe: false, outside: false };
const asks = (rules: readonly Rule[], tainted = false, changed: Partial<Setting> = {}, tool = outside) => {
  const verdict = decide(rules, { tool, args: { board: 'team' } }, { ...setting, ...changed }, tainted);
  return verdict.may ? verdict.ask : verdict.because(english);
};
const inMode = (mode: Setting['room']['mode']) => ({ room: { ...setting.room, mode } });

describe('rules', () => {
  it('without any, built-in tools run and what reaches outside asks', () => {
    assert.equal(asks([], false, {}, inside), null);
    assert.equal(asks([]), 'outside');
    assert.equal(asks([], true, {}, inside), null, 'taint is for what acts outside');
  });

  it('the first that matches decides; by tool, arguments, person, room and persona', () => {
    const allow = { do: 'allow' } as const;
    const matching: Rule[] = [
      { tool: ['post_*'], ...allow },
      { arguments: { board: ['te*', 'x'] }, ...allow },
      { person: ['slack:U1'], ...allow },
      { person: ['slack:T1:U1'], ...allow },
      { room: ['channel'], ...allow },
      { room: ['slack:T1:C1'], ...allow },
      { persona: ['cfo'], ...allow },
    ];
    for (const rule of matching) assert.equal(asks([rule]), null, JSON.stringify(rule));
    const others: Rule[] = [
      { tool: ['fetch*'], ...allow },
      { arguments: { board: ['x'] }, ...allow },
      { arguments: { missing: ['x*'] }, ...allow },
      { person: ['slack:U2', 'admins'], ...allow },
      { room: ['dm'], ...allow },
      { persona: ['assistant'], ...allow },
    ];
    for (const rule of others) assert.equal(asks([rule]), 'outside', JSON.stringify(rule));
    assert.equal(asks([{ person: ['admins'], ...allow }], false, { isAdmin: true }), null);
    assert.equal(asks([{ do: 'deny', because: 'closed' }, { do: 'allow' }]), 'closed');
    assert.equal(asks([{ tool: ['remember'], do: 'ask' }], false, {}, inside), 'rule');
  });

  it('names of arguments that every object has are names like others', () => {
    for (const name of ['constructor', 'toString', '__proto__'])
      assert.equal(asks([{ arguments: { [name]: ['x*'] }, do: 'allow' }]), 'outside', name);
    const odd = JSON.parse('{"__proto__":"a"}') as Record<string, unknown>;
    assert.equal(covers({ args: odd, bound: {} }, {}, true), false);
    assert.equal(covers({ args: odd, bound: {} }, JSON.parse('{"__proto__":"a"}'), true), true);
    assert.equal(covers({ args: {}, bound: { constructor: 'x*' } }, {}, false), false);
  });

  it('taint asks whatever a rule or the room says, and forbids what was forbidden', () => {
    assert.equal(asks([{ do: 'allow' }], true), 'taint');
    assert.equal(asks([], true, inMode('trusted')), 'taint');
    assert.equal(asks([{ do: 'deny', because: 'no' }], true), 'no');
  });

  it('a trusted room does not ask by default; a rule that asks still does; a look-only room changes nothing', () => {
    assert.equal(asks([], false, inMode('trusted')), null);
    assert.equal(asks([{ do: 'ask' }], false, inMode('trusted')), 'rule');
    assert.match(String(asks([{ do: 'allow' }], false, inMode('look-only'))), /look-only/);
    assert.match(String(asks([], false, inMode('look-only'), inside)), /look-only/);
    const looking = { name: 'look_up', safe: true, outside: true };
    assert.equal(asks([], false, inMode('look-only'), looking), 'outside');
  });

  it('an amendment changes what may be touched; asking is decided apart', () => {
    const rule: Rule = { do: 'amend', amend: { board: { set: 'public' } } };
    const verdict = decide([rule], { tool: outside, args: { board: 'team' } }, setting, false);
    assert.ok(verdict.may);
    const { changes, ...decided } = verdict;
    assert.deepEqual(decided, { may: true, args: { board: 'public' }, ask: 'outside' });
    assert.equal(changes[0]?.(english), 'board was made "public"');
    assert.equal(changes[0]?.(sayIn('de')), 'board wurde auf "public" gesetzt');
  });
});

describe('globs', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['abc', 'ABC', true],
    ['abc', 'abcd', false],
    ['*', '', true],
    ['https://a.example/*', 'https://a.example/x/y?z=1', true],
    ['https://a.example/*', 'https://a.example.evil/x', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'acb', false],
    ['aa*aa', 'aaa', false],
    ['*.md', 'x.md', true],
    ['*a*a*', 'a', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['a.c', 'abc', false],
  ];
  for (const [glob, text, fits] of cases)
    it(`${glob} ${fits ? 'fits' : 'does not fit'} "${text}"`, () => assert.equal(matches(glob, text), fits));

  it('a text as a literal fits itself alone', () => {
    for (const text of ['http://*.com', 'a\\*b', '**', 'plain', '\\'])
      assert.ok(matches(literal(text), text), text);
    assert.ok(!matches(`${literal('http://*.com')}/*`, 'http://evil.com/x'));
  });

  it('are fast on hostile texts', () => {
    assert.equal(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(50_000)), false);
  });
});

describe('amendments', () => {
  it('clamp, cut, redact and set, a line for each; what fits stays as it is', () => {
    const { args, changes } = amend(
      { days: 99, few: 1, text: 'card 4111 1111', list: [1, 2, 3], same: 'x' },
      {
        days: { at_most: 30 },
        few: { at_least: 2 },
        text: { redact: '\\d{4}( \\d{4})*' },
        list: { longest: 2 },
        same: { longest: 9 },
        missing: { at_most: 1 },
        who: { set: 'me' },
      },
    );
    assert.deepEqual(args, { days: 30, few: 2, text: 'card [redacted]', list: [1, 2], same: 'x', who: 'me' });
    const said = changes.map((change) => change(english));
    assert.deepEqual(said, [
      'days was made 30',
      'few was made 2',
      'text was redacted',
      'list was cut',
      'who was made "me"',
    ]);
  });
});

describe('the policy file', () => {
  it('is empty where there is none', () => {
    assert.deepEqual(readPolicy('./no-such-policy.yaml'), { places: null, rules: [], approvalMinutes: 60 });
  });

  it('takes one value or a list', () => {
    const { rules, places } = parsePolicy(
      'places: [recall, remember]\nrules:\n  - { tool: post_note, arguments: { copies: 3 }, room: [dm, channel], do: allow }\n',
      'p.yaml',
    );
    assert.deepEqual(places, ['recall', 'remember']);
    assert.deepEqual(rules, [
      { tool: ['post_note'], arguments: { copies: ['3'] }, room: ['dm', 'channel'], do: 'allow' },
    ]);
  });

  const faults: readonly (readonly [string, RegExp])[] = [
    ['rules: [{ tool: x, do: permit }]', /p\.yaml cannot be used: rules 1 do: /],
    ['rules: [{ tool: x }]', /rules 1 do: /],
    ['rules: [{ tool: x, do: amend }]', /rules 1: needs "do: amend" and "amend" together/],
    [
      'rules: [{ do: amend, amend: { a: { redact: "(" } } }]',
      /rules 1 amend a redact: is not a regular expression/,
    ],
    ['rule: []', /rule/],
    ['places: [a, b, c, d, e, f, g, h, i]', /places: /],
    ['rules: [', /p\.yaml cannot be used/],
  ];
  for (const [text, sentence] of faults)
    it(`names the fault in ${text}`, () =>
      assert.throws(() => parsePolicy(text, 'p.yaml'), { code: 'CONFIG', message: sentence }));
});

describe('permissions', () => {
  const permission = {
    args: { url: 'https://a.example/1', n: 1, justification: 'x' },
    bound: { url: 'https://a.example/*' },
  };
  it('cover what they are bound to; with taint only what a person has seen', () => {
    assert.ok(covers(permission, { url: 'https://a.example/2', n: 2, justification: 'y' }, false));
    assert.ok(!covers(permission, { url: 'https://b.example/', n: 1 }, false));
    assert.ok(!covers(permission, { url: 'https://a.example/2', n: 1, justification: 'x' }, true));
    assert.ok(covers(permission, { n: 1, url: 'https://a.example/1', justification: 'y' }, true));
  });
  it('bound to nothing cover just the same call', () => {
    const all = { ...permission, bound: {} };
    assert.ok(covers(all, { url: 'https://a.example/1', n: 1 }, false));
    assert.ok(!covers(all, { url: 'https://a.example/2', n: 1 }, false));
  });
});
