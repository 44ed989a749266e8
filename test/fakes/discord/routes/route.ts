// What a REST route is: a method, a pattern and a function from the request to the answer.
import type { Json } from '../json.ts';
import type { AttachmentRecord } from '../records.ts';
import type { World } from '../world.ts';

export interface Request {
  readonly world: World;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly body: Json;
  /** The body when it was a list, as PUT of commands sends. */
  readonly list: readonly Json[];
  /** Uploaded files of a multipart request. */
  readonly files: readonly AttachmentRecord[];
}

/** Without a body the answer is 204. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

export interface Route {
  readonly method: string;
  readonly pattern: string;
  /** True for routes that carry their own token in the path, or need none. */
  readonly open?: boolean;
  readonly run: (request: Request) => Reply;
}

export interface Match {
  readonly route: Route;
  readonly params: Record<string, string | undefined>;
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** The first route that fits; literal routes stand before those with parameters in the table. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = paramsOf(route.pattern, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}
