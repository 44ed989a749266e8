// What a person sees who writes directly while we look up which of our many servers they are on: that we look, and no longer
// than we do. It is best effort: nothing waits for it, and it may be missing.
import { type APIMessage, Routes } from 'discord.js';
import { sleep } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { faultKind } from '../../own-fault.ts';
import type { DiscordRest } from '../connection/rest.ts';

const words = 'One moment: I am looking up which of my servers you are on.';
const afterMs = 3000;

/** Says so in the DM if the look takes long, and takes it away when it is done. @throws what `work` throws */
export async function whileLooking<T>(
  { rest, log }: { readonly rest: DiscordRest; readonly log: Log },
  channel: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const said = sleep(afterMs, done.signal).then(async () => {
    if (done.signal.aborted) return;
    const { id } = await rest.post<APIMessage>(Routes.channelMessages(channel), { content: words });
    await new Promise<void>((resolve) => {
      if (done.signal.aborted) resolve();
      else done.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await rest.delete(Routes.channelMessage(channel, id));
  });
  said.catch((error: unknown) =>
    log.debug({ error: faultKind(error) }, 'that we look somebody up was not told'),
  );
  try {
    return await work();
  } finally {
    done.abort();
  }
}
