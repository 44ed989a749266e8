// Every command, button, press at home, reaction, tool and pass in every room mode and under a policy that denies: what
// only looks works everywhere, what is a person's own way out too, and what changes something is refused with a sentence
// while nothing is stored. The rows are held against the registries: whatever is added needs one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commands } from '../../src/conversation/commands/index.ts';
import { buttons } from '../../src/conversation/controls/clicks.ts';
import { presses } from '../../src/conversation/controls/home.ts';
import type { InboxKind } from '../../src/database/tables.ts';
import { commandNames } from '../../src/delivery/reactions.ts';
import { tools } from '../../src/tools/index.ts';
import { calls } from '../schedule/scene.ts';
import { GateScene, type Mode, modes, type Spot } from './gate-scene.ts';

/** `looks`: stores nothing. `changes`: held by the gate. `offers`: changes nothing itself, and is no use where nothing may be changed. `own`, `admin`: always. */
type Kind = 'looks' | 'changes' | 'offers' | 'own' | 'admin';

interface Row {
  readonly kind: Kind;
  /** In the person's DM instead of a channel. */
  readonly direct?: true;
  /** What has to be there first. */
  readonly before?: (spot: Spot) => Promise<unknown>;
  readonly act: (spot: Spot) => Promise<string>;
  /** Modes in which it is otherwise. */
  readonly but?: Partial<Record<Mode, Kind>>;
}

const say =
  (text: string, user?: string) =>
  (spot: Spot): Promise<string> =>
    spot.say(text, user);
/** Presses the last button that begins so. */
const press =
  (start: string, user?: string) =>
  async (spot: Spot): Promise<string> =>
    spot.click(await spot.button(start), user);
const hello = say('/help');
const remind = (spot: Spot) => spot.remind();
const note = (spot: Spot) => spot.note();
const chat = (spot: Spot) => spot.ask('hello', 'Hello.');
const task = (spot: Spot) => spot.say('/tasks add call the carrier');
const question = (spot: Spot) =>
  spot.ask('post it', calls('post_note', { board: 'team', text: 'hi', justification: 'asked' }), 'Asked.');
const twoReadings = (spot: Spot) => spot.say('/remind tomorrow at 9 or 10 tea');
const about = JSON.stringify({ text: 'the slides', own: true });
const stranger = async (spot: Spot) =>
  spot.scene.database.db
    .insertInto('admission')
    .values({ person_id: `slack:T1:X${spot.user}` as never, name: 'X', state: 'asked' })
    .execute();
const admit = (verb: string) => (spot: Spot) => spot.click(`${verb}:slack:T1:X${spot.user}`, 'Boss');
/** Another mode, and back by what takes the last change back. */
const modeAndBack = (back: (spot: Spot) => Promise<string>) => async (spot: Spot) => {
  const said = await spot.say('/room mode trusted', 'Boss');
  if (!said.includes('Its mode is trusted')) return said;
  return back(spot);
};

const commandRows: Readonly<Record<string, readonly Row[]>> = {
  remind: [
    { kind: 'changes', act: say('/remind tomorrow 9 stretch') },
    { kind: 'changes', act: say('/remind everyone tomorrow 9 stretch') },
    { kind: 'changes', act: say('remind tomorrow 9 stretch') },
    { kind: 'changes', direct: true, act: say('remind tomorrow 9 stretch') },
  ],
  reminders: [
    { kind: 'looks', before: remind, act: say('/reminders') },
    { kind: 'looks', act: say('/reminders history') },
    { kind: 'own', before: remind, act: say('/reminders cancel that') },
    ...['pause', 'done'].map(
      (verb): Row => ({ kind: 'changes', before: remind, act: say(`/reminders ${verb} that`) }),
    ),
    { kind: 'changes', before: remind, act: say('/reminders move that friday 10:00') },
    {
      kind: 'changes',
      before: remind,
      act: async (spot) => spot.say(`/reminders late r${await spot.last('schedule')} skip`),
    },
  ],
  agenda: [
    { kind: 'looks', act: say('/agenda') },
    { kind: 'changes', act: say('/agenda 8:00') },
    { kind: 'changes', before: say('/agenda 8:00'), act: say('/agenda 9:00') },
    { kind: 'own', before: say('/agenda 8:00'), act: say('/agenda off') },
  ],
  task: [{ kind: 'changes', act: say('/task every monday 8:00 sum up the week') }],
  tasks: [
    { kind: 'looks', act: say('/tasks') },
    { kind: 'changes', act: say('/tasks add call the carrier') },
    { kind: 'changes', before: task, act: say('/tasks done 1') },
    { kind: 'changes', before: task, act: say('/tasks clear') },
  ],
  persona: [
    { kind: 'looks', act: say('/persona') },
    { kind: 'changes', act: say('/persona consultant') },
    { kind: 'changes', act: say('switch to the consultant') },
  ],
  home: [{ kind: 'looks', direct: true, act: say('/home') }],
  memory: [
    { kind: 'looks', before: note, act: say('/memory') },
    {
      kind: 'own',
      before: note,
      act: async (spot) => spot.say(`/memory forget n${await spot.last('note')}`),
    },
    {
      kind: 'changes',
      before: note,
      act: async (spot) => spot.say(`/memory forget n${await spot.last('note')}`, 'Ben'),
    },
  ],
  timezone: [
    { kind: 'looks', act: say('/timezone') },
    { kind: 'own', act: say('/timezone Asia/Tokyo') },
  ],
  approvals: [
    { kind: 'looks', before: question, act: say('/approvals') },
    {
      kind: 'looks',
      before: question,
      act: async (spot) => spot.say(`/approvals ${await spot.last('approval')}`),
    },
    {
      kind: 'own',
      before: async (spot) => {
        await question(spot);
        spot.scene.script('Posted.');
        await spot.say(`/approve ${await spot.last('approval')} conversation`);
      },
      act: async (spot) => {
        const p = await spot.scene.database.db
          .selectFrom('permission')
          .select('id')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        return spot.say(`/approvals revoke p${p.id}`);
      },
    },
  ],
  approve: [
    {
      kind: 'changes',
      before: question,
      act: async (spot) => {
        spot.scene.script('Posted.');
        return spot.say(`/approve ${await spot.last('approval')}`);
      },
    },
  ],
  deny: [
    { kind: 'own', before: question, act: async (spot) => spot.say(`/deny ${await spot.last('approval')}`) },
  ],
  stop: [
    { kind: 'looks', act: say('/stop') },
    { kind: 'looks', act: say('stop') },
  ],
  undo: [
    { kind: 'changes', before: remind, act: say('/undo') },
    { kind: 'changes', before: note, act: say('/undo') },
    { kind: 'admin', act: modeAndBack(say('/undo', 'Boss')), but: { trusted: 'looks' } },
  ],
  rewind: [{ kind: 'own', before: chat, act: say('/rewind') }],
  reset: [{ kind: 'own', before: chat, act: say('/reset') }],
  room: [
    { kind: 'looks', act: say('/room') },
    { kind: 'changes', act: say('/room brief We plan the move.', 'Boss') },
    { kind: 'changes', before: say('/room brief We plan.', 'Boss'), act: say('/room clear', 'Boss') },
    { kind: 'changes', act: say('/room attend all', 'Boss') },
    { kind: 'changes', act: say('/room react on', 'Boss') },
    ...(['look-only', 'normal', 'trusted'] as const).map(
      (mode): Row => ({
        kind: 'admin',
        act: say(`/room mode ${mode}`, 'Boss'),
        // It is so already.
        but: { [mode]: 'looks', ...(mode === 'normal' ? { denied: 'looks' as const } : {}) },
      }),
    ),
    { kind: 'own', direct: true, act: say('/room mode normal'), but: { normal: 'looks', denied: 'looks' } },
  ],
  now: [
    { kind: 'looks', act: say('/now') },
    { kind: 'changes', act: say('/now We compare the offers.') },
    { kind: 'changes', before: say('/now We compare.'), act: say('/now done') },
  ],
  context: [{ kind: 'looks', before: chat, act: say('/context') }],
  why: [
    { kind: 'looks', before: chat, act: say('/why') },
    { kind: 'looks', act: say('/why silent') },
  ],
  skills: [{ kind: 'looks', act: say('/skills') }],
  export: [{ kind: 'looks', act: say('/export') }],
  forget: [{ kind: 'looks', act: say('/forget me') }],
  usage: [{ kind: 'looks', act: say('/usage') }],
  people: [
    { kind: 'looks', act: say('/people', 'Boss') },
    { kind: 'admin', before: stranger, act: (spot) => spot.say(`/people allow X${spot.user}9`, 'Boss') },
  ],
  help: [{ kind: 'looks', act: say('/help') }],
  'remind-about': [
    { kind: 'looks', act: (spot) => spot.command('remind-about', about) },
    {
      kind: 'changes',
      act: (spot) => spot.command('remind-about', JSON.stringify({ text: 'slides', when: 'tomorrow 9' })),
    },
  ],
  'delete-reply': [
    {
      kind: 'own',
      before: chat,
      act: async (spot) => spot.react('delete', `out-${await spot.last('outbox')}`),
    },
  ],
};

const buttonRows: Readonly<Record<string, readonly Row[]>> = {
  undo: [
    { kind: 'changes', before: remind, act: press('undo:') },
    { kind: 'admin', act: modeAndBack(press('undo:', 'Boss')), but: { trusted: 'looks' } },
  ],
  approve: [
    {
      kind: 'changes',
      before: question,
      act: async (spot) => {
        spot.scene.script('Posted.');
        return spot.click(`approve:${await spot.last('approval')}:once`);
      },
    },
    {
      kind: 'own',
      before: question,
      act: async (spot) => spot.click(`approve:${await spot.last('approval')}:deny`),
    },
  ],
  'forget-me': [
    {
      kind: 'own',
      before: async (spot) => {
        await note(spot);
        await spot.say('/forget me');
      },
      act: press('forget-me:slack'),
    },
    { kind: 'looks', before: say('/forget me'), act: press('forget-me:keep') },
  ],
  stop: [{ kind: 'looks', act: (spot) => spot.click('stop:1') }],
  change: [
    {
      kind: 'offers',
      before: remind,
      act: async (spot) => spot.click(`change:r${await spot.last('schedule')}`),
    },
  ],
  zone: [{ kind: 'own', act: (spot) => spot.click('zone:Asia/Tokyo') }],
  retry: [
    {
      kind: 'own',
      before: async (spot) => {
        await chat(spot);
        await spot.scene.database.db
          .updateTable('turn')
          .set({ state: 'failed' })
          .where('id', '=', (await spot.last('turn')) as never)
          .execute();
      },
      act: async (spot) => {
        spot.scene.script('Hello again.');
        return spot.click(`retry:${await spot.last('turn')}`);
      },
    },
  ],
  about: [{ kind: 'changes', before: (spot) => spot.command('remind-about', about), act: press('about:') }],
  reading: [{ kind: 'changes', before: twoReadings, act: press('reading:') }],
  home: [
    {
      kind: 'changes',
      direct: true,
      before: remind,
      act: async (spot) => spot.click(`home:done:${await spot.last('schedule')}`),
    },
  ],
  done: [
    {
      kind: 'changes',
      before: remind,
      act: async (spot) => spot.click(`done:${await spot.last('schedule')}`),
    },
  ],
  snooze: [
    {
      kind: 'changes',
      before: remind,
      act: async (spot) => spot.click(`snooze:${await spot.last('schedule')}:in 1 hour`),
    },
  ],
  'let-in': [{ kind: 'admin', before: stranger, act: admit('let-in') }],
  'keep-out': [{ kind: 'admin', before: stranger, act: admit('keep-out') }],
};

const scheduleAt = (what: string) => async (spot: Spot) =>
  spot.click(`home:${what}:${await spot.last('schedule')}`);
const pressRows: Readonly<Record<string, readonly Row[]>> = {
  persona: [{ kind: 'changes', direct: true, act: (spot) => spot.click('home:persona:consultant') }],
  snooze: [{ kind: 'changes', direct: true, before: remind, act: scheduleAt('snooze') }],
  done: [{ kind: 'changes', direct: true, before: remind, act: scheduleAt('done') }],
  cancel: [{ kind: 'own', direct: true, before: remind, act: scheduleAt('cancel') }],
  forget: [
    {
      kind: 'own',
      direct: true,
      before: note,
      act: async (spot) => spot.click(`home:forget:n${await spot.last('note')}`),
    },
  ],
};

/** The model's calls, and what the result says where they are refused. */
const toolRows: Readonly<
  Record<
    string,
    { readonly changes: boolean; readonly args: object; readonly before?: (spot: Spot) => Promise<unknown> }
  >
> = {
  set_reminder: { changes: true, args: { text: 'tea', when: 'tomorrow at 9' } },
  list_reminders: { changes: false, args: {} },
  change_reminder: { changes: true, args: { reminder: 'that', action: 'cancel' }, before: remind },
  remember: { changes: true, args: { text: 'likes tea' } },
  recall: { changes: false, args: { query: 'tea' } },
  switch_persona: { changes: true, args: { persona: 'consultant' } },
  use_skill: { changes: false, args: { skill: 'about-peacrab' } },
  update_tasks: { changes: true, args: { add: 'call the carrier' } },
};

const refusal = /look-only, so nothing was changed|Not allowed here: we are closed\. Nothing was changed/;

describe('the gate', () => {
  let scene: GateScene;
  before(async () => {
    scene = await GateScene.start();
    const first = scene.place(false);
    for (const user of ['Ben', 'Boss']) await first.say('/help', user);
  });
  after(() => scene.bot.stop());

  it('has a row for each command, button, press at home, reaction and built-in tool', () => {
    const names = (rows: object) => Object.keys(rows).sort();
    assert.deepEqual(names(commandRows), commands.map(({ name }) => name).sort());
    assert.deepEqual(names(buttonRows), names(buttons));
    assert.deepEqual(names(pressRows), names(presses));
    assert.deepEqual(
      Object.values(commandNames).filter((name) => !(name in commandRows)),
      [],
    );
    assert.deepEqual(names(toolRows), tools.map(({ name }) => name).sort());
  });

  for (const [group, rows] of [
    ['command', commandRows],
    ['button', buttonRows],
    ['press at home', pressRows],
  ] as const)
    for (const [name, each] of Object.entries(rows))
      it(`${group} ${name}`, async () => {
        for (const [index, row] of each.entries()) await tried(row, `${name}, row ${index + 1}`);
      });

  /** In each mode; a place serves as long as nothing has been changed in it. */
  async function tried(row: Row, which: string): Promise<void> {
    let spot: Spot | null = null;
    for (const mode of modes) {
      if (!spot) {
        spot = scene.place(row.direct === true);
        await (row.before ?? hello)(spot);
      }
      await spot.enter(mode);
      const stored = await scene.stored();
      const said = await row.act(spot);
      const isChanged = (await scene.stored()) !== stored;
      if (isChanged) spot = null;
      const kind = row.but?.[mode] ?? row.kind;
      const isHeld = mode === 'look-only' || mode === 'denied';
      const isRefused = isHeld && (kind === 'changes' || kind === 'offers');
      if (isRefused) assert.match(said, refusal, `${which}, ${mode}`);
      else assert.doesNotMatch(said, refusal, `${which}, ${mode}`);
      const changes = !isRefused && kind !== 'looks' && kind !== 'offers';
      assert.equal(isChanged, changes, `${which}, ${mode}: ${said}`);
    }
  }

  for (const [name, row] of Object.entries(toolRows))
    it(`the model's call of ${name}`, async () => {
      for (const mode of modes) {
        if (name === 'use_skill') continue;
        const spot = scene.place(false);
        await (row.before ?? hello)(spot);
        await spot.enter(mode);
        const effects = await spot.last('effect');
        await spot.ask('do it', calls(name, row.args), 'So it is.');
        const result =
          scene.bot.model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content ?? '';
        const isRefused = mode === 'denied' || (mode === 'look-only' && row.changes);
        assert.equal(
          /is not allowed: .* Nothing was done/.test(result),
          isRefused,
          `${name}, ${mode}: ${result}`,
        );
        assert.equal((await spot.last('effect')) > effects, row.changes && !isRefused, `${name}, ${mode}`);
      }
    });
});

/** What comes into a conversation without a message of a person: each kind has its place in the gate. */
export const kinds: Readonly<Record<InboxKind, string>> = {
  message: 'a turn: each call is asked of the gate; or a command in plain words',
  command: 'the rows above',
  click: 'the rows above',
  edit: 'takes back what its own message had set: its author’s way out',
  delete: 'ends a turn: its author’s way out',
  fired: 'what was set before is delivered',
  task: 'a turn: each call is asked of the gate as the room is now',
  decision: 'a turn: the approved call is asked of the gate again',
  erase: 'the person’s own way out',
  notice: 'a line for the history',
  zone: 'the person’s own clock',
};
