// Golden sequences: what people do on Slack, which conversation each message belongs to, and where an answer to it stands.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { placeAt } from '../../../src/channels/slack/keys.ts';
import type { Channel } from '../../../src/delivery/channel.ts';
import type { MessagePayload } from '../../../src/delivery/payload.ts';
import { upsertPlace } from '../../../src/delivery/places.ts';
import { post, roomOf } from '../../fakes/slack/actions.ts';
import type { FakeSlack } from '../../fakes/slack/index.ts';
import { eventBody } from '../../fakes/slack/payloads.ts';
import { outgoing, SlackBench } from '../slack/bench.ts';

interface Event {
  readonly do: 'say' | 'edit' | 'delete' | 'unfurl' | 'ours' | 'slash' | 'raw';
  readonly by?: string;
  readonly in?: string;
  readonly text?: string;
  readonly thread?: string;
  readonly message?: string;
  readonly as?: string;
  readonly broadcast?: boolean;
  readonly subtype?: string;
  readonly file?: string;
  readonly attachments?: Record<string, unknown>[];
  readonly event?: Record<string, unknown>;
}

interface Golden {
  readonly name: string;
  readonly attend?: readonly string[];
  readonly events: readonly Event[];
  readonly expect: readonly {
    readonly in: string;
    readonly text?: string;
    readonly kind?: string;
    readonly state?: string;
    readonly room?: string;
    readonly attachments?: readonly string[];
  }[];
}

const goldens: readonly Golden[] = JSON.parse(readFileSync(join(import.meta.dirname, 'slack.json'), 'utf8'));
const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

/** One golden's workspace: names for rooms, people and messages. */
class Scene {
  readonly slack: FakeSlack;
  readonly channel: Channel;
  readonly #messages = new Map<string, { readonly channel: string; readonly ts: string }>();

  constructor(slack: FakeSlack, channel: Channel) {
    this.slack = slack;
    this.channel = channel;
  }

  roomId(name = ''): string {
    if (name.startsWith('dm:')) return this.slack.dm(personId(name.slice(3)));
    return { team: 'C1TEAM', closed: 'C2CLOSED', three: 'G3THREE' }[name] ?? name;
  }

  /** "team/q": the thread of a message in a room; "team": the room itself. */
  placeOf(name: string) {
    const [room = '', thread] = name.split('/');
    return placeAt('T0PEA', this.roomId(room), thread === undefined ? null : this.at(thread).ts);
  }

  at(alias = '') {
    const found = this.#messages.get(alias);
    assert.ok(found, `no message is called ${alias}`);
    return found;
  }

  words(text = ''): string {
    const self = this.slack.botUserId;
    return text.replace(/@us(\|\w+)?/g, (_, label = '') => `<@${self}${label}>`).replace('@bob', '<@U2BOB>');
  }

  /** Does it, and waits until it has been dealt with. */
  async act(event: Event): Promise<void> {
    const ts = await this.#do(event);
    if (ts && event.as) this.#messages.set(event.as, { channel: this.roomId(event.in), ts });
    await this.slack.settled();
  }

  async #do(event: Event): Promise<string | undefined> {
    const { slack } = this;
    const channel = this.roomId(event.in);
    const text = this.words(event.text);
    switch (event.do) {
      case 'say':
        return this.#say(event, channel, text);
      case 'edit':
        slack.edit({ ...this.at(event.message), text });
        return undefined;
      case 'delete':
        slack.delete(this.at(event.message));
        return undefined;
      case 'unfurl':
        slack.unfurl({ ...this.at(event.message), url: 'https://example.com' });
        return undefined;
      case 'slash':
        slack.slash({ user: personId(event.by), channel, command: '/peacrab', text });
        return undefined;
      case 'ours': {
        const ours = await this.channel.send(outgoing(channel, null, { text: text || '⏰ stretch' }));
        await bench.said(this.placeOf(event.in ?? '').conversation, ours);
        return ours;
      }
      case 'raw': {
        const raw = JSON.parse(this.words(JSON.stringify(event.event)));
        const fields = { type: 'message', channel, ts: slack.world.state.nextTs(), ...raw };
        slack.world.sockets.sendEvent(eventBody(slack.world, roomOf(slack.world, channel), fields));
        return undefined;
      }
    }
  }

  #say(event: Event, channel: string, text: string): string {
    const user = personId(event.by);
    const threadTs = event.thread === undefined ? undefined : this.at(event.thread).ts;
    const { broadcast, subtype, attachments, file } = event;
    if (subtype || attachments) {
      const shared = attachments?.map((one) => ({ ...one, text: this.words(String(one.text)) }));
      return post(this.slack.world, { channel, text, user, threadTs, subtype, attachments: shared }).ts;
    }
    return this.slack.say({
      user,
      channel,
      text,
      ...(threadTs ? { thread_ts: threadTs } : {}),
      ...(broadcast ? { broadcast } : {}),
      ...(file ? { files: [{ name: file, mimetype: 'image/png', content: 'x' }] } : {}),
    });
  }

  /** Where an answer stands: the room, and the thread in it. */
  async answered(name: string): Promise<void> {
    const place = this.placeOf(name);
    const ts = await this.channel.send(
      outgoing(this.roomId(name.split('/')[0]), place.thread, { text: 'answer' }),
    );
    const found = this.slack.ours().find((message) => message.ts === ts);
    assert.deepEqual(
      [found?.channel, found?.threadTs ?? null],
      [this.roomId(name.split('/')[0]), place.thread],
    );
  }
}

const personId = (name = '') => ({ ann: 'U1ANN', bob: 'U2BOB', out: 'U3OUT' })[name] ?? name;

async function sceneOf({ attend = [] }: Golden): Promise<Scene> {
  const slack = await bench.workspace();
  slack.person('U9BOT', { isBot: true, name: 'Other bot' });
  slack.person('U3OUT', { name: 'Out', teamId: 'T0OTHER' });
  slack.channel('C1TEAM', { members: ['U1ANN', 'U2BOB', 'U3OUT'], name: 'team', shared: true });
  slack.channel('C2CLOSED', { members: ['U1ANN'], kind: 'group', name: 'closed' });
  slack.channel('G3THREE', { members: ['U1ANN', 'U2BOB'], kind: 'mpim', name: 'mpdm-ann--bob--peacrab-1' });
  const scene = new Scene(slack, await bench.started(slack));
  for (const name of attend) {
    const { room } = scene.placeOf(name);
    await bench.database.transaction((tx) => upsertPlace(tx, scene.placeOf(name)));
    await bench.database.db.updateTable('room').set({ attend: 'all' }).where('id', '=', room).execute();
  }
  return scene;
}

for (const golden of goldens)
  test(golden.name, async () => {
    const scene = await sceneOf(golden);
    for (const event of golden.events) await scene.act(event);
    const rows = await bench.database.db
      .selectFrom('inbox')
      .innerJoin('room', 'room.id', 'inbox.room_id')
      .innerJoin('conversation', 'conversation.id', 'inbox.conversation_id')
      .select(['inbox.conversation_id', 'inbox.kind', 'inbox.state', 'inbox.payload', 'conversation.thread'])
      .select('room.kind as room')
      .orderBy('inbox.id')
      .execute();
    assert.deepEqual(
      rows.map((row) => {
        const { text, attachments, files = [] } = row.payload as Partial<MessagePayload>;
        const names = attachments && [...files.map(({ name, kind }) => `${name} (${kind})`), ...attachments];
        return [row.conversation_id, row.thread, row.kind, row.state, text, names, row.room];
      }),
      golden.expect.map((one) => {
        const place = scene.placeOf(one.in);
        const { kind = 'message', state = 'waiting', room = place.kind, text } = one;
        const attachments = kind === 'message' ? (one.attachments ?? []) : undefined;
        return [place.conversation, place.thread, kind, state, text, attachments, room];
      }),
    );
    const refusals = await bench.database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'notice')
      .execute();
    assert.deepEqual(refusals, [], 'nobody is told anything for what is not for us');
    for (const name of new Set(golden.expect.map((one) => one.in))) await scene.answered(name);
  });
