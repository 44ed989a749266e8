// What hearing a message, an edit or a deletion needs.
import type { Clock } from '../../../clock.ts';
import type { Intake } from '../../../delivery/channel.ts';
import type { Log } from '../../../log.ts';
import type { DiscordRest } from '../connection/rest.ts';
import type { Threads } from '../outgoing/threads.ts';
import type { Directory } from './directory.ts';

export interface HearingParts {
  readonly intake: Intake;
  readonly directory: Directory;
  readonly threads: Threads;
  readonly clock: Clock;
  /** Our own user id. */
  readonly self: string;
  readonly rest: DiscordRest;
  readonly log: Log;
}
