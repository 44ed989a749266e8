// Parts of the harness, switched off one at a time to see what each is worth: by what the bot is started with, or by what
// is taken out of a request on its way to the model. No setting of the product leads here.
import type { LoopLimits } from '../../src/agent/limits.ts';
import type { ModelRequest } from '../../src/agent/model.ts';
import type { Overrides } from '../../src/bot/peacrab.ts';
import type { ChatMessage, ToolSchema } from '../../src/context/message.ts';
import { tools } from '../../src/tools/index.ts';
import { exampleMessages } from './examples.ts';
import { longDescriptions } from './long-descriptions.ts';

export const PARTS = [
  'elision',
  'head',
  'persona',
  'promises',
  'repair',
  'stop-rules',
  'notices',
  'journal',
  'short-descriptions',
] as const;
/** What the product does not have, and may be put in. */
export const EXTRAS = ['examples'] as const;

export type Left = (typeof PARTS)[number];
export type Extra = (typeof EXTRAS)[number];
export type Variant = { readonly without: Left } | { readonly with: Extra } | null;

export const nameOf = (variant: Variant): string =>
  variant === null ? 'ours' : 'without' in variant ? `without ${variant.without}` : `with ${variant.with}`;

/** What a measurement says of a variant where it is not what its name suggests. */
export const remarks: Readonly<Partial<Record<Left | Extra, string>>> = {
  'stop-rules': 'the check of words after a failed call is part of the loop and stays',
  'short-descriptions':
    'tools with long descriptions in place of short ones; the simulated model does not read them, so this shows what they cost',
  notices:
    'bracketed lines about what happened before; those that ask again stay, they belong to the rules that ask',
  examples: 'a simulated model learns nothing from examples: only a real one can show a gain',
};

/** In place of the loop's own bounds: only the number of rounds ends it, as in a plain loop. */
const noRules: Partial<LoopLimits> = {
  rounds: 20,
  sameCall: 1000,
  repeatRetries: 1000,
  failuresInRow: 1000,
  emptyRetries: 0,
  nudges: 0,
};

/** What the bot is started with. */
export function overridesFor(variant: Variant): Overrides {
  if (variant === null || 'with' in variant) return {};
  switch (variant.without) {
    case 'promises':
    case 'repair':
    case 'journal':
      return { without: new Set([variant.without]) };
    case 'stop-rules':
      return { loop: { retryDelayMs: 10, ...noRules } };
    case 'elision':
      return { tools: tools.map((tool) => ({ ...tool, ages: 'keep' as const })) };
    case 'short-descriptions':
      return {
        tools: tools.map((tool) => ({
          ...tool,
          description: longDescriptions[tool.name] ?? tool.description,
        })),
      };
    default:
      return {};
  }
}

/** What is changed in each request. */
export function changeFor(variant: Variant): (request: ModelRequest) => ModelRequest {
  if (variant === null) return (request) => request;
  if ('with' in variant) return withExamples;
  switch (variant.without) {
    case 'head':
      return inUserMessages((text) => text.replace(/\n*<now>[\s\S]*?<\/now>/g, ''));
    case 'persona':
      return inUserMessages((text) => text.replace(PERSONA, ''));
    case 'notices':
      return inUserMessages((text) => text.replace(/^\[(?!Task r\d)[^\n]*\]\n+(?=\S)/gm, ''));
    default:
      return (request) => request;
  }
}

/** The persona's lines of a head block. */
const PERSONA =
  /^You speak as: [\s\S]*?(?=^(?:On now|This room|Topic|Coming up|Note|Task|Notice): |^<\/now>)/gm;

const inUserMessages =
  (changed: (text: string) => string) =>
  (request: ModelRequest): ModelRequest => ({
    ...request,
    messages: request.messages.map((message) => {
      if (message.role !== 'user' || typeof message.content !== 'string') return message;
      const content = changed(message.content);
      return { ...message, content: content.trim() === '' ? message.content : content };
    }),
  });

/** Behind the system message, or at the front where there is none; only where tools are offered. */
function withExamples(request: ModelRequest): ModelRequest {
  if (request.tools.length === 0) return request;
  const [first, ...rest] = request.messages;
  const examples = exampleMessages(toolNames(request.tools));
  const messages: readonly ChatMessage[] =
    first?.role === 'system' ? [first, ...examples, ...rest] : [...examples, ...request.messages];
  return { ...request, messages };
}

const toolNames = (schemas: readonly ToolSchema[]) => new Set(schemas.map((schema) => schema.function.name));
