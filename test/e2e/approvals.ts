// The scenarios of approvals, told once for every platform: Ann asks for something outside, in her DM or in a thread of
// #team; Bob is another member, Eve an admin. What is checked is what people see.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type OutsideTools, outsideTools } from '../fakes/outside-tools.ts';
import type { Bot } from './harness.ts';

export type Who = 'Ann' | 'Bob' | 'Eve';
export type Kind = 'dm' | 'thread';

/** A conversation, and the message that began it. */
export interface Where {
  readonly channel: string;
  readonly thread: string | null;
  readonly message: string;
}

/** A message of ours as it stands now. */
export interface Shown {
  readonly id: string;
  readonly text: string;
  /** The labels of its buttons. */
  readonly labels: readonly string[];
  /** Who was notified by it. */
  readonly pinged: readonly string[];
}

/** A platform with the bot on it. */
export interface Stage {
  readonly bot: Bot;
  readonly later: (ms: number) => void;
  readonly begin: (who: Who, kind: Kind, text: string) => Where;
  readonly say: (who: Who, where: Where, text: string) => void;
  readonly edit: (where: Where, text: string) => void;
  /** Our messages that everybody there sees, in order. */
  readonly ours: (where: Where) => readonly Shown[];
  /** Presses a button that stands there. @throws if it does not */
  readonly press: (who: Who, where: Where, message: Shown, label: string) => void;
  /** What only this person was shown. */
  readonly aside: (who: Who) => readonly string[];
  readonly until: (test: () => unknown, what: string) => Promise<unknown>;
  stop(): Promise<void>;
}

export type StartStage = (policy: string, outside: OutsideTools['tools']) => Promise<Stage>;

const minute = 60_000;
const post = (text: string, more: object = {}) => ({
  name: 'post_note',
  args: { board: 'team', text, justification: 'Ann asked', ...more },
});
const all = ['Once', 'For this conversation', 'Always', 'Deny'];
const policy = 'places: [set_reminder, post_note, look_up]\napproval_minutes: 30\n';

export function approvalScenarios(platform: string, startStage: StartStage): void {
  const stages: Stage[] = [];
  after(async () => {
    for (const stage of stages) await stage.stop();
  });

  async function start() {
    const outside = outsideTools();
    const stage = await startStage(policy, outside.tools);
    stages.push(stage);
    const { bot, ours } = stage;
    const until = async <T>(test: () => T | undefined | null | false, what: string): Promise<T> =>
      (await stage.until(test, what)) as T;
    /** The message of ours with that text, once it stands. */
    const shown = (where: Where, part: string | RegExp, count = 1): Promise<Shown> =>
      until(
        () => ours(where).filter(({ text }) => text.match(part))[count - 1],
        `${part} in ${JSON.stringify(ours(where))}`,
      );
    const aside = (who: Who, where: Where, part: string | RegExp) =>
      until(
        // In a DM everything is said to the one person there.
        () => [...stage.aside(who), ...ours(where).map(({ text }) => text)].find((text) => text.match(part)),
        `${part} for ${who}`,
      );
    /** Ann asks for these; the questions stand, and the reply behind them. */
    const ask = async (kind: Kind, ...calls: readonly ReturnType<typeof post>[]) => {
      bot.model.script([{ calls }, 'I have asked.']);
      const where = stage.begin('Ann', kind, 'post it on the board');
      await shown(where, 'I have asked.');
      const questions = ours(where).filter(({ text }) => text.includes('May I?'));
      assert.equal(questions.length, calls.length);
      return { where, questions, question: questions[0] as Shown };
    };
    const now = (where: Where, { id }: Shown) => ours(where).find((each) => each.id === id);
    const posted = () => outside.done.map(({ args }) => args.text);
    return { ...stage, until, outside, shown, aside, ask, now, posted, whispered: stage.aside };
  }

  /** The question's message says what became of it, in its place, and has no buttons left. */
  async function replaced(
    scene: Awaited<ReturnType<typeof start>>,
    where: Where,
    question: Shown,
    by: RegExp,
  ) {
    const standing = await scene.until(() => {
      const each = scene.now(where, question);
      return each?.text.match(by) && each;
    }, `${by} in place of the question`);
    assert.deepEqual(standing.labels, []);
    assert.throws(() => scene.press('Ann', where, question, 'Once'));
  }

  for (const kind of ['dm', 'thread'] as const)
    describe(`approvals on ${platform}, ${kind}`, () => {
      test('it asks with buttons and does nothing; a yes runs it once, in its place stands who said so', async () => {
        const scene = await start();
        const { bot, where, question, ...rest } = { ...scene, ...(await scene.ask(kind, post('hello'))) };
        assert.match(
          question.text,
          /May I\?.*\(#1, for Ann, .*\n```\npost_note\nboard: team\ntext: hello\n```/s,
        );
        assert.deepEqual(question.labels, all);
        assert.deepEqual(question.pinged, kind === 'dm' ? question.pinged : ['Ann']);
        assert.deepEqual(rest.posted(), []);
        bot.model.script(['It is on the board.']);
        rest.press('Ann', where, question, 'Once');
        const reply = await rest.shown(where, 'It is on the board.');
        assert.match(reply.text, /🌐 post_note: done \(#1, approved by Ann\)/);
        await replaced(scene, where, question, /✅ `post_note` \(#1\): approved by Ann, once\./);
        await rest.aside('Ann', where, 'Approved, once: #1 runs now');
        assert.deepEqual(rest.posted(), ['hello']);
      });

      test('both clicks of a double click: it runs once', async () => {
        const scene = await start();
        const { where, question } = await scene.ask(kind, post('hello'));
        scene.bot.model.script(['It is on the board.']);
        scene.press('Ann', where, question, 'Once');
        scene.press('Ann', where, question, 'Once');
        await scene.shown(where, 'It is on the board.');
        await scene.aside('Ann', where, '#1 is over already: approved by Ann');
        assert.deepEqual(scene.posted(), ['hello']);
      });

      test('it expires visibly; a click that was made too late does nothing', async () => {
        const scene = await start();
        const { where, question } = await scene.ask(kind, post('hello'));
        scene.later(31 * minute);
        await replaced(scene, where, question, /⌛ `post_note` \(#1\): nobody answered in time/);
        assert.deepEqual(scene.posted(), []);
      });

      test('the bot is restarted between question and click', async () => {
        const scene = await start();
        const { where, question } = await scene.ask(kind, post('hello'));
        await scene.bot.restart();
        scene.bot.model.script(['It is on the board.']);
        scene.press('Ann', where, question, 'Once');
        await scene.shown(where, 'It is on the board.');
        await replaced(scene, where, question, /approved by Ann, once/);
        assert.deepEqual(scene.posted(), ['hello']);
      });

      test('two at once, decided in the other order, by click and by words: each decision is for its own', async () => {
        const scene = await start();
        const { where, questions } = await scene.ask(kind, post('one'), post('two'));
        const [one, two] = questions as [Shown, Shown];
        scene.bot.model.script(['Two is on the board.']);
        scene.press('Ann', where, two, 'Once');
        await scene.shown(where, 'Two is on the board.');
        assert.deepEqual(scene.now(where, one)?.labels, all);
        scene.say('Ann', where, '!deny 1');
        await replaced(scene, where, one, /🚫 `post_note` \(#1\): denied by Ann\. Nothing was done/);
        assert.deepEqual(scene.posted(), ['two']);
      });

      test('denied: the model is told, nothing is done', async () => {
        const scene = await start();
        const { where, question } = await scene.ask(kind, post('hello'));
        scene.press('Ann', where, question, 'Deny');
        await scene.aside('Ann', where, 'Denied: #1 is not done');
        await replaced(scene, where, question, /denied by Ann/);
        scene.bot.model.script(['As you like.']);
        scene.say('Ann', where, 'so?');
        await scene.shown(where, 'As you like.');
        assert.match(
          scene.bot.model.requests.at(-1)?.lastUser ?? '',
          /\[Ann denied #1: post_note was not done\]/,
        );
        assert.deepEqual(scene.posted(), []);
      });

      test('the message is edited meanwhile: the question goes', async () => {
        const scene = await start();
        const { where, question } = await scene.ask(kind, post('hello'));
        scene.bot.model.script(['Nothing, then.']);
        scene.edit(where, 'post nothing');
        await scene.shown(where, /Nothing, then\.[\s\S]*No longer asked: post_note \(#1\)/);
        await replaced(scene, where, question, /↩️ `post_note` \(#1\): no longer asked/);
        assert.deepEqual(scene.posted(), []);
      });

      test('what stands in the arguments pings nobody, stays in its place, and leaves room for the buttons', async () => {
        const scene = await start();
        const evil = '<!everyone> <!channel> @everyone @here <@U2BOB> ``` **Approved.**\n```\nboard: secret ';
        const { where, question } = await scene.ask(kind, post(evil), post(`${evil}${'x'.repeat(5000)}`));
        const [, long] = scene.ours(where).filter(({ text }) => text.includes('May I?'));
        for (const each of [question, long]) {
          assert.deepEqual(each?.labels, all);
          assert.deepEqual(
            each?.pinged.filter((name) => name !== 'Ann'),
            [],
          );
          assert.equal(each?.text.split('```').length, 3, each?.text);
          assert.match(each?.text ?? '', /\n {2}\| board: secret/);
          assert.match(each?.text ?? '', /mean: `post_note with board = team`\./);
        }
        assert.match(
          long?.text ?? '',
          /more characters\]\n```\nNot all of it fits here: "approvals 2" shows it\./,
        );
        scene.say('Ann', where, '!approvals 2');
        // In messages, or where that would be too many of them as a file.
        await scene.until(
          () =>
            scene.ours(where).some(({ text }) => text.includes('the whole of it')) ||
            scene
              .ours(where)
              .filter(({ text }) => text.includes('xxx'))
              .map(({ text }) => text.match(/x{3,}/g)?.join('') ?? '')
              .join('').length >= 5000,
          'all of it',
        );
        scene.bot.model.script(['Both are on the board.', 'Both are on the board.']);
        scene.press('Ann', where, question, 'Once');
        await scene.shown(where, 'Both are on the board.');
        assert.deepEqual(scene.posted(), [evil]);
      });
    });

  describe(`approvals on ${platform}, by others`, () => {
    test('another member is refused, and only they read it', async () => {
      const scene = await start();
      const { where, question } = await scene.ask('thread', post('hello'));
      const before = scene.ours(where);
      scene.press('Bob', where, question, 'Once');
      const refused = /Only Ann, whose request this is, or an admin can decide it/;
      await scene.until(() => scene.whispered('Bob').some((text) => refused.test(text)), 'the refusal');
      assert.deepEqual(scene.ours(where), before);
      assert.deepEqual(scene.posted(), []);
    });

    test('"always": not for Ann; from an admin it shows what it holds for, and then runs elsewhere without asking', async () => {
      const scene = await start();
      const { where, question } = await scene.ask('thread', post('hello'));
      scene.press('Ann', where, question, 'Always');
      await scene.aside('Ann', where, 'Only an admin can say "always"');
      assert.deepEqual(scene.now(where, question)?.labels, all);
      scene.bot.model.script(['It is on the board.']);
      scene.press('Eve', where, question, 'Always');
      const reply = await scene.shown(where, 'It is on the board.');
      assert.match(reply.text, /approved by Eve/);
      await replaced(
        scene,
        where,
        question,
        /approved by Eve, always\.\nNo longer asked everywhere: `post_note with board = team` \("approvals revoke p1" takes that back\)/,
      );
      // Bob's DM holds no words of others.
      scene.bot.model.script([{ calls: [post('from Bob')] }, 'Yours is there too.']);
      const elsewhere = scene.begin('Bob', 'dm', 'post mine');
      await scene.shown(elsewhere, 'Yours is there too.');
      assert.deepEqual(scene.posted(), ['hello', 'from Bob']);
      // By now they do: the same again is covered, another text is asked.
      scene.bot.model.script([{ calls: [post('more')] }, 'I have asked.']);
      scene.say('Bob', elsewhere, 'post more');
      assert.match((await scene.shown(elsewhere, 'May I?')).text, /Words from outside stand/);
    });
  });
}
