// The newest message we have dealt with, written behind: one write at a time, and always the newest, however many come.
import type { Intake } from '../../delivery/channel.ts';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';

export class Watermark {
  readonly #intake: Intake;
  readonly #log: Log;
  #newest = '';
  #written = '';
  #writing: Promise<void> | null = null;

  constructor(intake: Intake, log: Log) {
    this.#intake = intake;
    this.#log = log;
  }

  /** A message has been dealt with. Returns at once. */
  seen(ts: string): void {
    if (ts > this.#newest) this.#newest = ts;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when everything seen is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#written !== this.#newest) {
      const ts = this.#newest;
      try {
        await this.#intake.seen('slack', ts);
      } catch (error) {
        this.#log.warn(
          { error: messageOf(error) },
          'the Slack watermark was not written; the next message writes it',
        );
        return;
      }
      this.#written = ts;
    }
  }
}
