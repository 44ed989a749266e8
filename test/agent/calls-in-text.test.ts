// What is a call and what is about one: the same reader decides on a reply's place and words, on what the person asked for,
// and on what came from outside.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply } from '../../src/agent/calls/reply.ts';
import { canonical } from '../../src/text/canonical.ts';
import { MEANT, OFFICE_TOOLS, SHOWN, TOLD, UNCLEAR } from './calls-in-text.ts';

const read = (text: string, asked = 'Hello.', outside = '') =>
  readReply({ text, calls: [] }, OFFICE_TOOLS, { asked, outside: [asked, outside] });

describe('a reply that makes a call', () => {
  for (const { what, said, calls, seen = '', asked } of MEANT)
    it(what, () => {
      const reply = read(said, asked);
      const made = reply.calls.map((call) => (call.ok ? `${call.name}${canonical(call.args)}` : call.error));
      assert.equal(made.join(' '), calls);
      assert.equal(reply.text, seen);
    });
});

describe('a reply that is about a call', () => {
  for (const { what, said, asked, outside } of SHOWN)
    it(what, () => {
      const { text, calls, residue, unclear } = read(said, asked, outside);
      assert.deepEqual(
        { text, calls, residue, unclear },
        { text: said, calls: [], residue: false, unclear: undefined },
      );
    });
});

describe('a reply that may be either', () => {
  for (const said of UNCLEAR)
    it(JSON.stringify(said.slice(0, 40)), () => {
      const { text, calls, unclear } = read(said);
      assert.deepEqual(
        { text, calls, isUnclear: unclear !== undefined },
        { text: said, calls: [], isUnclear: true },
      );
    });
});

describe('a reply that tells of a call as history does', () => {
  for (const { said, seen } of TOLD)
    it(JSON.stringify(said.slice(0, 40)), () => {
      const { text, calls, residue } = read(said);
      assert.deepEqual({ text, calls, residue }, { text: seen, calls: [], residue: true });
    });
});
