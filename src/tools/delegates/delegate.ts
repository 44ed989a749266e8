// `delegate`: a sub-agent as one call. It reads what would fill the context, and brings back the answer, what it has read
// and the handle of its run. Its own calls go through the same gate; it never has a delegate of its own.
import { z } from 'zod';
import { cutMiddle } from '../../context/text.ts';
import type { AnyTool } from '../runner.ts';
import { defineTool, type ToolResult } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';
import type { DelegateKind, DelegateRun } from './kind.ts';

export const DELEGATE = 'delegate';

/** Longest task, in characters. */
const LONGEST_TASK = 2000;
const MOST_SOURCES = 8;
/** Time for what surrounds a run: reading its sources, storing its requests. */
const AROUND_MS = 15_000;

/**
 * The tool for these kinds.
 *
 * @param kinds at least one; their tools are among `inner`
 */
export function createDelegate(kinds: readonly DelegateKind[], inner: readonly AnyTool[]): AnyTool {
  const names = kinds.map(({ name }) => name) as [string, ...string[]];
  const used = kinds.flatMap(({ tools }) => tools);
  const tool = defineTool({
    name: DELEGATE,
    description: describe(kinds),
    parameters: z.object({
      kind: z.enum(names),
      task: z.string().trim().min(1).max(LONGEST_TASK).meta({
        description: 'all it needs to know, in full sentences',
      }),
      sources: z
        .string()
        .max(500)
        .optional()
        .meta({ description: 'handles or addresses to read, with commas' }),
    }),
    safe: inner.every((each) => each.safe || !used.includes(each.name)),
    nests: true,
    doing: (say) => say('doing.delegate'),
    ages: 'offload',
    timeoutMs: Math.max(...kinds.map(({ timeoutMs }) => timeoutMs)) + AROUND_MS,
    async run({ kind: name, task, sources = '' }, use: ToolContext): Promise<ToolResult> {
      const kind = kinds.find((each) => each.name === name);
      if (!kind || !use.delegate)
        return { ok: false, text: 'There is no delegate here. Do it yourself, or say what is missing.' };
      return resultOf(kind, await use.delegate({ kind, task, sources, tainted: use.tainted }, use.signal));
    },
  });
  return tool as unknown as AnyTool;
}

function describe(kinds: readonly DelegateKind[]): string {
  const list = kinds.map(({ name, description }) => `${name} (${description})`).join('; ');
  return (
    'Have somebody else read long texts, several sources or a claim, and get the answer with its sources. They see ' +
    'nothing of this conversation: write all they need into the task. Several in one reply run side by side. Not for ' +
    `what one call of yours shows. Kinds: ${list}. Example: {"kind":"${kinds[0]?.name}","task":"Which notice period ` +
    'does the contract name?","sources":"t12.3"}'
  );
}

const STATUS = { answered: 'answered', stopped: 'stopped at its limit', failed: 'failed' } as const;

/** What the model sees of a run: our own lines first, so that no answer can pass for them. */
function resultOf(kind: DelegateKind, run: DelegateRun): ToolResult {
  const { status, why, asked } = run;
  const lines = [
    `${kind.name}: ${STATUS[status]}${why === undefined ? '.' : `: ${why}`}`,
    ...asked.map((id) => `Asked, not done: #${id}. It waits for a person's yes.`),
    ...sourceLines(run.sources),
  ];
  const answer = run.answer === '' ? 'It said nothing.' : run.answer;
  const shown = cutMiddle(answer, kind.answer, (left) => `[… ${left} characters, in the whole run …]`);
  return {
    ok: status !== 'failed',
    text: [...lines, `Its answer: ${shown}`].join('\n'),
    full: [
      ...lines,
      `Its answer: ${answer}`,
      '',
      'How it came to it ("You" is the delegate):',
      run.transcript,
    ].join('\n'),
    tainted: run.tainted,
    ...(asked[0] === undefined ? {} : { asked: asked[0] }),
  };
}

function sourceLines(sources: readonly string[]): readonly string[] {
  if (sources.length === 0) return ['It has read no source.'];
  const more = sources.length - MOST_SOURCES;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return ['It has read:', ...sources.slice(0, MOST_SOURCES).map((source) => `- ${source}`), ...rest];
}
