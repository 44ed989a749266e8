// One run: all chosen conversations on one stage, in one variant at one rate.
import { type Endpoint, Meter } from './endpoint.ts';
import type { Fillers } from './filler.ts';
import type { OwnLines } from './judge/judge.ts';
import { ourStage } from './ours.ts';
import { plainStage } from './plain.ts';
import { type Played, playConversation } from './play.ts';
import type { Conversation } from './script.ts';
import { changeFor, nameOf, overridesFor, type Variant } from './without.ts';

/** Which harness a run has: the whole bot, the bot in a variant, or the plain loop. */
export type Harness = Variant | 'plain loop';

export interface RunParts {
  readonly endpoint: Endpoint;
  readonly conversations: readonly Conversation[];
  readonly fillers: Fillers;
  readonly lines: OwnLines;
  readonly seed: number;
  readonly times: number;
  readonly signal?: AbortSignal;
  readonly played?: (one: Played) => void;
}

export const harnessName = (harness: Harness): string =>
  harness === 'plain loop' ? harness : nameOf(harness);

/** Plays everything. @throws the signal's reason, with the stage closed */
export async function run(parts: RunParts, harness: Harness, rate: number): Promise<readonly Played[]> {
  const { endpoint, conversations } = parts;
  const { config, client, simulated } = endpoint;
  const variant = harness === 'plain loop' ? null : harness;
  const meter = new Meter(client, changeFor(variant));
  const stage =
    harness === 'plain loop'
      ? await plainStage(meter, config)
      : await ourStage(meter, { env: endpoint.env, overrides: overridesFor(variant) });
  const { fillers, lines, signal, played: told } = parts;
  const setting = {
    stage,
    meter,
    simulated,
    rate,
    fillers,
    lines,
    ...(signal ? { signal } : {}),
    ...(told ? { played: told } : {}),
  };
  try {
    const played: Played[] = [];
    for (let time = 0; time < parts.times; time++)
      for (const conversation of conversations)
        played.push(
          ...(await playConversation({ ...setting, seed: parts.seed + 7919 * time }, conversation)),
        );
    return played;
  } finally {
    await stage.stop();
  }
}
