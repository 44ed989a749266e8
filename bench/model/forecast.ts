// What a run will take, before it starts: turns, tokens, cost. Estimates, from what the simulated model needs. Pure.
import type { Conversation } from './script.ts';
import type { Price } from './tally.ts';

/** Requests a turn, and tokens of one: the prefix and a history of middle length. As measured with the simulated model. */
const REQUESTS = 1.9;
const PREFIX = 2300;
const TURN = 130;
const ANSWER = 60;
/** Of the input, where the server has a cache. */
const CACHED = 0.85;

export interface Forecast {
  readonly turns: number;
  readonly tokens: number;
  readonly cost: number;
}

/** @param runs how often all of it is played */
export function forecast(conversations: readonly Conversation[], runs: number, price: Price): Forecast {
  let [turns, input, output] = [0, 0, 0];
  for (const conversation of conversations) {
    let history = 0;
    for (const turn of conversation.turns) {
      const count = 'filler' in turn ? turn.filler : 1;
      const pasted = 'filler' in turn ? 0 : (turn.paste?.characters ?? 0) / 3;
      history += pasted + (count - 1) * (TURN / 2);
      turns += count;
      input += count * REQUESTS * (PREFIX + Math.min(history, 16_000));
      output += count * REQUESTS * ANSWER;
      history += TURN;
    }
  }
  const cost =
    (input * (1 - CACHED) * price.input + input * CACHED * price.cached + output * price.output) / 1_000_000;
  return { turns: turns * runs, tokens: Math.round((input + output) * runs), cost: cost * runs };
}

/** One line for people. */
export const told = ({ turns, tokens, cost }: Forecast): string =>
  `${turns} turns, about ${(tokens / 1_000_000).toFixed(1)} million tokens, ${cost === 0 ? 'no prices set (PRICE_INPUT, PRICE_CACHED, PRICE_OUTPUT)' : `about ${cost.toFixed(2)} at the prices set`}`;
