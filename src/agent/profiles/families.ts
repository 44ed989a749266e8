// What the chat template of each model family takes and how its makers want it sampled. One table; the sources are in
// docs/models.md. In doubt a family has the stricter value: what it costs is a little form, what it saves is a refusal.

export interface Template {
  /**
   * `parallel`: several calls in one assistant message, then their results. `single`: one call in a message, its result
   * behind it. `text`: there are user and assistant messages only; rules, tools, calls and results are written into these.
   * All others take a system message in front, and none takes one further on.
   */
  readonly calls: 'parallel' | 'single' | 'text';
  /** False: an assistant message has words or calls; next to calls the words are left out. */
  readonly wordsWithCalls: boolean;
  /** `nine`: exactly nine letters and digits. */
  readonly callIds: 'any' | 'nine';
}

/** Where thinking comes in. It is taken out there, never shown and never sent again. */
export interface Thinking {
  /** Fields beside `content`. */
  readonly fields: readonly string[];
  /** What encloses it where a server leaves it in the text. */
  readonly marks: readonly [open: string, close: string] | undefined;
}

export interface Sampling {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
}

interface Family {
  readonly name: string;
  /** Names of its models. */
  readonly models: RegExp;
  readonly template: Template;
  readonly thinking: Thinking;
  readonly sampling: Sampling;
  /** Models of the family that always think, where their makers sample these in another way. */
  readonly thinkers?: { readonly models: RegExp; readonly sampling: Sampling };
}

const usual: Template = { calls: 'parallel', wordsWithCalls: true, callIds: 'any' };
const fields = ['reasoning_content', 'reasoning'];

/** For a model of no known family: the form that most templates take, and the server's own sampling. */
export const generic: Family = {
  name: 'generic',
  models: /(?:)/,
  template: usual,
  thinking: { fields, marks: ['<think>', '</think>'] },
  sampling: {},
};

/** In the order in which names are tried: a distilled model has two families in its name. */
export const families: readonly Family[] = [
  {
    name: 'gpt-oss',
    models: /gpt-?oss/i,
    template: { ...usual, calls: 'single' },
    thinking: { fields, marks: ['<|channel|>analysis<|message|>', '<|end|>'] },
    sampling: { temperature: 1, top_p: 1 },
  },
  {
    name: 'gemma3',
    models: /gemma[-_: ]?(?:[123](?!\d)|7b)|(?:code|med|shield)gemma/i,
    template: { ...usual, calls: 'text' },
    thinking: { fields, marks: undefined },
    sampling: { temperature: 1, top_p: 0.95, top_k: 64 },
  },
  {
    name: 'gemma',
    models: /gemma/i,
    template: usual,
    thinking: { fields, marks: ['<|channel>thought\n', '<channel|>'] },
    sampling: { temperature: 1, top_p: 0.95, top_k: 64 },
  },
  {
    name: 'qwen',
    models: /qwen|qwq/i,
    template: usual,
    thinking: { fields, marks: ['<think>', '</think>'] },
    sampling: { temperature: 0.7, top_p: 0.8, top_k: 20 },
    thinkers: { models: /thinking|qwq/i, sampling: { temperature: 0.6, top_p: 0.95, top_k: 20 } },
  },
  {
    name: 'mistral',
    models: /(?:mis|minis|magis|devs|codes|vox|pix|mix)tral/i,
    template: { ...usual, wordsWithCalls: false, callIds: 'nine' },
    thinking: { fields, marks: ['[THINK]', '[/THINK]'] },
    sampling: { temperature: 0.15 },
    thinkers: { models: /magistral|reasoning/i, sampling: { temperature: 0.7, top_p: 0.95 } },
  },
  {
    name: 'llama',
    models: /(?<!o)llama(?![-_.]?cpp)/i,
    template: { ...usual, calls: 'single' },
    thinking: { fields, marks: undefined },
    sampling: { temperature: 0.6, top_p: 0.9 },
  },
  generic,
];
