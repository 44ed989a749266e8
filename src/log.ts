// Structured logs. At info and above no message text, token or address may appear: log ids, counts, codes, durations.
import { pino } from 'pino';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Takes a JSON line with its line break; never throws. */
export interface LogDestination {
  write(line: string): void;
}

/** So that standard output stays the terminal's conversation. */
export const standardError = (): LogDestination => pino.destination({ dest: 2, sync: true });

/** A logger that writes JSON lines. */
export function createLog(level: LogLevel, to: LogDestination = standardError()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

const nothing = (): void => undefined;

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
