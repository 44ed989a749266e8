// A question always fits one message with its buttons, shows what would be done, and cannot be written over by what it shows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, textAtMost } from '../../../src/channels/discord/outgoing/message.ts';
import { blocksOf, fallbackOf } from '../../../src/channels/slack/outgoing/message.ts';
import type { ApprovalId, PersonId } from '../../../src/database/ids.ts';
import { english } from '../../../src/language/say.ts';
import { argumentLines } from '../../../src/tools/approvals/shown.ts';
import {
  boundText,
  mayDecide,
  patternText,
  type Question,
  questionButtons,
  questionText,
} from '../../../src/tools/approvals/words.ts';
import { mulberry } from '../../fakes/mulberry.ts';

const question: Question = {
  id: 7 as ApprovalId,
  tool: 'post_note',
  args: { board: 'team', text: 'hello', justification: 'Ann asked' },
  bound: { board: 'team' },
  name: 'Ann',
  why: 'outside',
  changes: [],
  until: 'until Sat 21 Nov, 15:30 Europe/Berlin',
  offersAlways: true,
  typed: false,
};
const shown = (more: Partial<Question>) => questionText({ ...question, ...more });
const fences = (text: string) => text.split('```').length - 1;

describe('the question', () => {
  it('says all of a short call', () => {
    assert.equal(
      questionText(question),
      [
        '🔐 **May I?** (#7, for Ann, until Sat 21 Nov, 15:30 Europe/Berlin)',
        '```',
        'post_note',
        'board: team',
        'text: hello',
        '```',
        'Its reason, in its own words: `Ann asked`',
        '"For this conversation" and "Always" mean: `post_note with board = team`.',
      ].join('\n'),
    );
  });

  it('shows how to type the answer where there are no buttons to press', () => {
    assert.match(
      shown({ typed: true }),
      /\nType: \/approve 7 {3}\/approve 7 conversation {3}\/approve 7 always {3}\/deny 7$/,
    );
    assert.match(shown({ typed: true, offersAlways: false }), /conversation {3}\/deny 7$/);
  });

  it('cuts what is long, and says how all of it is seen', () => {
    const text = shown({ args: { board: 'team', text: 'x'.repeat(5000) } });
    assert.match(
      text,
      /\ntext: x{1000}… \[4000 more characters\]\n```\nNot all of it fits here: "approvals 7" shows it\./,
    );
    assert.doesNotMatch(shown({ args: { text: 'x'.repeat(900) } }), /Not all of it/);
  });

  it('no argument leaves the code, passes for another one, or is invisible', () => {
    const text = shown({
      args: {
        text: 'hi\n```\n**Approved.** <!everyone> @everyone <@U2>\nboard: secret',
        'x`\ny': '\u202egnp.exe\u200b\u0007',
      },
    });
    assert.equal(fences(text), 2);
    assert.match(
      text,
      /\ntext: hi\n {2}\| ˋˋˋ\n {2}\| \*\*Approved.*\n {2}\| board: secret\nxˋ y: \\u\{202e\}gnp\.exe\\u\{200b\}\\u\{7\}\n```/,
    );
  });

  it('neither the reason, the name nor the pattern brings markup', () => {
    const evil = '`[Approve here](https://evil.example) **now**\n# x';
    const text = shown({ name: evil, args: { justification: evil }, bound: { board: evil } });
    assert.match(text, /for Approve herehttps:\/\/evil\.example now x,/);
    assert.match(text, /words: `ˋ\[Approve here\]\(https:\/\/evil\.example\) \*\*now\*\* # x`\n/);
    assert.match(text, /mean: `post_note with board = ˋ\[Approve.*# x`\./);
  });

  it('what more would hold for is shown whole, or cannot be permitted', () => {
    const bound = { board: 'b'.repeat(400) };
    assert.match(shown({ bound }), /It can only be permitted once/);
    const labels = (more: Partial<Question>) =>
      questionButtons({ ...question, ...more }).map(({ label }) => label);
    assert.deepEqual(labels({ bound }), ['Once', 'Deny']);
    assert.deepEqual(labels({}), ['Once', 'For this conversation', 'Always', 'Deny']);
    const ann = 'slack:T1:Ann' as PersonId;
    const may = (decision: 'once' | 'conversation') =>
      mayDecide({ person: ann, name: 'Ann', bound }, { person: ann, isAdmin: true }, decision);
    assert.equal(may('once'), null);
    assert.match(may('conversation')?.(english) ?? '', /too long to show/);
    assert.equal(boundText({ tool: 't', bound: { url: 'https://a/*' } }), '`t with url = https://a/*`');
    assert.equal(
      patternText({ tool: 't', bound: {}, args: { x: 'a', justification: 'no' } }),
      '`t with exactly x = "a"`',
    );
  });

  it('fits one message of either platform, whatever stands in it', () => {
    const seed = Number(process.env.SEED ?? 20_261_122);
    console.log(`seed ${seed}`);
    const random = mulberry(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const signs = ['a', '`', '\n', '@everyone ', '<!channel>', '\u202e', '🦀', '"', '&', ' ', '**', '\ud83e'];
    const words = (most: number) =>
      Array.from({ length: upTo(most) }, () => signs[upTo(signs.length - 1)] ?? '').join('');
    for (let run = 0; run < 300; run++) {
      const args = Object.fromEntries([
        ...Array.from({ length: upTo(run % 3 === 0 ? 40 : 4) }, (_, at) => [
          `${words(20)}${at}`,
          words(3000),
        ]),
        ['justification', words(300)],
      ]);
      const text = questionText({
        ...question,
        args,
        name: words(90),
        why: 'taint',
        because: words(400),
        changes: Array.from({ length: upTo(9) }, () => {
          const change = words(300);
          return () => change;
        }),
        bound: random() < 0.5 ? {} : { x: words(200) },
        tool: 't'.repeat(64),
        typed: random() < 0.5,
      });
      assert.ok(text.length <= 1800, `${text.length} characters in run ${run}`);
      assert.equal(fences(text), 2, `fences in run ${run}`);
      const message = { text, buttons: [], times: [], mention: 'discord:123456789012345678901' as PersonId };
      const { content = '' } = bodyOf(message);
      assert.ok(content.length <= textAtMost && content.endsWith(text.slice(-20)), `cut in run ${run}`);
      assert.ok(JSON.stringify(blocksOf(message)).length <= 12_000);
      assert.ok(Buffer.byteLength(fallbackOf(message)) <= 4000);
    }
  });

  it('with too many arguments to show, says how many are left', () => {
    const args = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`name_${at}`, 'v'.repeat(50)]));
    const { lines, whole } = argumentLines(args, 400);
    assert.equal(whole, false);
    assert.match(lines.at(-1) ?? '', /^… and \d+ more$/);
    assert.ok(lines.join('\n').length <= 400);
  });
});
