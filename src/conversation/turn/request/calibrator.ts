// Holds the estimator's calibration for the model in use, and stores it now and then, so that a restart does not forget.
import {
  type Calibration,
  calibrate,
  calibrateRefused,
  factorOf,
  uncalibrated,
} from '../../../context/budget/calibrate.ts';
import type { Database, Queries } from '../../../database/database.ts';
import { readSetting, writeSetting } from '../../../database/settings.ts';

const storedOften = 10;
const storedEvery = 20;

const keyOf = (model: string) => `calibration:${model}`;

/** What was last stored of a model: a few answers behind what the running bot knows. */
export async function storedCalibration(queries: Queries, model: string): Promise<Calibration> {
  return ((await readSetting(queries, keyOf(model))) as Calibration | undefined) ?? uncalibrated;
}

export class Calibrator {
  readonly #database: Database;
  readonly #key: string;
  #state: Calibration;

  private constructor(database: Database, key: string, state: Calibration) {
    this.#database = database;
    this.#key = key;
    this.#state = state;
  }

  /** Reads what is known of this model. */
  static async load(database: Database, model: string): Promise<Calibrator> {
    return new Calibrator(database, keyOf(model), await storedCalibration(database.db, model));
  }

  /** What estimates are multiplied by, so that they err high. */
  factor(): number {
    return factorOf(this.#state);
  }

  /** Takes in what the server counted, beside the estimate without a factor. */
  async learn(estimated: number, actual: number): Promise<void> {
    this.#state = calibrate(this.#state, estimated, actual);
    const { samples } = this.#state;
    if (samples <= storedOften || samples % storedEvery === 0) await this.#store();
  }

  /** The server refused a request as too long although we thought that it fits. */
  async refused(): Promise<void> {
    this.#state = calibrateRefused(this.#state);
    await this.#store();
  }

  async #store(): Promise<void> {
    await writeSetting(this.#database.db, this.#key, this.#state);
  }
}
