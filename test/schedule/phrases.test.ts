// The phrases of test/schedule/phrases, each with the moment it was said and what it means by the rules. One test
// a language: it lists every phrase that means something else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveWhen } from '../../src/schedule/parse/index.ts';
import { nextN } from '../../src/schedule/recurrence/next.ts';
import { toInstant, toLocal } from '../../src/schedule/recurrence/zoned.ts';
import * as phrases from './phrases/index.ts';

type Said = { readonly local: string; readonly zone: string; readonly locale: string };

/** "11-19 09:00" (of 2026) or a full local time, as a wall time of the zone */
function local(text: string): string {
  const full = /^\d{4}-/.test(text) ? text : `2026-${text}`;
  return full.length === 16 ? `${full}:00` : full;
}

function shown(at: Date, zone: string): string {
  return new Date(toLocal(at.getTime(), zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** What came out, in the notation of the tables. */
function outcome(phrase: string, said: Said, count: number): string {
  const now = new Date(toInstant(Date.parse(`${said.local.replace(' ', 'T')}:00Z`), said.zone));
  const result = resolveWhen(phrase, { now, zone: said.zone, locale: said.locale });
  if (!result.ok) return `! ${result.why}`;
  if (result.schedule.kind === 'once') return shown(result.first, said.zone);
  return `* ${nextN(result.schedule, now, count)
    .map((at) => shown(at, said.zone))
    .join(', ')}`;
}

function expected(text: string): string {
  if (text.startsWith('!')) return text;
  if (!text.startsWith('*')) return local(text);
  return `* ${text.slice(2).split(', ').map(local).join(', ')}`;
}

type Row = { readonly phrase: string; readonly want: string; readonly said: Said };

function rowsOf(table: string): readonly Row[] {
  const rows: Row[] = [];
  let said: Said = { local: '', zone: '', locale: '' };
  for (const line of table.split('\n')) {
    const header = /^@@ (\S+ \S+) (\S+) (\S+)$/.exec(line);
    if (header) said = { local: header[1] ?? '', zone: header[2] ?? '', locale: header[3] ?? '' };
    const row = /^(.*\S) => (.+)$/.exec(line);
    if (row) rows.push({ phrase: row[1] ?? '', want: row[2] ?? '', said });
  }
  return rows;
}

for (const [language, table] of Object.entries(phrases)) {
  const rows = rowsOf(table);
  test(`${rows.length} phrases in ${language}`, () => {
    assert.ok(rows.length > 0);
    const misses = rows.flatMap(({ phrase, want, said }) => {
      const got = outcome(phrase, said, want.split(', ').length);
      const wanted = expected(want);
      return got === wanted ? [] : [`${phrase} (${said.locale}): wanted ${wanted}, got ${got}`];
    });
    assert.deepEqual(misses, []);
  });
}
