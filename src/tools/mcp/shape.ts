// The shape of the file that names the MCP servers, with a clause for each way to get it wrong.
import { z } from 'zod';

const SERVER_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
/** What a tool may be called. */
export const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** What a parameter may be called where the model sees it. */
export const PARAMETER_NAME = /^[a-z][a-z0-9_]{0,63}$/i;

const path = z.string().min(1).max(200);
const name = z.string().regex(PARAMETER_NAME, 'takes letters, digits and _ only');
const texts = z.record(z.string().min(1), z.string());

const tool = strict({
  as: z.string().regex(TOOL_NAME, 'takes lower case letters, digits and _ only, a letter first').optional(),
  description: z.string().trim().min(1).max(1000).optional(),
  parameters: z
    .union(
      [
        z.array(name),
        z.record(
          name,
          z.union([path, z.strictObject({ from: path, description: z.string().trim().min(1).max(300) })]),
        ),
      ],
      {
        error:
          'is a list of parameter names, or a map such as {"city": "address.city"} or {"city": {"from": "address.city", "description": "..."}} (shown names take letters, digits and _)',
      },
    )
    .optional(),
  fixed: z.record(path, z.json()).default({}),
  reads: z.boolean().default(false),
  bound: z.array(z.string()).default([]),
});

const server = strict({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes('/') || command.startsWith('/'), {
      message: 'must be a program on the PATH or an absolute path: the server runs in a folder of its own',
    })
    .optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must not hold a password: write it into "headers"')
    .optional(),
  headers: texts.optional(),
  timeoutSeconds: z.number().int().min(1).max(300).default(30),
  tools: z
    .record(z.string().min(1), tool, { error: 'must name the tools that are taken' })
    .refine((tools) => Object.keys(tools).length > 0, 'names no tool: name each that is taken'),
})
  .refine((each) => (each.command === undefined) !== (each.url === undefined), {
    message: 'needs either "command" (a program) or "url" (an address)',
  })
  .refine((each) => each.url === undefined || (each.args === undefined && each.env === undefined), {
    message: 'has a "url": "args" and "env" belong to a "command"',
  })
  .refine((each) => each.command === undefined || each.headers === undefined, {
    message: 'has a "command": "headers" belong to a "url"',
  });

/** The file. */
export const mcpFile = strict({
  servers: z.record(
    z.string().regex(SERVER_NAME, 'takes lower case letters, digits, - and _ only, at most 32'),
    server,
    { error: 'must be a map of servers' },
  ),
});

function strict<S extends z.ZodRawShape>(shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has ${(issue.keys as string[]).map((key) => `"${key}"`).join(', ')}, which nobody knows here (known: ${known})`
        : undefined,
  });
}

export type GivenServer = z.output<typeof server>;
export type GivenTool = z.output<typeof tool>;
