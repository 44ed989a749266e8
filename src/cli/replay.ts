// npm run replay -- REQUEST [--model NAME] [--prompt FILE] [--times N]: sends a stored request again, with the settings of
// .env, or with another model or system prompt. What the model calls is shown, not run; nothing is stored.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ModelClient } from '../agent/model.ts';
import { createModelClient } from '../agent/openai.ts';
import { profileFor } from '../agent/profiles/profile.ts';
import { question } from '../agent/question.ts';
import { inspectTools } from '../bot/load-tools.ts';
import { promptText } from '../bot/prompt-text.ts';
import { type Config, loadConfig, readEnvironment } from '../config.ts';
import type { ChatMessage } from '../context/message.ts';
import { grouped } from '../context/text.ts';
import { cacheKey } from '../conversation/turn/request/prefix-watch.ts';
import { type Rebuilt, rebuild, storedRequest, whyNot } from '../conversation/turn/request/rebuild.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { english } from '../language/say.ts';
import { createLog, silentLog } from '../log.ts';
import { loadPersonas } from '../personas/load.ts';
import { loadSkills } from '../skills/load.ts';
import { readPolicy } from '../tools/policy/file.ts';
import type { AnyTool } from '../tools/runner.ts';
import { onDatabase, run } from './run.ts';

const timesAtMost = 100;
const usage = 'npm run replay -- REQUEST [--model NAME] [--prompt FILE] [--times N]';

await run(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      model: { type: 'string' },
      prompt: { type: 'string' },
      times: { type: 'string', default: '1' },
    },
  });
  const times = Number(values.times);
  if (positionals.length !== 1 || !Number.isInteger(times) || times < 1 || times > timesAtMost)
    throw new PeacrabError('CONFIG', `Say which request, and how often, 1 to ${timesAtMost}: ${usage}`);
  const config = loadConfig(readEnvironment());
  // The database is closed before the model is asked: on PGlite the bot may start meanwhile.
  const tools = await inspectTools(config, silentLog);
  const rebuilt = await stored(config, tools, positionals[0] ?? '');
  const messages = withPrompt(rebuilt.compiled.messages, values.prompt, config, tools);
  const server = await serverOf(config);
  const name = values.model ?? server.name;
  const profile = profileFor(name, server.baseUrl, config.modelProfile);
  const model = createModelClient({ ...server, model: name, idleMs: config.modelIdleMs, profile });
  try {
    console.log(
      `Request ${rebuilt.row.id}, then sent to ${rebuilt.row.model}, now to ${name}.${noteOn(rebuilt)}`,
    );
    for (let count = 1; count <= times; count += 1)
      console.log(await answer(model, config, rebuilt, messages, times > 1 ? `${count}: ` : ''));
    return 'Nothing of this was stored, and nothing was run.';
  } finally {
    await server.stop();
  }
});

function stored(config: Config, tools: readonly AnyTool[], id: string): Promise<Rebuilt> {
  return onDatabase(config, async ({ db }) => {
    const row = await storedRequest(db, id);
    const rebuilt = row ? await rebuild(db, { tools, maxOutput: config.maxOutput }, row) : null;
    if (rebuilt) return rebuilt;
    const why = row
      ? `Request ${id} (${row.purpose}) cannot be rebuilt: ${(await whyNot(db, row))(english)}`
      : `There is no request ${id}`;
    throw new PeacrabError('NOT_FOUND', `${why}. "npm run context" shows which there are.`);
  });
}

function noteOn({ exact }: Rebuilt): string {
  if (exact) return '';
  return ' !!! Tools, MAX_OUTPUT_TOKENS or entries have changed since: this may not be what was sent.';
}

function withPrompt(
  messages: readonly ChatMessage[],
  file: string | undefined,
  config: Config,
  tools: readonly AnyTool[],
): readonly ChatMessage[] {
  if (file === undefined) return messages;
  return [
    { role: 'system', content: readPrompt(file, config, tools) },
    ...messages.filter(({ role }) => role !== 'system'),
  ];
}

function readPrompt(
  file: string,
  { skillsDir, personasDir, policyFile }: Config,
  tools: readonly AnyTool[],
): string {
  const { rules } = readPolicy(policyFile);
  try {
    return promptText(
      readFileSync(file, 'utf8'),
      tools,
      rules,
      loadSkills(skillsDir),
      loadPersonas(personasDir),
    );
  } catch (cause) {
    throw new PeacrabError('NOT_FOUND', `The prompt could not be read: ${messageOf(cause)}.`, { cause });
  }
}

/** The configured server, or the demo model for as long as this runs. */
async function serverOf({ model }: Config) {
  if (model.kind === 'server') return { ...model, stop: async () => undefined };
  const demo = await (await import('../../demo/demo-model.ts')).startDemoModel();
  return { baseUrl: demo.url, apiKey: 'none', name: 'demo', stop: () => demo.stop() };
}

/** One answer as text: words, calls, usage and time. */
async function answer(
  model: ModelClient,
  config: Config,
  { row, compiled }: Rebuilt,
  messages: readonly ChatMessage[],
  label: string,
): Promise<string> {
  const asked = {
    messages,
    tools: compiled.tools,
    maxTokens: config.maxOutput,
    cacheKey: cacheKey(row.conversation_id),
  };
  const { text, calls, record } = await question(
    model,
    asked,
    new AbortController().signal,
    createLog(config.logLevel),
  );
  const { usage, ms, firstTokenMs, result, code } = record;
  const counted = usage
    ? `${grouped(usage.input)} tokens in, ${grouped(usage.cached)} of them cached, ${grouped(usage.output)} out`
    : 'no usage told';
  const waited =
    firstTokenMs === undefined ? '' : `, ${(firstTokenMs / 1000).toFixed(2)} s to the first token`;
  return [
    ...(result === 'ok' ? [] : [`(no whole answer: ${code ?? result})`]),
    ...(text === '' ? [] : [text]),
    ...calls.map((call) => `(would call ${call})`),
    `--- ${label}${counted}${waited}, ${(ms / 1000).toFixed(2)} s in all`,
  ].join('\n');
}
