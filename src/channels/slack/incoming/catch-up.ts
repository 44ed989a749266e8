// After a gap: reads what was said since the watermark, in the DMs, the threads we take part in and the channels we are in,
// and takes in what was for us. A conversation is read before anything live of it is dealt with, so that order is kept.
import { type Clock, sleep } from '../../../clock.ts';
import type { Intake } from '../../../delivery/channel.ts';
import type { Log } from '../../../log.ts';
import type { Mark } from '../../mark.ts';
import { failureOf } from '../errors.ts';
import { channelOf, instantOf, placeOf, tsOf } from '../keys.ts';
import { type Facts, readEnvelope, type Us } from './envelope.ts';
import type { History, OldMessage } from './history.ts';
import type { Taken } from './looked-up.ts';
import { Readings } from './readings.ts';

/** Events of several rooms are dealt with side by side: a little before the mark is looked at again. */
const overlapMs = 60_000;
/** In a thread that began before the gap a person may have mentioned us: so far back its root is looked for. */
const rootsBackMs = 24 * 3_600_000;
/** What was said so long before the gap may have been edited in it. */
const editsBackMs = 15 * 60_000;
/** Threads that we do not know are looked into for a mention, the latest first. */
const rootsAtMost = 30;
/** DMs without a word so far are read last, and no more of them. */
const unknownAtMost = 200;
const atOnce = 3;
/** Slack's words for a room that it does not let us read until that is mended: it is not to hold up all others. */
const closedToUs = new Set([
  'missing_scope',
  'no_permission',
  'access_denied',
  'ekm_access_denied',
  'team_access_not_granted',
  'method_not_supported_for_channel_type',
]);

export interface CatchUpParts {
  readonly history: History;
  readonly intake: Pick<Intake, 'lastSeen' | 'directs' | 'threads'>;
  readonly us: Us;
  readonly clock: Clock;
  readonly log: Log;
  readonly mark: Mark<string>;
  /** What is older is left. */
  readonly hours: number;
  /** How long a live message waits for what was said before it, and those of a room together, in milliseconds. */
  readonly waitMs: number;
  readonly take: (facts: Facts) => Promise<Taken | null>;
  readonly signal: AbortSignal;
}

/** A room, or a thread in it. */
interface Target {
  readonly channel: string;
  readonly root: string | null;
}

const keyOf = ({ channel, root }: Target): string => (root === null ? channel : `${channel}:${root}`);

/** From which ts on to read, or null for nothing. Pure. */
function readFrom(mark: string | null, hours: number, now: Date): string | null {
  if (mark === null || hours === 0) return null;
  const oldest = now.getTime() - hours * 3_600_000;
  return tsOf(new Date(Math.max(instantOf(mark).getTime() - overlapMs, oldest)));
}

export class CatchUp {
  readonly #parts: CatchUpParts;
  readonly #readings: Readings;
  /**
   * Rooms and threads in which something was heard but not stored, whatever else is known of them. No more than speak while
   * the database is away: the first run when it is back takes them out.
   */
  readonly #also = new Map<string, Target>();
  /** Rooms closed to us are said once, by Slack's word for it. */
  readonly #saidClosed = new Set<string>();
  /** Resolves when the run that is expected knows what to read, or after a while. */
  #listed: Promise<void> = Promise.resolve();
  #list: PromiseWithResolvers<void> | null = null;
  /** The last message heard before the gap; other processes move the watermark on meanwhile. */
  #since: string | null = null;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
    this.#readings = new Readings((work) => this.#patiently(work));
  }

  /** Something may be missing: until {@link run} knows what to read, live messages wait, though not for long. */
  expect(since: string | null): void {
    this.#since = earlier(this.#since, since);
    this.#list ??= Promise.withResolvers<void>();
    this.#listed = this.#patiently(this.#list.promise);
  }

  /** Something of this conversation was heard but not stored. */
  also(channel: string, root: string | null): void {
    const target = { channel, root };
    this.#also.set(keyOf(target), target);
  }

  /** Resolves when nothing older is to be read in this conversation, or after a while. */
  async before(channel: string, root: string | null): Promise<void> {
    const { history } = this.#parts;
    const read = async () => {
      if (!history.rationed) await this.#listed;
      if (history.rationed) return;
      await this.#readings.before(channel);
      if (root !== null) await this.#readings.before(keyOf({ channel, root }));
    };
    await this.#patiently(read());
  }

  async #patiently(work: Promise<unknown>): Promise<void> {
    const { waitMs, signal } = this.#parts;
    const done = new AbortController();
    await Promise.race([work, sleep(waitMs, AbortSignal.any([signal, done.signal]))]);
    done.abort();
  }

  /** Reads all there is. @returns whether nothing can be missing now @throws if the database or Slack cannot be asked */
  async run(): Promise<boolean> {
    const since = this.#since;
    const list = this.#list;
    this.#list = null;
    const reads = await this.#planned(since).catch((error: unknown) => {
      this.#listLater(list);
      throw error;
    });
    const readings = this.#readings.begin(reads);
    list?.resolve();
    const complete = await this.#all(readings);
    if (complete && this.#since === since) this.#since = null;
    return complete;
  }

  /** What waits for the list of what to read goes on waiting for that of the next run. */
  #listLater(list: PromiseWithResolvers<void> | null): void {
    if (list === null) return;
    if (this.#list === null) this.#list = list;
    else void this.#list.promise.then(list.resolve);
  }

  /** What is to be read, by key. */
  async #planned(since: string | null): Promise<ReadonlyMap<string, () => Promise<boolean>>> {
    const { intake, hours, clock } = this.#parts;
    const from = readFrom(earlier(await intake.lastSeen('slack'), since), hours, clock.now());
    if (from === null) return new Map();
    const targets = await this.#targets();
    const known = new Set(targets.map(keyOf));
    return new Map(targets.map((target) => [keyOf(target), () => this.#read(target, from, known)]));
  }

  /** In the order of their worth: Slack may let us read only one a minute. */
  async #targets(): Promise<readonly Target[]> {
    const { intake, history, us } = this.#parts;
    const ours = (key: string) => key.startsWith(`slack:${us.team}:`);
    const directs = (await intake.directs('slack')).filter(ours).map((room) => wholeRoom(channelOf(room)));
    const threads = (await intake.threads('slack')).filter(ours).map((key): Target => {
      const { room, thread } = placeOf(key);
      return { channel: channelOf(room), root: thread };
    });
    const channels = (await history.channels()).map(wholeRoom);
    const known = [...this.#also.values(), ...directs, ...threads, ...channels];
    const targets = new Map(known.map((target) => [keyOf(target), target]));
    for (const direct of await this.#unknownDirects(targets)) targets.set(keyOf(direct), direct);
    return [...targets.values()];
  }

  /** DMs of people who may have written to us for the first time; those who only opened one are among them. */
  async #unknownDirects(known: ReadonlyMap<string, Target>): Promise<readonly Target[]> {
    const { history, log } = this.#parts;
    const unknown = (await history.directs()).map(wholeRoom).filter((target) => !known.has(keyOf(target)));
    if (unknown.length > unknownAtMost)
      log.warn({ left: unknown.length - unknownAtMost }, 'not every DM that nobody ever wrote in is read');
    return unknown.slice(0, unknownAtMost);
  }

  async #all(readings: readonly (() => Promise<boolean>)[]): Promise<boolean> {
    const left = readings.values();
    let complete = true;
    const walk = async () => {
      for (const read of left) complete = (await read()) && complete;
    };
    await Promise.all(Array.from({ length: atOnce }, walk));
    return complete;
  }

  /** @returns false if it is to be tried again */
  async #read(target: Target, from: string, known: ReadonlySet<string>): Promise<boolean> {
    const { log, signal } = this.#parts;
    const { channel, root } = target;
    try {
      if (root !== null) await this.#readThread(channel, root, before(from, editsBackMs), from);
      else await this.#readRoom(channel, from, known);
    } catch (error) {
      if (signal.aborted) return false;
      const { code } = failureOf(error);
      log.warn({ channel, code }, 'what was said meanwhile could not be read; trying again');
      return false;
    }
    this.#also.delete(keyOf(target));
    return true;
  }

  /** What history tells; nothing where it is closed to us. */
  async #told(channel: string, read: Promise<readonly OldMessage[]>): Promise<readonly OldMessage[]> {
    try {
      return await read;
    } catch (error) {
      const { failure, code } = failureOf(error);
      if (closedToUs.has(code)) this.#tell(channel, code);
      else if (failure !== 'gone') throw error;
      return [];
    }
  }

  #tell(channel: string, code: string): void {
    if (this.#saidClosed.has(code)) return;
    this.#saidClosed.add(code);
    this.#parts.log.warn(
      { channel, code },
      'what was said meanwhile in some rooms cannot be read; they are left out',
    );
  }

  async #readRoom(channel: string, from: string, known: ReadonlySet<string>): Promise<void> {
    const { history } = this.#parts;
    const oldest = before(from, history.rationed ? editsBackMs : rootsBackMs);
    const found = await this.#told(channel, history.room(channel, oldest));
    await this.#takeAll(channel, found, from);
    const roots = found.filter(
      ({ ts, latestReply }) =>
        latestReply !== null && latestReply > from && !known.has(keyOf({ channel, root: ts })),
    );
    roots.sort((a, b) => ((a.latestReply ?? '') < (b.latestReply ?? '') ? 1 : -1));
    for (const { ts } of roots.slice(0, rootsAtMost)) await this.#readThread(channel, ts, from, from);
  }

  async #readThread(channel: string, root: string, oldest: string, from: string): Promise<void> {
    const { history } = this.#parts;
    await this.#takeAll(channel, await this.#told(channel, history.thread(channel, root, oldest)), from);
  }

  /** What was said, and edited, after an instant, in the order in which it happened. */
  async #takeAll(channel: string, found: readonly OldMessage[], from: string): Promise<void> {
    const { us, take, mark, signal } = this.#parts;
    const stored = new Set<string>();
    const happened = found.flatMap((message) => [
      { ...message, at: message.ts, isEdit: false },
      ...(message.editedTs === null ? [] : [{ ...message, at: message.editedTs, isEdit: true }]),
    ]);
    happened.sort((a, b) => (a.at < b.at ? -1 : 1));
    for (const { raw, ts, at, isEdit } of happened.filter((each) => each.at > from)) {
      if (signal.aborted) throw new Error('we are stopping');
      if (isEdit && stored.has(ts)) continue;
      const event = isEdit
        ? { type: 'message', subtype: 'message_changed', channel, ts: at, message: raw }
        : { ...raw, type: 'message', channel };
      const facts = readEnvelope('events_api', { team_id: us.team, event }, us);
      const taken = facts.type === 'said' || facts.type === 'edited' ? await take(facts) : null;
      if (taken?.outcome === 'stored') stored.add(ts);
      if (!isEdit) mark.reach(ts);
    }
  }
}

/** An instant so much earlier. */
const before = (ts: string, ms: number): string => tsOf(new Date(instantOf(ts).getTime() - ms));

const wholeRoom = (channel: string): Target => ({ channel, root: null });

/** The earlier of two, where there are two. */
const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b;
