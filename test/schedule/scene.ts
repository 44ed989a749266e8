// A whole bot on a clock that the test moves, for the scenarios of schedules.
import { after } from 'node:test';
import type { OutgoingMessage } from '../../src/delivery/outgoing.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import type { Engine } from '../fakes/databases.ts';

/** Saturday 21 November 2026, 12:00 in Berlin, 6:00 in New York. */
export const noon = new Date('2026-11-21T11:00:00Z');

export class Scene {
  readonly channel = new FakeChannel();
  #bot: Bot | null = null;
  now = noon;

  static async start(engine: Engine, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
    const scene = new Scene();
    const clock = { now: () => scene.now };
    scene.#bot = await startBot({ engine, channels: [scene.channel], env, overrides: { clock } });
    return scene;
  }

  get bot(): Bot {
    if (!this.#bot) throw new Error('the scene has not started');
    return this.#bot;
  }

  /** All that was said, without the messages that show a task list. */
  get texts(): readonly string[] {
    return said(this.channel.sent).map(({ text }) => text);
  }

  /** The messages that show a task list, each form of them. */
  get lists(): readonly OutgoingMessage[] {
    return this.channel.sent.filter(({ tasks }) => tasks);
  }

  /** Moves the clock; what is due then is found at the next tick. */
  passes(hours: number): void {
    this.now = new Date(this.now.getTime() + hours * 3_600_000);
  }

  /** Somebody in Berlin, unless said otherwise, says something; resolves with the messages that answer it. */
  async ask(user: string, text: string, options: SayOptions = {}): Promise<string> {
    const had = this.texts.length;
    await this.channel.say(user, text, { zone: 'Europe/Berlin', sentAt: this.now, ...options });
    await this.channel.until((sent) => said(sent).length > had);
    return this.texts.at(-1) ?? '';
  }

  async press(user: string, action: string, options: SayOptions = {}): Promise<string> {
    const had = this.texts.length;
    await this.channel.click(user, action, { zone: 'Europe/Berlin', sentAt: this.now, ...options });
    await this.channel.until((sent) => said(sent).length > had);
    return this.texts.at(-1) ?? '';
  }

  /** Resolves when a message that matches has been sent. */
  async until(pattern: RegExp): Promise<string> {
    await this.channel.until((sent) => sent.some(({ text }) => pattern.test(text)));
    return this.texts.findLast((text) => pattern.test(text)) ?? '';
  }

  /** Resolves when so many occurrences have come to their end. */
  async ended(count: number): Promise<void> {
    await this.#until(async () => {
      const query = this.bot.database.db.selectFrom('occurrence').select('id');
      return (await query.where('ended_at', 'is not', null).execute()).length >= count;
    });
  }

  /** Resolves when a task has failed so many times in a row and waits for its next run. */
  async failures(count: number): Promise<void> {
    await this.#until(async () => {
      const query = this.bot.database.db.selectFrom('occurrence').select('id');
      const waiting = query.where('attempts', '=', count).where('retry_at', 'is not', null);
      return (await waiting.execute()).length > 0;
    });
  }

  async #until(test: () => Promise<boolean>): Promise<void> {
    while (!(await test())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** The button of this label on the last message that has it. */
  button(label: string): string {
    const buttons = this.channel.sent.flatMap((message) => message.buttons);
    return buttons.findLast((button) => button.label === label)?.action ?? `no button ${label}`;
  }
}

/** Within a suite: starts scenes that are stopped after it. */
export function scenesOn(engine: Engine): (env?: Readonly<Record<string, string>>) => Promise<Scene> {
  const scenes: Scene[] = [];
  after(async () => {
    for (const scene of scenes) await scene.bot.stop();
  });
  return async (env) => {
    const scene = await Scene.start(engine, env);
    scenes.push(scene);
    return scene;
  };
}

const said = (sent: readonly OutgoingMessage[]) => sent.filter(({ tasks }) => !tasks);

export const calls = (name: string, args: unknown) => ({ calls: [{ name, args }] });
