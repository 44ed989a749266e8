// Plays a scripted conversation on a whole bot whose clock stands still between the steps, and gives back what the model was
// sent, byte for byte, and what people were sent.
import { setTimeout as wait } from 'node:timers/promises';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import type { Engine } from '../fakes/databases.ts';
import type { Step as ModelStep } from '../fakes/model/scripted-model.ts';
import type { Play, PlayStep } from './conversations.ts';

const starts = Date.parse('2026-11-02T09:00:00Z');
const stepMs = 61_000;
const log = 'FACTS\n- nothing that is not said above';

/** The requests' bodies and the messages of one conversation, as lines of text. */
export async function play({ env, steps }: Play, engine: Engine): Promise<string> {
  const channel = new FakeChannel();
  let now = starts;
  const clock = { now: () => new Date(now) };
  // No waiting line, however slow the machine is: it would be a message of its own.
  const overrides = { clock };
  const bot = await startBot({ engine, channels: [channel], ...(env ? { env } : {}), overrides });
  const answers: ModelStep[] = [];
  bot.model.rules((request) =>
    request.lastUser.includes('write the running log')
      ? log
      : (answers.shift() ?? 'Nothing more was scripted.'),
  );
  try {
    let newest = 0;
    for (const step of steps) {
      answers.splice(0, answers.length, ...('model' in step ? (step.model ?? []) : []));
      const before = channel.sent.length;
      now += stepMs;
      const sentAt = clock.now();
      if ('say' in step) {
        newest += 1;
        const { who = 'Ann', files, say } = step;
        const options = { zone: 'Europe/Berlin', ...placeOf(step), id: `m${newest}`, sentAt };
        await (files ? channel.attach(who, say, files, options) : channel.say(who, say, options));
      } else if ('edit' in step) {
        await channel.edit('Ann', `m${newest}`, step.edit, {
          zone: 'Europe/Berlin',
          sentAt,
          id: `e${newest}`,
        });
      } else if ('press' in step) {
        const button = channel.sent
          .flatMap(({ buttons }) => buttons)
          .find(({ label }) => label === step.press);
        if (!button) throw new Error(`no button "${step.press}"`);
        await channel.click(step.who ?? 'Ann', button.action, { zone: 'Europe/Berlin', sentAt });
      } else if ('later' in step) now += step.later;
      else await bot.restart();
      const come = 'restart' in step ? 0 : 'later' in step ? (step.fires ?? 0) : 1;
      await channel.until((sent) => sent.length >= before + come);
      await quiet(bot.database);
    }
    const bodies = bot.model.requests.map(({ body }) => body);
    const requests = bodies.map((body, n) => `request ${n + 1}\n${changed(body, bodies[n - 1] ?? {})}`);
    const messages = channel.sent.map(
      ({ text, buttons }) => `- ${JSON.stringify(text)} [${buttons.map(({ label }) => label).join(' | ')}]`,
    );
    return `${requests.join('\n')}\nmessages\n${messages.join('\n')}\n`;
  } finally {
    await bot.stop();
  }
}

type Body = Readonly<Record<string, unknown>>;

/** A request, a field a line and a message a line; what is the same as in the request before is said to be that. */
function changed(body: Body, before: Body): string {
  const line = (name: string, value: unknown, old: unknown) => {
    const written = JSON.stringify(value);
    return `${name}: ${written === JSON.stringify(old) ? '(the same)' : written}`;
  };
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const old = listOf(before.messages);
  return Object.entries(body)
    .flatMap(([name, value]) =>
      name === 'messages'
        ? listOf(value).map((message, n) => line(`message ${n}`, message, old[n]))
        : [line(name, value, before[name])],
    )
    .join('\n');
}

/** Nothing waits, and nobody holds a conversation: the journal's pass is done, too. */
async function quiet(database: Awaited<ReturnType<typeof startBot>>['database']): Promise<void> {
  for (;;) {
    await whenIdle(database);
    const held = await database.db
      .selectFrom('conversation')
      .select('id')
      .where('lease_owner', 'is not', null)
      .executeTakeFirst();
    if (!held) return;
    await wait(10);
  }
}

const placeOf = (step: Extract<PlayStep, { say: string }>) => ({
  ...(step.channel ? { channel: step.channel } : {}),
  ...(step.thread ? { thread: step.thread } : {}),
  ...(step.zone ? { zone: step.zone } : {}),
  ...(step.locale ? { locale: step.locale } : {}),
});
