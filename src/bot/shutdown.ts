// What has been started is stopped in stages, the reverse of its starting, and each stage has its time: together less than
// the five seconds after which people and supervisors lose patience. What a stage leaves behind is safe: a turn is taken up
// and a message looked for by the next start.
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** In the order of stopping. `tools` (servers outside) is not waited for by those that follow it. */
const stages = ['loops', 'turns', 'tools', 'sender', 'channels', 'lock', 'stores'] as const;
type Stage = (typeof stages)[number];

/** How long a stage may take, in milliseconds. */
const limits: Readonly<Record<Stage, number>> = {
  loops: 300,
  turns: 500,
  tools: 1900,
  sender: 600,
  channels: 700,
  lock: 200,
  stores: 400,
};

/** How long turns under way may take to end by themselves, in milliseconds; it adds to their stage. */
export const graceMs = 1800;

type End = () => Promise<unknown>;

export class Shutdown {
  readonly #log: Log;
  readonly #graceMs: number;
  readonly #parts: { readonly stage: Stage; readonly name: string; readonly end: End }[] = [];
  #stopped: Promise<void> | null = null;
  readonly #late: Promise<void>[] = [];

  constructor(log: Log, grace: number = graceMs) {
    this.#log = log;
    this.#graceMs = grace;
  }

  /** Adds what has been started; if the stop has begun already, it is ended at once. Within a stage the last is first to end. */
  add(stage: Stage, name: string, end: End): void {
    if (this.#stopped) this.#late.push(this.#end(stage, { name, end }));
    else this.#parts.unshift({ stage, name, end });
  }

  /** Stops all, once. Never throws, and never takes longer than the stages may. */
  run(): Promise<void> {
    this.#stopped ??= this.#run();
    return this.#stopped;
  }

  /** Resolves when what was added after the stop had begun is ended too. */
  async late(): Promise<void> {
    await Promise.all(this.#late);
  }

  async #run(): Promise<void> {
    const beside: Promise<void>[] = [];
    for (const stage of stages) {
      const parts = this.#parts.filter((part) => part.stage === stage);
      const ended = Promise.all(parts.map((part) => this.#end(stage, part))).then(() => undefined);
      if (stage === 'tools') beside.push(ended);
      else await ended;
    }
    await Promise.all(beside);
  }

  async #end(stage: Stage, { name, end }: { readonly name: string; readonly end: End }): Promise<void> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(
      () => late.resolve('late'),
      limits[stage] + (stage === 'turns' ? this.#graceMs : 0),
    );
    try {
      if ((await Promise.race([end(), late.promise])) === 'late')
        this.#log.warn({ part: name }, 'a part did not stop in time and is left behind');
    } catch (error) {
      this.#log.error({ part: name, error: messageOf(error) }, 'a part did not stop cleanly');
    } finally {
      clearTimeout(timer);
    }
  }
}
