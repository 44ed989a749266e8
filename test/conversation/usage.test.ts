// "/usage": one's own turns, tokens and cost, and nobody else's; an admin sees the whole bot.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scenarioEngines } from '../fakes/databases.ts';
import { scenesOn } from '../schedule/scene.ts';

const env = {
  ADMINS: 'slack:Ann',
  PRICE_INPUT: '1',
  PRICE_OUTPUT: '2',
  LIMIT_TURNS_PER_PERSON: '9',
  LIMIT_TOKENS_PER_DAY: '900000',
};

for (const engine of scenarioEngines())
  describe(`usage (${engine})`, () => {
    const start = scenesOn(engine);

    it('shows today and thirty days, one’s own only, log-keeping apart, and the limits', async () => {
      const scene = await start(env);
      const { db } = scene.bot.database;
      scene.now = new Date();
      scene.bot.model.rules(() => 'ok');
      for (const text of ['one', 'two']) await scene.ask('Ann', text);
      await scene.ask('Ben', 'three', { channel: 'C1' });
      const mine = await db.selectFrom('request').selectAll().orderBy('id').execute();
      const [first, , bens] = mine;
      assert.ok(first && bens);
      const { id: _, ...row } = first;
      const old = new Date(Date.now() - 10 * 86_400_000);
      const counts = { input_tokens: 1000, cached_tokens: 600, output_tokens: 50, cost: 0.5 };
      await db
        .insertInto('request')
        .values([
          { ...row, ...counts, created_at: old },
          { ...row, ...counts, purpose: 'journal' },
          { ...row, ...counts, created_at: new Date(Date.now() - 40 * 86_400_000) },
        ])
        .execute();
      const sum = (mine[0]?.input_tokens ?? 0) + (mine[1]?.input_tokens ?? 0);
      const shown = (tokens: number) => tokens.toLocaleString('en-US');
      const [you, today, log, month, , limits] = (await scene.ask('Ann', '/usage')).split('\n');
      assert.equal(you, '**You**');
      assert.match(
        today ?? '',
        new RegExp(`^- Today .*: 2 turns, ${shown(sum)} tokens in \\(.*\\), \\d+ out, cost 0`),
      );
      assert.match(log ?? '', /beside that.*: 1,000 tokens in \(600 of them cached\), 50 out, cost 0\.5$/);
      assert.match(month ?? '', new RegExp(`^- The last 30 days: 2 turns, ${shown(sum + 1000)} tokens in`));
      assert.match(
        limits ?? '',
        /2 of your 9 turns of an hour; 900,000 tokens of the whole bot today, until .*00:00|01:00|02:00/,
      );
      const other = await scene.ask('Ben', '/usage');
      assert.match(other, new RegExp(`: 1 turn, ${shown(bens.input_tokens ?? 0)} tokens in`));
      assert.doesNotMatch(other, /beside that/);
      assert.match(await scene.ask('Ben', '/usage all'), /^Only an admin/);
      assert.match(
        await scene.ask('Ann', '/usage all'),
        new RegExp(
          `^\\*\\*The whole bot\\*\\*\n- Today .*: 3 turns, ${shown(sum + (bens.input_tokens ?? 0))} tokens`,
        ),
      );
      assert.equal(scene.bot.model.requests.length, 3);
    });
  });
