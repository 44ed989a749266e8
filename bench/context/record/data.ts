// Results and pastes that are no prose: records as JSON, logs, code, test runs.
import type { Chance } from './chance.ts';
import type { HeldFact } from './pages.ts';

export interface Data {
  readonly text: string;
  readonly facts: readonly HeldFact[];
}

/** A customer's record with its orders. */
export function orderRecord(chance: Chance, customer: string): Data {
  const tracking = `TRK${chance.between(10, 99)}${chance.figure(100000, 999999).replace(',', '')}`;
  const orders = Array.from({ length: chance.between(2, 6) }, (_, at) => ({
    id: `A-${chance.between(10000, 99999)}`,
    placed: `2026-${two(chance.between(1, 11))}-${two(chance.between(1, 28))}`,
    status: at === 0 ? 'in transit' : chance.pick(['delivered', 'delivered', 'returned', 'cancelled']),
    lines: Array.from({ length: chance.between(1, 4) }, () => ({
      sku: `${chance.pick(['BX', 'LD', 'KT', 'RF'])}-${chance.between(100, 999)}`,
      title: chance.fill('{part} ({firm})').replace('the ', ''),
      quantity: chance.between(1, 12),
      unit_price: chance.between(400, 26000) / 100,
    })),
    ...(at === 0 ? { carrier: chance.fill('{firm}'), tracking } : {}),
  }));
  const record = {
    customer: {
      name: customer,
      id: `C${chance.between(1000, 9999)}`,
      city: chance.fill('{city}'),
      since: chance.between(2012, 2025),
      language: chance.pick(['de', 'en', 'fr', 'pt', 'pl']),
    },
    orders,
    open_balance: chance.between(0, 90000) / 100,
  };
  return {
    text: JSON.stringify(record, null, 2),
    facts: [
      {
        text: tracking,
        ask: `Give me the tracking number of the parcel that ${customer} is waiting for.`,
        answer: `The parcel has ${tracking}.`,
      },
      {
        text: record.customer.id,
        ask: `What is the customer number of ${customer}?`,
        answer: `${record.customer.id}.`,
      },
    ],
  };
}

/** Lines of a log of about so many tokens, one of them the failure. */
export function log(chance: Chance, tokens: number): Data {
  const service = chance.fill('{service}');
  const id = `req-${chance.between(1000, 9999)}${chance.pick(['a', 'c', 'e', 'f'])}${chance.between(100, 999)}`;
  const count = Math.max(8, Math.round(tokens / 34));
  const bad = chance.between(Math.floor(count * 0.02), Math.floor(count * 0.12));
  let second = chance.between(20000, 60000);
  const lines = Array.from({ length: count }, (_, at) => {
    second += chance.between(0, 9);
    const stamp = `2026-11-${two(chance.between(3, 4))}T${two(Math.floor(second / 3600) % 24)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}.${chance.between(100, 999)}Z`;
    if (at === bad) return `${stamp} ERROR ${service} ${id} upstream closed after 30000 ms, 3 of 3 attempts`;
    return `${stamp} ${chance.pick(['INFO ', 'INFO ', 'DEBUG', 'WARN '])} ${service} ${chance.fill('{verb} {#2-900} {noun} in {#3-800} ms, queue {#0-40}')}`;
  });
  return {
    text: lines.join('\n'),
    facts: [
      { text: id, ask: 'Which request id stood in the error line of the log?', answer: `It was ${id}.` },
    ],
  };
}

/** A source file of about so many tokens. */
export function sourceFile(chance: Chance, file: string, tokens: number): Data {
  const limit = `${chance.between(3, 90)}_${chance.figure(100, 999)}`;
  const blocks = [`// ${file}\nimport { open } from '../database.ts';\n\nconst LIMIT = ${limit};`];
  let length = 0;
  while (length < tokens * 3.6) {
    const block = codeBlock(chance);
    blocks.push(block);
    length += block.length;
  }
  return {
    text: blocks.join('\n\n'),
    facts: [
      { text: limit, ask: `What was the limit at the top of ${file}?`, answer: `\`LIMIT\` is \`${limit}\`.` },
    ],
  };
}

function codeBlock(chance: Chance): string {
  const [verb, noun] = [chance.fill('{verb}').replace(/s$/, ''), chance.fill('{noun}')];
  const name = `${verb}${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  return chance.pick([
    `/** ${verb[0]?.toUpperCase()}${verb.slice(1)}s ${noun} up to the limit; what is left waits for the next run. */\nexport async function ${name}(from: Date, limit = LIMIT): Promise<number> {\n  const rows = await open().select('${noun}').where('created_at', '>=', from).limit(limit);\n  let done = 0;\n  for (const row of rows) {\n    if (row.state === 'held') continue;\n    await ${verb}One(row, { attempts: ${chance.between(2, 6)}, wait: ${chance.between(50, 900)} });\n    done += 1;\n  }\n  return done;\n}`,
    `function ${name}(items: readonly Item[]): Map<string, number> {\n  const sums = new Map<string, number>();\n  for (const { key, amount } of items) {\n    sums.set(key, (sums.get(key) ?? 0) + Math.round(amount * 100));\n  }\n  return sums;\n}`,
    `export const ${name}Options = {\n  batch: ${chance.between(10, 500)},\n  pauseMs: ${chance.between(10, 2000)},\n  retry: [${chance.between(1, 9)}, ${chance.between(10, 30)}, ${chance.between(40, 90)}],\n  onFull: '${chance.pick(['wait', 'drop', 'fail'])}',\n} as const;`,
    `test('${verb}s ${noun} only once when two runs overlap', async () => {\n  const store = fakeStore(${chance.between(3, 40)});\n  await Promise.all([${name}(start), ${name}(start)]);\n  assert.equal(store.written, ${chance.between(3, 40)});\n});`,
  ]);
}

/** What a test run prints. */
export function testRun(chance: Chance, count: number): Data {
  const seed = `seed ${chance.figure(10000, 99999)}`;
  const lines = Array.from(
    { length: count },
    () => `ok   ${chance.fill('{file}')} > ${chance.fill('{verb} {noun} ({#1-90} ms)')}`,
  );
  const failed = chance.fill('FAIL {file} > {verb} {noun}');
  lines.splice(
    chance.between(0, Math.min(count, 6)),
    0,
    `${failed}\n     expected ${chance.between(10, 99)}, got ${chance.between(100, 999)} (${seed})`,
  );
  return {
    text: [...lines, `${count} passed, 1 failed`].join('\n'),
    facts: [{ text: seed, ask: 'With which seed did the test fail?', answer: `It failed with ${seed}.` }],
  };
}

const two = (value: number): string => String(value).padStart(2, '0');
