// Who ends the program from outside: SIGTERM, SIGINT (Ctrl-C), and the death of the npm that started it, after which nobody
// could find the bot to stop it. The first time asks for a clean stop, the second ends it at once.

export interface Told {
  /** Fires when it is to stop. */
  readonly signal: AbortSignal;
  /** From now on a clean stop is something to do; before it there is nothing to close, and a signal ends the process. */
  begin(): void;
  /** It has ended by itself: nothing is listened for any more. */
  end(): void;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
/** npm hands on what it gets, and a terminal sends Ctrl-C to both: what follows so soon is the same one. Milliseconds. */
const sameWithinMs = 1000;
const parentEveryMs = 1000;

/** Listens for all of them. Not for SIGHUP: listening would undo "nohup". */
export function listenForStop(): Told {
  const controller = new AbortController();
  let hasBegun = false;
  let toldAt = 0;
  const tell = (exitCode: number) => {
    if (!hasBegun) process.exit(0);
    if (!controller.signal.aborted) {
      toldAt = performance.now();
      controller.abort(new Error('Peacrab was told to stop'));
      console.error('Stopping; it takes up to five seconds. Once more ends it at once.');
    } else if (performance.now() - toldAt > sameWithinMs) process.exit(exitCode);
  };
  for (const [name, code] of Object.entries(exitCodes)) process.on(name, () => tell(code));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent || controller.signal.aborted) return;
    tell(exitCodes.SIGTERM);
  }, parentEveryMs);
  watch.unref();
  // Without npm the process may well be meant to outlive who started it.
  if (process.env.npm_lifecycle_event !== 'start') clearInterval(watch);
  return {
    signal: controller.signal,
    begin: () => {
      hasBegun = true;
    },
    end: () => clearInterval(watch),
  };
}
