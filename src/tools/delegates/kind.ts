// A kind of delegate: one Markdown file with its tools and bounds in the front matter and its system prompt below. What it
// is ordered to do, and what comes back.
import { z } from 'zod';
import { type FileFault, fault, frontMatter } from '../../text/front-matter.ts';

export interface DelegateKind {
  /** The file's name without `.md`: `reader`. */
  readonly name: string;
  /** What it is for, one line: the model chooses by it. */
  readonly description: string;
  /** Names of the tools it may use. */
  readonly tools: readonly string[];
  /** Tokens that all its requests may take together, answers included. */
  readonly budget: number;
  /** Rounds in which it may call tools. */
  readonly rounds: number;
  /** Tokens of its answer as the model sees it. */
  readonly answer: number;
  readonly timeoutMs: number;
  /** Its system prompt. */
  readonly body: string;
}

/** What a delegate is to do. */
export interface DelegateOrder {
  readonly kind: DelegateKind;
  readonly task: string;
  /** Handles and addresses, as the model named them. */
  readonly sources: string;
  /** True if the writer of the task had seen text from outside. */
  readonly tainted: boolean;
}

/** What came of it. */
export interface DelegateRun {
  readonly status: 'answered' | 'stopped' | 'failed';
  /** Why it was stopped or failed: a sentence. */
  readonly why?: string;
  /** Its last words; '' if there were none. */
  readonly answer: string;
  /** What it has read: addresses, handles, calls. */
  readonly sources: readonly string[];
  /** Numbers of the questions that its calls have put to a person. */
  readonly asked: readonly number[];
  readonly tainted: boolean;
  /** The whole run, readable. */
  readonly transcript: string;
}

const LONGEST_BODY = 2500;

const whole = (least: number, most: number, otherwise: number) =>
  z.number().int().min(least).max(most).default(otherwise);
const line = z.string().trim().min(1).max(150).regex(/^.*$/, 'must be one line');

const fields = z.strictObject({
  name: z.string(),
  description: line,
  tools: z.array(z.string()).default([]),
  budget: whole(4000, 1_000_000, 24_000),
  rounds: whole(1, 20, 6),
  answer: whole(50, 2000, 250),
  timeout_seconds: whole(1, 600, 120),
});

/** @param name the file's name without `.md` @param text its whole content */
export function parseKind(
  name: string,
  text: string,
): { readonly value: DelegateKind } | { readonly fault: FileFault } {
  const read = frontMatter(text, 'name: reader', 'what it does, step by step,');
  if ('fault' in read) return read;
  const { front } = read;
  const parsed = fields.safeParse(front.fields.toJSON());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    const said = issue?.code === 'unrecognized_keys' ? 'is no field of a delegate' : issue?.message;
    return fault(front.lineOf(String(field)), `"${String(field)}": ${said}`);
  }
  const { timeout_seconds: seconds, ...rest } = parsed.data;
  if (rest.name !== name || !/^[a-z][a-z0-9-]{0,30}$/.test(name))
    return fault(front.lineOf('name'), `"name" must be that of its file, of a-z, 0-9 and "-": ${name}`);
  if (front.body.length > LONGEST_BODY)
    return fault(front.bodyLine, `its body has ${front.body.length} characters, ${LONGEST_BODY} at most`);
  return { value: { ...rest, timeoutMs: 1000 * seconds, body: front.body } };
}
