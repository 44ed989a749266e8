// The model that is measured: any OpenAI-compatible server, with the settings of .env, or the simulated one behind a real
// server on loopback. Every request goes through a meter that counts its tokens and seconds.
import { performance } from 'node:perf_hooks';
import type { ModelClient, ModelRequest } from '../../src/agent/model.ts';
import { createModelClient } from '../../src/agent/openai.ts';
import { profileFor } from '../../src/agent/profiles/profile.ts';
import { servedModels } from '../../src/agent/served.ts';
import { type Config, loadConfig, readEnvironment } from '../../src/config.ts';
import { estimate } from '../../src/context/budget/estimate.ts';
import { messageOf } from '../../src/errors.ts';
import { ScriptedModel } from '../../test/fakes/model/scripted-model.ts';
import { SimulatedModel } from './sim/model.ts';

export interface Used {
  requests: number;
  input: number;
  cached: number;
  output: number;
  seconds: number;
}

export const unused = (): Used => ({ requests: 0, input: 0, cached: 0, output: 0, seconds: 0 });

export interface Endpoint {
  readonly client: ModelClient;
  readonly model: string;
  readonly server: string;
  /** Null for a real model. */
  readonly simulated: SimulatedModel | null;
  readonly config: Config;
  /** Settings that the bot on the stage needs to treat it as the server it is. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @throws Error that says what to do when the settings are wrong or the server does not answer */
export async function openEndpoint(
  given: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Promise<Endpoint> {
  const config = loadConfig(given);
  const env = {
    CONTEXT_WINDOW: String(config.window),
    MAX_OUTPUT_TOKENS: String(config.maxOutput),
  };
  if (config.model.kind === 'demo') return simulatedEndpoint(config, env);
  const { baseUrl, apiKey, name } = config.model;
  const profile = profileFor(name, baseUrl, config.modelProfile);
  await reach(config.model);
  return {
    client: createModelClient({ baseUrl, apiKey, model: name, idleMs: config.modelIdleMs, profile }),
    model: name,
    server: new URL(baseUrl).host,
    simulated: null,
    config,
    env: { ...env, MODEL_PROFILE: `${profile.family},${profile.server}` },
    stop: async () => undefined,
  };
}

async function simulatedEndpoint(config: Config, env: Endpoint['env']): Promise<Endpoint> {
  const simulated = new SimulatedModel();
  const server = await ScriptedModel.start({ instant: true, window: config.window });
  server.rules(({ messages, refused }) => {
    if (refused !== undefined) throw new Error(`a strict server refused a request: ${refused}`);
    const step = simulated.answer(messages);
    // What is kept of each request would fill the memory.
    server.requests.length = 0;
    return step;
  });
  return {
    client: createModelClient({ baseUrl: server.url, apiKey: 'none', model: 'scripted' }),
    model: 'simulated',
    server: 'this process',
    simulated,
    config,
    env,
    stop: () => server.stop(),
  };
}

const reachMs = 15_000;

async function reach(server: Extract<Config['model'], { kind: 'server' }>): Promise<void> {
  try {
    await servedModels(server, AbortSignal.timeout(reachMs));
  } catch (error) {
    const status = (error as { readonly status?: number }).status;
    // A server without a list of models answers all the same.
    if (status !== undefined && ![401, 403].includes(status)) return;
    throw new Error(
      `The model's server at ${server.baseUrl} cannot be used: ${messageOf(error)} Check OPENAI_BASE_URL and OPENAI_API_KEY, and that the server runs ("npm run doctor" tells more).`,
    );
  }
}

/** Counts what is asked through it. */
export class Meter implements ModelClient {
  readonly #client: ModelClient;
  readonly #changed: (request: ModelRequest) => ModelRequest;
  #used = unused();

  /** @param changed what of a request is left out or put in before it is sent */
  constructor(client: ModelClient, changed: (request: ModelRequest) => ModelRequest = (request) => request) {
    [this.#client, this.#changed] = [client, changed];
  }

  /** What was used since it was last asked. */
  taken(): Used {
    const used = this.#used;
    this.#used = unused();
    return used;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): ReturnType<ModelClient['stream']> {
    const began = performance.now();
    const used = this.#used;
    used.requests++;
    let told = false;
    let said = 0;
    try {
      for await (const delta of this.#client.stream(this.#changed(request), signal)) {
        said += (delta.text?.length ?? 0) + (delta.reasoning?.length ?? 0);
        if (delta.usage) {
          told = true;
          used.input += delta.usage.input;
          used.cached += delta.usage.cached;
          used.output += delta.usage.output;
        }
        yield delta;
      }
    } finally {
      used.seconds += (performance.now() - began) / 1000;
      // A server that tells no usage: estimated, all of it new.
      if (!told) {
        used.input += estimate(JSON.stringify(request.messages)) + estimate(JSON.stringify(request.tools));
        used.output += Math.ceil(said / 4);
      }
    }
  }
}
