// npm run context [-- CONVERSATION [--request N]]: the last request of a conversation, or another, as the model saw it.
// Without a conversation it lists the last ones. It only reads. On PGlite the bot must be stopped.
import { parseArgs } from 'node:util';
import { inspectTools } from '../bot/load-tools.ts';
import type { Config } from '../config.ts';
import { printRequest } from '../context/render/print.ts';
import { grouped } from '../context/text.ts';
import {
  lastRequest,
  type Rebuilt,
  rebuild,
  storedRequest,
  whyNot,
} from '../conversation/turn/request/rebuild.ts';
import type { Database } from '../database/database.ts';
import type { ConversationKey } from '../database/ids.ts';
import { PeacrabError } from '../errors.ts';
import { english } from '../language/say.ts';
import { silentLog } from '../log.ts';
import { runOnDatabase } from './run.ts';

const listed = 20;

await runOnDatabase(async (database, config) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { request: { type: 'string' } },
  });
  const [conversation] = positionals;
  if (conversation === undefined && values.request === undefined) return list(database);
  return show(database, config, conversation as ConversationKey | undefined, values.request);
});

async function list({ db }: Database): Promise<string> {
  const rows = await db
    .selectFrom('request')
    .select(({ fn }) => [
      'conversation_id',
      fn.countAll<string>().as('count'),
      fn.max('id').as('last'),
      fn.max('created_at').as('at'),
    ])
    .where('purpose', '=', 'turn')
    .groupBy('conversation_id')
    .orderBy('last', 'desc')
    .limit(listed)
    .execute();
  if (rows.length === 0) return 'No conversation has asked the model anything yet.';
  const lines = rows.map(
    ({ conversation_id, count, last, at }) =>
      `${conversation_id}  ${count} requests, the last is ${last} of ${at.toISOString()}`,
  );
  return [...lines, 'To see one: npm run context -- CONVERSATION [--request N]'].join('\n');
}

async function show(
  { db }: Database,
  config: Config,
  conversation: ConversationKey | undefined,
  asked: string | undefined,
): Promise<string> {
  const row =
    asked === undefined && conversation !== undefined
      ? await lastRequest(db, conversation)
      : await storedRequest(db, asked ?? '');
  if (!row || (conversation !== undefined && row.conversation_id !== conversation))
    throw new PeacrabError(
      'NOT_FOUND',
      `There is no ${asked === undefined ? 'request' : `request ${asked}`} of ${conversation ?? 'any conversation'}. "npm run context" lists the last conversations.`,
    );
  const parts = { tools: await inspectTools(config, silentLog), maxOutput: config.maxOutput };
  const rebuilt = await rebuild(db, parts, row);
  if (!rebuilt)
    throw new PeacrabError(
      'NOT_FOUND',
      `Request ${row.id} (${row.purpose}) cannot be rebuilt: ${(await whyNot(db, row))(english)}.`,
    );
  const before = await lastRequest(db, row.conversation_id, row.id);
  const previous = before ? await rebuild(db, parts, before) : null;
  return [
    ...header(rebuilt),
    printRequest(rebuilt.compiled, previous?.compiled ?? null, row.factor),
    ...(previous ? [`(The request before is ${previous.row.id}.)`] : []),
  ].join('\n');
}

function header({ row, compiled, exact }: Rebuilt): readonly string[] {
  const { input_tokens: input, cached_tokens: cached } = row;
  const server =
    input === null
      ? 'the server told no usage'
      : `the server counted ${grouped(input)}, ${grouped(cached ?? 0)} cached`;
  return [
    `Request ${row.id} of ${row.conversation_id}, turn ${row.turn_id}, ${row.model}, ${row.created_at.toISOString()}`,
    `${compiled.messages.length} messages, about ${grouped(row.estimated_tokens)} tokens (estimates times ${row.factor.toFixed(2)}); ${server}`,
    ...(exact
      ? []
      : ['!!! Tools, MAX_OUTPUT_TOKENS or entries have changed since: this may not be what was sent.']),
  ];
}
