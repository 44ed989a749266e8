// Markdown of the kind that models write, to the exact payloads of both platforms; and what must hold of every message,
// held against the samples and against thousands of mutations of them. GOLDEN=write writes the payloads anew.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PersonId } from '../../../src/database/ids.ts';
import { wrongWith } from './checks.ts';
import { readableAll, readGolden, writeGolden } from './golden.ts';
import { mutated } from './mutated.ts';
import { type Beside, discordPayload, messagesOf, slackPayload } from './payloads.ts';
import { samples } from './samples.ts';

const seed = Number(process.env.SEED ?? 1);
const mutations = process.env.LONG ? 100_000 : 3000;
const payloads = {
  slack: (text: string) => messagesOf('slack', text).map(slackPayload),
  discord: (text: string) => messagesOf('discord', text).map(discordPayload),
};
const mentions = { slack: 'slack:T0PEA:U0AAA111', discord: 'discord:111111111111111111' };

/** Everything that a reply can have beside its words, at its longest. */
const laden = (platform: 'slack' | 'discord'): Beside => ({
  mention: mentions[platform] as PersonId,
  buttons: Array.from({ length: 5 }, (_, index) => ({
    label: `@everyone <!here> ${index} ${'x'.repeat(90)}`,
    action: `undo:${index}`,
  })),
  times: [1, 2, 3, 4].map((day) => new Date(`2026-11-2${day}T08:00:00Z`)),
  persona: { title: 'T'.repeat(40), icon: '👩‍👩‍👧‍👦', iconName: 'family' },
});

for (const platform of ['slack', 'discord'] as const) {
  describe(`on ${platform}`, () => {
    const made = Object.fromEntries(
      samples.map(({ name, text }) => [name, readableAll(payloads[platform](text))]),
    );
    if (process.env.GOLDEN === 'write') writeGolden(platform, made);
    const golden = readGolden(platform);

    test('there are 80 samples and more, and a payload for each', () => {
      assert.ok(samples.length >= 80);
      assert.deepEqual(
        Object.keys(golden),
        samples.map(({ name }) => name),
      );
    });
    for (const { name, text } of samples) {
      test(name, () => {
        assert.deepEqual(JSON.parse(JSON.stringify(made[name])), golden[name]);
        assert.deepEqual(wrongWith(platform, text), []);
        assert.deepEqual(wrongWith(platform, text, laden(platform)), [], 'with all that a reply can have');
      });
    }

    test(`${mutations} mutations: within the limits, fences closed, nobody pinged, no word lost, twice is once`, () => {
      for (let at = seed; at < seed + mutations; at++) {
        const beside = at % 5 === 0 ? laden(platform) : {};
        assert.deepEqual(wrongWith(platform, mutated(at), beside), [], `SEED=${at}`);
      }
    });
  });
}
