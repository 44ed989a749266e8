// Reading a request's body: JSON, or multipart with `payload_json` and files, as @discordjs/rest sends them.
import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';
import { isJson, type Json } from './json.ts';
import type { AttachmentRecord } from './records.ts';

export interface ParsedBody {
  readonly body: Json;
  readonly list: readonly Json[];
  readonly files: readonly AttachmentRecord[];
}

const NOTHING: ParsedBody = { body: {}, list: [], files: [] };

function parseJson(raw: string): ParsedBody {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new ApiError(50109, { status: 400, message: 'The request body contains invalid JSON.' });
  }
  if (Array.isArray(value)) return { ...NOTHING, list: value.filter(isJson) };
  return isJson(value) ? { ...NOTHING, body: value } : NOTHING;
}

async function parseForm(raw: Buffer, type: string, newId: () => string): Promise<ParsedBody> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const files: AttachmentRecord[] = [];
  for (const [, part] of form) {
    if (typeof part === 'string') continue;
    const content = new Uint8Array(await part.arrayBuffer());
    files.push({ id: newId(), name: part.name, type: part.type || 'application/octet-stream', content });
  }
  const json = form.get('payload_json');
  return { ...parseJson(typeof json === 'string' ? json : '{}'), files };
}

/** Reads the whole request, also when what follows will drop it. */
export async function readRaw(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function parseBody(
  raw: Buffer,
  type: string | undefined,
  newId: () => string,
): Promise<ParsedBody> {
  if (raw.byteLength === 0) return NOTHING;
  if (type?.startsWith('multipart/form-data')) return parseForm(raw, type, newId);
  if (type?.startsWith('application/json')) return parseJson(raw.toString('utf8'));
  throw new ApiError(50035, { message: 'Invalid Form Body or content type' });
}
