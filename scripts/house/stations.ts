// What one plain Slack message passes through: a bot on the fake Slack and PGlite answers one message, and V8 counts which
// functions of src ran. What also runs while nobody writes (the loops that look each second) is taken off.
import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startScene } from '../../test/e2e/slack-scene.ts';

export interface Stations {
  readonly functions: number;
  /** Paths below src, sorted. */
  readonly files: readonly string[];
}

/** Long enough for every loop that looks each second to have looked. */
const idleMs = 2500;

/** Starts a bot and traces its second message: the first one makes rooms, people and tables. */
export async function stationsOfAMessage(): Promise<Stations> {
  const scene = await startScene();
  const session = new Session();
  try {
    scene.bot.model.rules(() => 'ok');
    const dm = scene.slack.dm('U1ANN');
    const say = async (count: number) => {
      scene.slack.say({ user: 'U1ANN', channel: dm, text: `hello ${count}` });
      await scene.answer(dm, null, count);
      await wait(idleMs);
    };
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await say(1);
    await called(session);
    await wait(idleMs);
    const idle = await called(session);
    await say(2);
    const ran = (await called(session)).difference(idle);
    const files = new Set([...ran].map((station) => station.split(' ')[0] ?? ''));
    return { functions: ran.size, files: [...files].sort() };
  } finally {
    session.disconnect();
    await scene.stop();
  }
}

/** The named functions of src that were called since the last look, as "file name offset". */
async function called(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const found = new Set<string>();
  for (const { url, functions } of result) {
    const [, file] = /\/(src\/.*\.ts)$/.exec(url) ?? [];
    if (!file || url.includes('node_modules')) continue;
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      if (range && range.count > 0 && functionName) found.add(`${file} ${functionName} ${range.startOffset}`);
    }
  }
  return found;
}
