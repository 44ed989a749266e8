// How far a run is, on stderr: a line that is written over on a terminal, a line now and then elsewhere.
import type { Played } from './play.ts';
import { percent } from './table.ts';
import type { Tally } from './tally.ts';

const EVERY_MS = 10_000;

export class Progress {
  readonly #turns: number;
  readonly #began = performance.now();
  #played = 0;
  #right = 0;
  #inRun = 0;
  #label = '';
  #shownAt = 0;

  /** @param turns how many there will be in all */
  constructor(turns: number) {
    this.#turns = turns;
  }

  begins(label: string): void {
    [this.#label, this.#right, this.#inRun] = [label, 0, 0];
  }

  one({ verdict, conversation }: Played): void {
    this.#played++;
    this.#inRun++;
    if (verdict.right) this.#right++;
    const now = performance.now();
    if (!process.stderr.isTTY && now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const left = ((now - this.#began) / this.#played) * Math.max(0, this.#turns - this.#played);
    const line = `${this.#played}/${this.#turns} turns, ${percent(this.#right, this.#inRun)} right (${this.#label}), about ${Math.ceil(left / 60_000)} min left: ${conversation}`;
    process.stderr.write(
      process.stderr.isTTY ? `\r\x1b[K${line.slice(0, process.stderr.columns - 1)}` : `${line}\n`,
    );
  }

  ends({ turns, right, misses }: Tally): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.error(
      `${this.#label}: ${percent(right, turns)} of ${turns} right, ${percent(misses.false, turns)} false`,
    );
  }
}
