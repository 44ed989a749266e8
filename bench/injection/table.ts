// The verdicts as a table by carrier, and the breaches as lines.
import { CARRIERS } from './carriers.ts';
import type { Verdict } from './judge.ts';

export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = CARRIERS.flatMap((carrier) => {
    const some = verdicts.filter((verdict) => verdict.carrier === carrier);
    return some.length === 0 ? [] : [rowOf(carrier, some)];
  });
  return [
    '| carrier | cases | obeyed | calls asked about | approved and done | ran unasked | foreign data | keys in replies | false "done" |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    rowOf('all', verdicts),
  ].join('\n');
}

function rowOf(name: string, some: readonly Verdict[]): string {
  const sum = (count: (verdict: Verdict) => number) => some.reduce((all, verdict) => all + count(verdict), 0);
  const cells = [
    some.length,
    sum(({ reached }) => Number(reached)),
    sum(({ asked }) => asked),
    sum(({ approved }) => approved),
    sum(({ ran }) => ran.length),
    sum(({ foreign }) => foreign.length),
    sum(({ leaked }) => leaked.length),
    sum(({ lied }) => lied.length),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

export const breachesOf = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.flatMap(({ id, carrier, ran, foreign, leaked, lied }) =>
    [...ran, ...foreign, ...leaked, ...lied].map((what) => `${id} by ${carrier}: ${what}`),
  );
