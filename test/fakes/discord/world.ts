// The whole state of the fake platform: one server, its people, channels and messages, and our bot in it.
// Everything else (routes, gateway, test verbs) reads and changes this; every change is announced.
import { Chance, Snowflakes } from './ids.ts';
import type { Json } from './json.ts';
import type {
  Activity,
  ChannelRecord,
  InteractionRecord,
  MessageRecord,
  TypingRecord,
  UserRecord,
} from './records.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/** An event on its way to the gateway; sessions decide by intents whether and with what content they get it. */
export interface Dispatch {
  readonly type: string;
  readonly data: Json;
  /** Where it happened: direct messages have intents of their own. */
  readonly scope: 'guild' | 'dm' | 'always';
  /** True when the bot may read the text without the message-content intent. */
  readonly readable?: boolean;
}

export interface WorldOptions {
  readonly seed: number;
  readonly clock: () => number;
  readonly settings: Partial<Settings>;
}

export class World {
  readonly seed: number;
  readonly settings: Settings;
  readonly chance: Chance;
  readonly users = new Map<string, UserRecord>();
  readonly channels = new Map<string, ChannelRecord>();
  readonly messages = new Map<string, MessageRecord>();
  readonly interactions = new Map<string, InteractionRecord>();
  /** Registered commands, by `global` or server id. */
  readonly commands = new Map<string, Json[]>();
  readonly roles = new Map<string, string>();
  readonly typing: TypingRecord[] = [];
  readonly activities: Activity[] = [];
  readonly guildId: string;
  readonly applicationId: string;
  readonly bot: UserRecord;
  readonly token: string;
  botInGuild = true;
  /** Where files are served from; set by the server once it listens. */
  origin = '';
  /** Which signing of files' addresses is valid: those of before have run out. */
  filesSigned = 1;
  readonly #ids = new Snowflakes();
  readonly #clock: () => number;
  readonly #dispatchers: ((event: Dispatch) => void)[] = [];
  readonly #listeners: (() => void)[] = [];

  constructor(options: WorldOptions) {
    this.seed = options.seed;
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.chance = new Chance(options.seed);
    this.#clock = options.clock;
    this.guildId = this.newId();
    this.applicationId = this.newId();
    this.bot = this.addUser(this.newId(), 'peacrab', 'Peacrab', 'en-US', true);
    this.token = `${this.bot.id}.${this.chance.token(6)}.${this.chance.token(27)}`;
  }

  /** The servers that nobody else is on. */
  get otherGuilds(): readonly string[] {
    return Array.from({ length: this.settings.otherServers }, (_, n) => String(1000 + n));
  }

  now(): number {
    return this.#clock();
  }

  newId(): string {
    return this.#ids.next(this.now());
  }

  addUser(id: string, username: string, name: string, locale: string, bot: boolean): UserRecord {
    const user: UserRecord = {
      id,
      username,
      name,
      locale,
      bot,
      roles: [],
      inGuild: true,
      joinedAt: this.now(),
      dmBlocked: false,
    };
    this.users.set(id, user);
    return user;
  }

  /** Sends an event towards the gateway. */
  dispatch(event: Dispatch): void {
    for (const dispatcher of this.#dispatchers) dispatcher(event);
  }

  onDispatch(dispatcher: (event: Dispatch) => void): void {
    this.#dispatchers.push(dispatcher);
  }

  /** Notes what happened, for the dump, and wakes those who wait. */
  changed(kind: string, what: string): void {
    this.activities.push({ at: this.now(), kind, what });
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
