// What a row needs beside the payload: who the person is, what the room is called.
import type { WebClient } from '@slack/web-api';
import { type Clock, sleep } from '../../../clock.ts';
import type { Incoming, Intake, Place, Speaker } from '../../../delivery/channel.ts';
import type { Log } from '../../../log.ts';
import type { Directory } from './directory.ts';
import type { Us } from './envelope.ts';

export interface InwardParts {
  readonly intake: Intake;
  readonly directory: Directory;
  readonly us: Us;
  readonly clock: Clock;
  /** Reads what was said: a client with a short timeout. */
  readonly history: WebClient;
  readonly log: Log;
}

/** Something that was for us, and what became of it. */
export interface Taken {
  readonly incoming: Incoming;
  readonly outcome: 'stored' | 'seen' | 'refused';
}

/** Slack takes the answer to a command or a click within 3 s: a look-up that fails at once is tried again so long. */
const triesAtMost = 3;
const againMs = 200;
const againWithinMs = 700;

/**
 * The profile decides who is admitted, so no one is let in without it.
 *
 * @throws if Slack cannot be asked: then the command or click is not acknowledged, and Slack tells the person that it failed
 */
export async function speakerOf(parts: InwardParts, by: { readonly user: string }): Promise<Speaker> {
  const began = parts.clock.now().getTime();
  for (let attempt = 1; ; attempt++) {
    try {
      return (await parts.directory.person(by.user)).speaker;
    } catch (error) {
      if (attempt >= triesAtMost || parts.clock.now().getTime() - began > againWithinMs) throw error;
      await sleep(againMs);
    }
  }
}

export async function withRoom(parts: InwardParts, place: Place, channel: string): Promise<Place> {
  return { ...place, ...(await parts.directory.room(channel)) };
}
