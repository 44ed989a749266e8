// The policy file: which tools have a place, the rules, how long a question stays open. A fault stops the start with a sentence
// for each, as with settings.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { messageOf, PeacrabError } from '../../errors.ts';
import type { Rule } from './rules.ts';

export interface Policy {
  /** The tools the model sees, in this order; null: the built-in ones. */
  readonly places: readonly string[] | null;
  readonly rules: readonly Rule[];
  /** Minutes after which an unanswered question expires. */
  readonly approvalMinutes: number;
}

export const MOST_PLACES = 8;

const globs = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((value) => [value].flat());
const values = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
  ])
  .transform((value) => [value].flat().map(String));
const pattern = z.string().refine(isPattern, 'is not a regular expression');

const amendment = z.strictObject({
  at_least: z.number().optional(),
  at_most: z.number().optional(),
  longest: z.number().int().nonnegative().optional(),
  redact: pattern.optional(),
  set: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const rule = z
  .strictObject({
    tool: globs.optional(),
    arguments: z.record(z.string(), values).optional(),
    person: globs.optional(),
    room: globs.optional(),
    persona: globs.optional(),
    do: z.enum(['allow', 'ask', 'deny', 'amend']),
    amend: z.record(z.string(), amendment).optional(),
    because: z.string().min(1).optional(),
  })
  .refine((each) => (each.do === 'amend') === (each.amend !== undefined), {
    message: 'needs "do: amend" and "amend" together',
  });

const file = z.strictObject({
  places: z.array(z.string()).min(1).max(MOST_PLACES).optional(),
  approval_minutes: z.number().int().min(1).max(10_080).default(60),
  rules: z.array(rule).default([]),
});

/**
 * Reads the policy.
 *
 * @param path where it is; a file that is not there is an empty policy
 * @throws PeacrabError CONFIG that names each fault
 */
export function readPolicy(path: string): Policy {
  const text = readIfThere(path);
  return parsePolicy(text ?? '', path);
}

/** @param name how faults name the file */
export function parsePolicy(text: string, name: string): Policy {
  const parsed = file.safeParse(parsedYaml(text, name) ?? {});
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${placeOf(path)}${message}`);
    throw fault(name, faults.join('; '));
  }
  const { places, approval_minutes: approvalMinutes, rules } = parsed.data;
  return { places: places ?? null, rules: rules as readonly Rule[], approvalMinutes };
}

function parsedYaml(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw fault(name, messageOf(error).split('\n')[0] ?? 'it is not YAML');
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault(path, messageOf(error));
  }
}

const fault = (name: string, what: string) =>
  new PeacrabError('CONFIG', `The policy file ${name} cannot be used: ${what}. See docs/tools.md.`);

/** "rules 2, amend: ": rules count from 1, as people do. */
function placeOf(path: readonly PropertyKey[]): string {
  const words = path.map((part) => (typeof part === 'number' ? String(part + 1) : String(part)));
  return words.length === 0 ? '' : `${words.join(' ')}: `;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'giu');
    return true;
  } catch {
    return false;
  }
}
