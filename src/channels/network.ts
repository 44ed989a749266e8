// What an error of the network tells: whether the request can have arrived. Pure.

/** The request never left: no connection, no name, no trust. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Whether nothing can have been sent. What is not sure may have been. */
export const neverSent = (error: unknown): boolean => unsent.test(networkCode(error));

/**
 * The innermost code of an error and its causes: "ECONNREFUSED", "TimeoutError". Where several addresses were tried, that
 * of one which may have been reached, if any.
 */
export function networkCode(error: unknown): string {
  let found = error instanceof Error ? error.name : 'unknown';
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = innerOf(each), depth++) {
    if ('code' in each && typeof each.code === 'string') found = each.code;
  }
  return found;
}

function innerOf(error: Error): unknown {
  const tried: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return tried.find((each) => !neverSent(each)) ?? tried[0] ?? error.cause;
}
