// Whose fault an error is: the world's (the database or the network is away, a lease is lost), which is over sooner or later,
// or the row's (its data are refused or cannot be read), which would fail in the same way for ever. Pure.
import { PeacrabError } from '../errors.ts';

/** SQLSTATE classes that say nothing about the data: connection, transaction, resources, locks, operator, system. */
const worldly = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'F0', 'XX']);
/** A right that the database's user lacks is mended by an operator. */
const worldlyStates = new Set(['42501']);
/** After an error that was caught inside a transaction: the data's, since an error of the world ends the connection. */
const aborted = '25P02';

/** Of ours: the lease's holder, the model's server, the database; but a query from inside a transaction is a mistake of ours. */
const worldlyCode = /^(?:LEASE_LOST$|MODEL_|DATABASE_(?!NESTED))/;

/** What the database packages throw as plain errors, without a code. */
const lostConnection =
  /connection terminated|connection error|not queryable|timeout exceeded when trying to connect|query read timeout|client was closed|after calling end on the pool|PGlite is clos|PGlite failed/i;

/** Whether the same work may succeed once the world is well again. Such work is tried again and never set aside. */
export function isOfTheWorld(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PeacrabError && worldlyCode.test(error.code)) return true;
  const code = codeOf(error);
  if (isState(code)) return code !== aborted && (worldly.has(code.slice(0, 2)) || worldlyStates.has(code));
  if (/^E[A-Z]{3,}/.test(code) && !code.startsWith('ERR_')) return true;
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.name === 'RuntimeError')
    return true;
  if (lostConnection.test(error.message)) return true;
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...inner].some(isOfTheWorld);
}

/** Why a row failed, in one word without any person's text: an SQLSTATE, a code of ours, how a send failed, or the error's name. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof PeacrabError) return error.code;
  const code = codeOf(error);
  if (isState(code)) return code;
  const { failure } = error as { failure?: unknown };
  return typeof failure === 'string' ? failure : error.name;
}

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

const isState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);
