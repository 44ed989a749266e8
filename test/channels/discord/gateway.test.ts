// Coming and going: what a start says when it fails, that a stop leaves nothing, and that one process at a time holds the
// gateway.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { alwaysOurs, type Turns } from '../../../src/database/advisory.ts';
import { PeacrabError } from '../../../src/errors.ts';
import { patienceMs } from '../../fakes/patience.ts';
import { dmAt, outgoing, Stage, type StageOptions, seed } from './stage.ts';

let stage: Stage;

async function open(options: StageOptions = {}): Promise<void> {
  stage = await Stage.open(options);
}

beforeEach(() => open());

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const says = (code: string, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof PeacrabError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, words);
  return true;
};

describe('a start', () => {
  it('refuses a wrong token with what to do', async () => {
    const channel = stage.channel(alwaysOurs(), 'wrong.token.here');
    await assert.rejects(channel.start(stage.intake()), says('CHANNEL_AUTH', /DISCORD_TOKEN/));
  });

  it('takes a token with "Bot " before it', async () => {
    const channel = stage.channel(alwaysOurs(), `Bot ${stage.discord.token}\n`);
    await channel.start(stage.intake());
    assert.equal(channel.about?.(), 'Discord as Peacrab, on 1 server');
    await channel.stop();
  });

  it('names the intent that is missing', async () => {
    stage.discord.settings.messageContent = false;
    await assert.rejects(stage.start(), says('CHANNEL_AUTH', /Message Content Intent/));
    await stage.discord.waitFor(() => stage.discord.sockets === 0, 'the socket to go');
  });

  it('says that Discord is unreachable', async () => {
    stage.discord.refuseConnections(true);
    await assert.rejects(stage.start(), says('CHANNEL_START', /cannot be reached/));
    stage.discord.refuseConnections(false);
  });

  it('gives up a gateway that never gets ready', async () => {
    await stage.close();
    await open({ timings: { readyMs: 50 } });
    stage.discord.fail('GET /gateway/bot', { kind: 'hold' });
    await assert.rejects(stage.start(), says('CHANNEL_START', /not ready within/));
  });
});

describe('a stop', () => {
  it('leaves no socket, also in the middle of reconnecting', async () => {
    const channel = await stage.start();
    await stage.stop(channel);
    assert.equal(stage.discord.sockets, 0);
    const again = await stage.start();
    stage.discord.dropSockets();
    await stage.discord.waitFor(() => stage.discord.sockets === 0, 'the socket to go');
    await stage.stop(again);
    assert.equal(stage.discord.sockets, 0);
  });

  it('outlives sockets that end in the middle of their handshake', async () => {
    for (const how of ['stop', 'reset'] as const) {
      const channel = await stage.start();
      const { discord } = stage;
      discord.stallConnections(true);
      discord.dropSockets();
      await discord.waitFor(() => discord.stalled > 0, 'a handshake');
      if (how === 'reset') discord.stallConnections(false);
      await stage.stop(channel);
      discord.stallConnections(false);
      await discord.waitFor(() => discord.sockets === 0, 'the sockets to go');
    }
  });

  it('leaves no socket that has gone deaf, and does not wait for one that is dead', async () => {
    const deaf = await stage.start();
    stage.discord.zombie();
    await stage.stop(deaf);
    await stage.discord.waitFor(() => stage.discord.sockets === 0, 'the socket to go');
    const dead = await stage.start();
    stage.discord.dropSockets({ silently: true });
    await stage.stop(dead);
  });

  it('lets what is on its way be sent', async () => {
    const channel = await stage.start();
    await stage.stop(channel);
    await channel.send(outgoing(dmAt(stage, stage.ann), 'goodbye'));
    assert.equal(stage.discord.messages(stage.discord.dm(stage.ann))[0]?.text, 'goodbye');
  });
});

describe('connections that do not last', () => {
  it('are followed by longer waits, told of once; it hears again as soon as one lasts', async () => {
    const { discord, ann } = stage;
    await stage.start();
    discord.endSessions(6);
    discord.forgetSessions();
    discord.dropSockets();
    await discord.waitFor(() => discord.gatewayLog('identify').length === 8, 'a session that lasts');
    discord.say({ user: ann, channel: discord.dm(ann), text: 'there again?' });
    await stage.stored(1);
    const told = stage.logged.filter(({ message }) => /do not last/.test(message));
    assert.equal(told.length, 1);
  });

  it('begin no session where Discord grants none, and a stop does not wait for new ones', async () => {
    await stage.close();
    await open({ settings: { sessionsLeft: 1 } });
    const { discord } = stage;
    const channel = await stage.start();
    discord.forgetSessions();
    discord.dropSockets();
    await discord.waitFor(() => discord.gatewayLog('invalid').length === 1, 'the lost session to be refused');
    await discord.waitFor(
      () => discord.calls('GET /gateway/bot').length > 1,
      'the question how many are left',
    );
    await stage.stop(channel);
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    assert.equal(discord.gatewayLog('identify').length, 1);
  });

  it('and a start without a session left says when there are new ones', async () => {
    stage.discord.settings.sessionsLeft = 0;
    await assert.rejects(stage.start(), says('CHANNEL_START', /no more sessions today.*in 24 h/));
  });
});

describe('a connection gone deaf', () => {
  for (const [name, strike] of [
    ['that answers a close', () => stage.discord.zombie()],
    ['that answers nothing at all', () => stage.discord.dropSockets({ silently: true })],
  ] as const) {
    it(`${name} is noticed, closed, and opened again; what was said meanwhile is taken in`, async () => {
      const { discord, ann } = stage;
      const channel = await stage.start();
      assert.equal(channel.liveness?.().state, 'on');
      strike();
      discord.say({ user: ann, channel: discord.dm(ann), text: 'can you hear me?' });
      await stage.stored(1);
      assert.equal(channel.liveness?.().state, 'on');
    });
  }

  it('is closed before another is opened', async () => {
    const { discord } = stage;
    await stage.start();
    discord.zombie();
    const connects = () => discord.gatewayLog().filter(({ kind }) => kind === 'connect').length;
    await discord.waitFor(() => connects() === 2, 'another connection');
    assert.equal(discord.sockets, 1);
    await discord.waitFor(() => connects() === 3 && discord.sockets === 1, 'one socket to be left');
  });

  it('says so for as long as Discord cannot be reached', async () => {
    const { discord } = stage;
    const channel = await stage.start();
    discord.refuseConnections(true);
    discord.zombie();
    await until(() => channel.liveness?.().state === 'deaf');
    assert.ok((channel.liveness?.().silentMs ?? 0) > 2500);
    discord.refuseConnections(false);
    await until(() => channel.liveness?.().state === 'on');
    await stage.stop(channel);
    assert.deepEqual(channel.liveness?.(), { state: 'off', silentMs: null });
  });

  it('is not suspected while Discord only has nothing to tell', async () => {
    const { discord } = stage;
    const channel = await stage.start();
    const beats = () => discord.gatewayLog().filter(({ kind }) => kind === 'heartbeat').length;
    await discord.waitFor(() => beats() > 2, 'heartbeats of our own');
    assert.equal(channel.liveness?.().state, 'on');
    assert.equal(discord.gatewayLog().filter(({ kind }) => kind === 'connect').length, 1);
  });
});

/** Nothing tells when a silence has lasted: it is looked at now and then. */
async function until(test: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(patienceMs);
  while (!test()) {
    assert.ok(!deadline.aborted, 'it never came to it');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Turns as two processes see them, in one. */
class SharedTurns {
  #held: { readonly owner: string; readonly lost: PromiseWithResolvers<void> } | null = null;

  get owner(): string | null {
    return this.#held?.owner ?? null;
  }

  /** The holder dies. */
  lose(): void {
    this.#held?.lost.resolve();
    this.#held = null;
  }

  for(owner: string): Turns {
    const close = async () => {
      if (this.#held?.owner === owner) this.lose();
    };
    return {
      close,
      tryTake: async () => {
        if (this.#held) return null;
        const lost = Promise.withResolvers<void>();
        this.#held = { owner, lost };
        return { lost: lost.promise, release: close };
      },
    };
  }
}

describe('one process at a time', () => {
  it('holds the gateway; the other sends all the same, and takes over', async () => {
    const { discord, ann, bob } = stage;
    const turns = new SharedTurns();
    const first = await stage.start(stage.intake(), turns.for('first'));
    const second = await stage.start(stage.intake(), turns.for('second'));
    assert.match(second.about?.() ?? '', /standing by while another process holds the gateway/);
    assert.equal(discord.sockets, 1);
    await second.send(outgoing(dmAt(stage, ann), 'from the one without the gateway'));
    assert.equal(discord.messages(discord.dm(ann)).length, 1);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'to the first' });
    await stage.stored(1);
    await stage.stop(first);
    discord.say({ user: bob, channel: discord.dm(bob), text: 'to nobody' });
    await discord.waitFor(() => turns.owner === 'second', 'the second to take over');
    discord.say({ user: ann, channel: discord.dm(ann), text: 'to the second' });
    await stage.stored(3);
  });

  it('disconnects at once when the turn is lost', async () => {
    const { discord } = stage;
    const turns = new SharedTurns();
    await stage.start(stage.intake(), turns.for('first'));
    const other = turns.for('other');
    turns.lose();
    const held = await other.tryTake();
    assert.ok(held);
    await discord.waitFor(() => discord.sockets === 0, 'the first to go');
    await held.release();
    await discord.connected();
  });

  it('connects again after being thrown out for good', async () => {
    const { discord, ann } = stage;
    await stage.start();
    discord.dropSockets({ code: 4004 });
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    discord.say({ user: ann, channel: discord.dm(ann), text: 'still there?' });
    await discord.connected();
    await stage.stored(1);
  });
});
