// What an answer to a command or a click needs: the interaction's token, good for fifteen minutes. Pure.
import { timeOf } from '../keys.ts';

export interface ReplyToken {
  readonly application: string;
  readonly interaction: string;
  readonly token: string;
  /** When the person asked, by Discord's clock. */
  readonly askedAt: Date;
}

const lifeMs = 15 * 60_000;
/** An answer that would arrive at the last moment goes another way. */
const marginMs = 15_000;

export const writeReplyToken = (application: string, interaction: string, token: string): string =>
  `${application}/${interaction}/${token}`;

/** The token, or null if there is none or its time is over. */
export function readReplyToken(written: string | null, now: Date): ReplyToken | null {
  const [application, interaction = '', token] = written?.split('/') ?? [];
  if (!application || !token || !/^\d+$/.test(interaction)) return null;
  const askedAt = timeOf(interaction);
  const age = now.getTime() - askedAt.getTime();
  return age > lifeMs - marginMs ? null : { application, interaction, token, askedAt };
}
