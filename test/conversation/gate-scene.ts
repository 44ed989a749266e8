// One bot in which the same act is tried in a fresh room, by a fresh person, under each mode and under a policy that denies
// everything. What is stored is compared before and after, so that "nothing was changed" is read off the rows.
import type { Database } from '../../src/database/database.ts';
import type { PersonId, RoomId } from '../../src/database/ids.ts';
import type { RoomMode } from '../../src/tools/policy/rules.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import type { Step } from '../fakes/model/scripted-model.ts';
import { outsideTools } from '../fakes/outside-tools.ts';
import { calls } from '../schedule/scene.ts';

export type Mode = RoomMode | 'denied';
export const modes: readonly Mode[] = ['look-only', 'denied', 'normal', 'trusted'];

/** The rule holds while the conversation speaks as the CFO: so everything can be prepared before it does. */
const policy = `places: [set_reminder, list_reminders, change_reminder, remember, recall, switch_persona, update_tasks, post_note]
rules:
  - { tool: "*", persona: cfo, do: deny, because: we are closed }`;

let count = 0;

export class GateScene {
  readonly channel = new FakeChannel();
  readonly bot: Bot;

  private constructor(bot: Bot, channel: FakeChannel) {
    this.bot = bot;
    this.channel = channel;
  }

  static async start(): Promise<GateScene> {
    const channel = new FakeChannel();
    const bot = await startBot({
      channels: [channel],
      policy,
      env: { ADMINS: 'slack:Boss' },
      overrides: { outside: outsideTools().tools },
    });
    return new GateScene(bot, channel);
  }

  get database(): Database {
    return this.bot.database;
  }

  /** A room and a person that nobody has used. @param direct their DM instead of a channel */
  place(direct: boolean): Spot {
    count += 1;
    return new Spot(this, `Ann${count}`, direct ? null : `C${count}`);
  }

  /** All that a change may touch. */
  async stored(): Promise<string> {
    const { db } = this.database;
    const rows = await Promise.all([
      db.selectFrom('schedule').selectAll().orderBy('id').execute(),
      db.selectFrom('occurrence').selectAll().orderBy('id').execute(),
      db.selectFrom('note').selectAll().orderBy('id').execute(),
      db.selectFrom('task').selectAll().orderBy('id').execute(),
      db.selectFrom('room').selectAll().orderBy('id').execute(),
      db.selectFrom('conversation').select(['id', 'persona', 'leaf_id']).orderBy('id').execute(),
      db.selectFrom('person').selectAll().orderBy('id').execute(),
      db.selectFrom('admission').selectAll().orderBy('person_id').execute(),
      db.selectFrom('permission').selectAll().orderBy('id').execute(),
      db.selectFrom('approval').selectAll().orderBy('id').execute(),
      db.selectFrom('effect').select(['id', 'undone_at']).orderBy('id').execute(),
    ]);
    // The language somebody writes in is learnt from whatever they write, as their name is; admins are told, and notes
    // written to their files, in the background.
    const mirrored = ['mirrored_at', 'retraction_mirrored_at', 'erasure_mirrored_at'];
    const aside = ['language', 'told_at', ...mirrored];
    return JSON.stringify(rows, (key, value: unknown) => (aside.includes(key) ? undefined : value));
  }

  /** The model's next answers; what is left of earlier ones is forgotten. */
  script(...steps: readonly Step[]): void {
    const left = [...steps];
    this.bot.model.rules(() => left.shift() ?? 'nothing more was scripted');
  }

  /** Resolves when everything that came in has been dealt with. */
  async idle(): Promise<void> {
    const { db } = this.database;
    const open = async () =>
      (await db.selectFrom('inbox').select('id').where('state', '<>', 'done').executeTakeFirst()) ??
      (await db.selectFrom('turn').select('id').where('state', '=', 'running').executeTakeFirst()) ??
      (await db
        .selectFrom('approval')
        .select('id')
        .where('state', 'in', ['approved', 'running'])
        .executeTakeFirst());
    while (await open()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Resolves when everything that is to be said has been said. */
  async sent(): Promise<void> {
    const { db } = this.database;
    const open = () =>
      db.selectFrom('outbox').select('id').where('state', 'in', ['waiting', 'sending']).executeTakeFirst();
    while (await open()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A person in a room, with what they do there. */
export class Spot {
  readonly #scene: GateScene;
  readonly user: string;
  readonly #channel: string | null;

  constructor(scene: GateScene, user: string, channel: string | null) {
    this.#scene = scene;
    this.user = user;
    this.#channel = channel;
  }

  get scene(): GateScene {
    return this.#scene;
  }

  get person(): PersonId {
    return `slack:T1:${this.user}` as PersonId;
  }

  get room(): string {
    return `slack:T1:${this.#channel ?? `D${this.user}`}`;
  }

  get #where(): SayOptions {
    return { zone: 'Europe/Berlin', ...(this.#channel === null ? {} : { channel: this.#channel }) };
  }

  /** Says it and returns what was answered. */
  async say(text: string, user = this.user, options: SayOptions = {}): Promise<string> {
    return this.#answer(() => this.#scene.channel.say(user, text, { ...this.#where, ...options }));
  }

  async click(action: string, user = this.user): Promise<string> {
    return this.#answer(() => this.#scene.channel.click(user, action, this.#where));
  }

  async react(means: 'stop' | 'why' | 'delete', reactedTo: string): Promise<string> {
    return this.#answer(() => this.#scene.channel.react(this.user, means, reactedTo, this.#where));
  }

  /** A command that cannot be typed. */
  async command(name: string, args: string, user = this.user): Promise<string> {
    return this.#answer(() =>
      this.#scene.channel.receive({
        type: 'command',
        name,
        args,
        private: false,
        ...this.#scene.channel.base(user, this.#where),
      }),
    );
  }

  /** Says something that the model answers by these steps. */
  async ask(text: string, ...steps: readonly Step[]): Promise<string> {
    this.#scene.script(...steps);
    return this.say(text);
  }

  readonly remind = () => this.say('/remind tomorrow 9 stretch');

  /** A note of this person's. */
  readonly note = () =>
    this.ask('remember that I like tea', calls('remember', { text: 'likes tea' }), 'Noted.');

  async enter(mode: Mode): Promise<void> {
    const { db } = this.#scene.database;
    const room = this.room as RoomId;
    const persona = mode === 'denied' ? 'cfo' : null;
    await db.updateTable('conversation').set({ persona }).where('room_id', '=', room).execute();
    await db
      .updateTable('room')
      .set({ mode: mode === 'denied' ? 'normal' : mode })
      .where('id', '=', room)
      .execute();
  }

  /** The last row of a table: its id. */
  async last(
    table: 'schedule' | 'note' | 'effect' | 'approval' | 'turn' | 'inbox' | 'outbox',
  ): Promise<number> {
    const row = await this.#scene.database.db
      .selectFrom(table)
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** The action of the newest button whose action begins so. */
  async button(start: string): Promise<string> {
    const rows = await this.#scene.database.db
      .selectFrom('outbox')
      .select('payload')
      .orderBy('id', 'desc')
      .limit(10)
      .execute();
    const buttons = rows.flatMap(
      ({ payload }) => (payload as { buttons?: { action: string }[] }).buttons ?? [],
    );
    return buttons.find(({ action }) => action.startsWith(start))?.action ?? `no button ${start}`;
  }

  async #answer(act: () => Promise<unknown>): Promise<string> {
    const had = await this.last('outbox');
    await act();
    await this.#scene.idle();
    await this.#scene.sent();
    return this.#scene.channel.sent
      .filter(({ id }) => id > had)
      .map(({ text, panel }) => (panel ? `${text}\n${JSON.stringify(panel)}` : text))
      .join('\n');
  }
}
