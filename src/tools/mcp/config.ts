// The file that says which MCP servers there are and which of their tools the model gets. Everything is named outright:
// what the file does not name is not taken, and a mistake stops the start with a sentence for each fault.
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { messageOf } from '../../errors.ts';
import { type GivenServer, type GivenTool, mcpFile, TOOL_NAME } from './shape.ts';

/** A parameter as the model sees it, and where its value goes: a name, or a dotted path into nested objects. */
export interface ShownParameter {
  readonly name: string;
  readonly from: string;
  /** The operator's words; null: the server's. */
  readonly description: string | null;
}

export interface ToolConfig {
  /** What the server calls it. */
  readonly theirs: string;
  /** What the model calls it. */
  readonly name: string;
  readonly description: string | null;
  /** Null: all that are not fixed. */
  readonly parameters: readonly ShownParameter[] | null;
  /** By name or dotted path. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly reads: boolean;
  readonly bound: readonly string[];
}

export type Reached =
  | {
      readonly by: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly by: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

export interface ServerConfig {
  readonly name: string;
  readonly reached: Reached;
  /** Time limit of one call, in milliseconds. */
  readonly timeoutMs: number;
  readonly tools: readonly ToolConfig[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the file.
 *
 * @param env what `${NAME}` in `env` and `headers` is taken from
 * @param taken names of tools that are in use already
 * @returns the servers, or the faults as clauses that name server and tool; never throws
 */
export function readMcpFile(
  filePath: string,
  env: Environment,
  taken: readonly string[],
): { readonly servers: readonly ServerConfig[]; readonly faults: readonly string[] } {
  let parsed: z.ZodSafeParseResult<z.output<typeof mcpFile>>;
  try {
    parsed = mcpFile.safeParse(JSON.parse(readFileSync(filePath, 'utf8')));
  } catch (error) {
    return { servers: [], faults: [`it cannot be read (${messageOf(error).split('\n')[0]})`] };
  }
  if (!parsed.success)
    return {
      servers: [],
      faults: parsed.error.issues.map((issue) => `${placeOf(issue.path)} ${messageIn(issue)}`),
    };
  const faults: string[] = [];
  const servers = Object.entries(parsed.data.servers).map(([each, given]) =>
    serverOf(each, given, env, faults),
  );
  faults.push(...clashes(servers, taken));
  return { servers, faults };
}

/** A faulty key is reported by its own rule, which zod wraps. */
function messageIn(issue: z.core.$ZodIssue): string {
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  const message = inner ?? issue.message;
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** `server "github", tool "search", bound`. */
function placeOf(at: readonly PropertyKey[]): string {
  const [, server, , tool, ...rest] = at.map(String);
  const words = [
    ...(server === undefined ? [at.length === 0 ? 'it' : '"servers"'] : [`server "${server}"`]),
    ...(at.length > 2 && String(at[2]) !== 'tools' ? [at.slice(2).map(String).join('.')] : []),
    ...(at.length > 2 && String(at[2]) === 'tools'
      ? tool === undefined
        ? ['tools']
        : [`tool "${tool}"`, ...(rest.length > 0 ? [rest.join('.')] : [])]
      : []),
  ];
  return words.join(', ');
}

function serverOf(each: string, given: GivenServer, env: Environment, faults: string[]): ServerConfig {
  const filled = (where: string, values: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        fill(value, env, (fault) => faults.push(`server "${each}", ${where}.${key} ${fault}`)),
      ]),
    );
  const { command, args = [], url = '' } = given;
  return {
    name: each,
    reached:
      command === undefined
        ? { by: 'http', url, headers: filled('headers', given.headers) }
        : { by: 'stdio', command, args, env: filled('env', given.env) },
    timeoutMs: given.timeoutSeconds * 1000,
    tools: Object.entries(given.tools).map(([theirs, config]) => toolOf(each, theirs, config)),
  };
}

function toolOf(serverName: string, theirs: string, given: GivenTool): ToolConfig {
  const shown = given.parameters;
  return {
    theirs,
    name: given.as ?? flatName(`${serverName}_${theirs}`),
    description: given.description ?? null,
    parameters:
      shown === undefined
        ? null
        : Array.isArray(shown)
          ? shown.map((each) => ({ name: each, from: each, description: null }))
          : Object.entries(shown).map(([each, from]) =>
              typeof from === 'string' ? { name: each, from, description: null } : { name: each, ...from },
            ),
    fixed: given.fixed,
    reads: given.reads,
    bound: given.bound,
  };
}

/** `github_createIssue` becomes `github_create_issue`. */
function flatName(text: string): string {
  return text
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_+$/, '');
}

const OURS = /^(SLACK_.*|DISCORD_TOKEN|OPENAI_API_KEY|DATABASE_URL)$/i;

/** The value with every `${NAME}` from our environment. */
function fill(value: string, env: Environment, fault: (clause: string) => void): string {
  return value.replace(/\$\{([^}]*)\}/g, (_, variable: string) => {
    if (OURS.test(variable)) {
      fault(
        `asks for \${${variable}}, which is Peacrab's own: no server gets it. Give the server a key of its own`,
      );
      return '';
    }
    const found = env[variable];
    if (!found) fault(`asks for \${${variable}}, which is not set in the environment: set it`);
    return found ?? '';
  });
}

function clashes(servers: readonly ServerConfig[], taken: readonly string[]): string[] {
  const owners = new Map(taken.map((each) => [each, 'a built-in tool']));
  const faults: string[] = [];
  for (const { name: serverName, tools } of servers)
    for (const { name: toolName, theirs } of tools) {
      const place = `server "${serverName}", tool "${theirs}"`;
      const owner = owners.get(toolName);
      if (!TOOL_NAME.test(toolName))
        faults.push(`${place} would be called "${toolName}", which is too long: give it a name with "as"`);
      else if (owner !== undefined)
        faults.push(`${place} would be called "${toolName}" as is ${owner}: give it another name with "as"`);
      else owners.set(toolName, `the tool "${theirs}" of server "${serverName}"`);
    }
  return faults;
}
