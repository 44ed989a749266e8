// What each kind of server wants to hear about its prompt cache, and how long that lives. Told by the base address;
// an address that says nothing is a hosted server that caches by itself.

/**
 * `prompt_cache_key`: the conversation's key, so that its requests reach one machine. `cache_prompt`: a switch.
 * `cache_control`: one field, the server moves the breakpoint along. `breakpoint`: marked behind the first message.
 */
export type CacheField = 'prompt_cache_key' | 'cache_prompt' | 'cache_control' | 'breakpoint' | 'none';

export interface Server {
  readonly name: string;
  /** Whether it is served at this address. */
  at(url: URL): boolean;
  cache(model: string): CacheField;
  /** How long an unused cache may be taken to live. */
  readonly cacheMinutes: number;
}

const local =
  /^(?:localhost|127\.[\d.]+|\[::1?\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|[^.]+|.+\.(?:local|internal))$/;

/** A server of which the address says nothing: it caches by itself, if at all. */
export const hosted: Server = { name: 'hosted', at: () => true, cache: () => 'none', cacheMinutes: 5 };

/** In the order in which addresses are tried. */
export const servers: readonly Server[] = [
  {
    name: 'openai',
    at: ({ hostname }) => hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com'),
    cache: () => 'prompt_cache_key',
    cacheMinutes: 5,
  },
  {
    name: 'openrouter',
    at: ({ hostname }) => /(?:^|\.)openrouter\.ai$/.test(hostname),
    cache: (model) => (/claude/i.test(model) ? 'cache_control' : /qwen/i.test(model) ? 'breakpoint' : 'none'),
    cacheMinutes: 5,
  },
  {
    name: 'ollama',
    at: ({ hostname, port }) => port === '11434' || /(?:^|\.)ollama\.com$/.test(hostname),
    cache: () => 'none',
    cacheMinutes: 5,
  },
  { name: 'vllm', at: () => false, cache: () => 'none', cacheMinutes: 60 },
  {
    name: 'llamacpp',
    at: ({ hostname }) => local.test(hostname),
    cache: () => 'cache_prompt',
    cacheMinutes: 60,
  },
  hosted,
];
