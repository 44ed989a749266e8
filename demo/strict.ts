// What strict servers and strict chat templates refuse. Shared by the demo model and the scripted model of the tests, so
// that what works here works on the servers that are hardest to please.

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
}

interface WireCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

export const refuse = (message: string, status = 400): Refusal => ({ status, message });

/** The first thing that is wrong with a request's messages, or undefined. */
export function refuseMessages(messages: unknown): Refusal | undefined {
  if (!Array.isArray(messages) || messages.length === 0)
    return refuse('messages must be a list that is not empty.');
  let before = 'start';
  let open = new Set<string>();
  const ids = new Set<string>();
  for (const [at, message] of (messages as readonly WireMessage[]).entries()) {
    const role = String(message?.role);
    const refusal =
      refuseOrder(role, before, open, at) ??
      refuseContent(message, role, at) ??
      (role === 'tool' ? refuseResult(message, open, at) : undefined) ??
      (role === 'assistant' ? refuseCalls(message, ids, at) : undefined);
    if (refusal !== undefined) return refusal;
    if (role === 'tool') open.delete(String(message.tool_call_id));
    if (role === 'assistant') open = new Set(callsOf(message).map((call) => String(call.id)));
    before = role;
  }
  if (open.size > 0) return refuse(`a call without its result: ${[...open].join(', ')}.`);
  if (before !== 'user' && before !== 'tool') return refuse('the last message must be from user or tool.');
  return undefined;
}

const BEFORE: Readonly<Record<string, readonly string[]>> = {
  system: ['start'],
  user: ['start', 'system', 'assistant'],
  assistant: ['user', 'tool'],
  tool: ['assistant', 'tool'],
};

function refuseOrder(
  role: string,
  before: string,
  open: ReadonlySet<string>,
  at: number,
): Refusal | undefined {
  const allowed = BEFORE[role];
  if (allowed === undefined) return refuse(`messages[${at}]: unknown role "${role}".`);
  if (open.size > 0 && role !== 'tool')
    return refuse(`messages[${at}]: a call without its result: ${[...open].join(', ')}.`);
  if (allowed.includes(before)) return undefined;
  if (role === 'system') return refuse(`messages[${at}]: a system message must be the first.`);
  return refuse(`messages[${at}]: roles must alternate user/assistant; ${role} may not follow ${before}.`);
}

function refuseContent(message: WireMessage, role: string, at: number): Refusal | undefined {
  const mayBeEmpty = role === 'assistant' && callsOf(message).length > 0;
  if (mayBeEmpty && (message.content === null || message.content === undefined)) return undefined;
  if (typeof message.content !== 'string') return refuse(`messages[${at}]: content must be a string.`);
  if (message.content.trim() === '' && !mayBeEmpty) return refuse(`messages[${at}]: content is empty.`);
  return undefined;
}

function refuseResult(message: WireMessage, open: ReadonlySet<string>, at: number): Refusal | undefined {
  const id = String(message.tool_call_id);
  return open.has(id) ? undefined : refuse(`messages[${at}]: a result without its call: ${id}.`);
}

function refuseCalls(message: WireMessage, ids: Set<string>, at: number): Refusal | undefined {
  for (const call of callsOf(message)) {
    const id = call.id;
    if (typeof id !== 'string' || id === '') return refuse(`messages[${at}]: a call has no id.`);
    if (ids.has(id)) return refuse(`messages[${at}]: call id ${id} was used before.`);
    ids.add(id);
    const name = call.function?.name;
    if (typeof name !== 'string' || !/^[\w.-]{1,64}$/.test(name))
      return refuse(`messages[${at}]: "${String(name)}" is no name for a function.`);
    const refusal = refuseArguments(call.function?.arguments);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** llama.cpp answers 500 to a history whose arguments are not valid JSON, and to every later turn with it. */
function refuseArguments(written: unknown): Refusal | undefined {
  try {
    const value: unknown = JSON.parse(String(written));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
  } catch {
    return refuse('Failed to parse tool call arguments as JSON.', 500);
  }
  return refuse('Tool call arguments are not an object.', 500);
}

function callsOf(message: WireMessage): readonly WireCall[] {
  return Array.isArray(message.tool_calls) ? (message.tool_calls as WireCall[]) : [];
}

/** The first thing that is wrong with a request's tools, or undefined. */
export function refuseTools(
  tools: unknown,
  limits: { readonly most?: number; readonly flat?: boolean } = {},
): Refusal | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools) || tools.length === 0) return refuse('tools must be a list that is not empty.');
  if (limits.most !== undefined && tools.length > limits.most)
    return refuse(`${tools.length} tools are too many: ${limits.most} at most.`);
  const names = new Set<string>();
  for (const tool of tools as readonly { function?: { name?: unknown; parameters?: unknown } }[]) {
    const name = tool?.function?.name;
    if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
      return refuse(`"${String(name)}" is no tool name.`);
    if (names.has(name)) return refuse(`tool ${name} is there twice.`);
    names.add(name);
    const parameters = tool.function?.parameters as { type?: unknown; properties?: unknown } | undefined;
    if (parameters?.type !== 'object')
      return refuse(`tool ${name}: parameters must be a schema of type object.`);
    if (limits.flat && isNested(parameters.properties))
      return refuse(`tool ${name}: nested schemas are not taken.`);
  }
  return undefined;
}

function isNested(properties: unknown): boolean {
  return Object.values((properties ?? {}) as Record<string, unknown>).some((schema) => {
    const one = schema as { type?: unknown; anyOf?: unknown; oneOf?: unknown; items?: { type?: unknown } };
    return (
      one.type === 'object' ||
      one.anyOf !== undefined ||
      one.oneOf !== undefined ||
      one.items?.type === 'object'
    );
  });
}
