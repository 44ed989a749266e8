// Golden payloads: what is posted, edited and published on Slack and on Discord in a scripted afternoon, as the platforms'
// servers receive it through the real clients. GOLDEN=write writes the files anew, for the commit to show.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { startScene as startDiscord } from '../e2e/discord-scene.ts';
import { calls, startScene as startSlack } from '../e2e/slack-scene.ts';
import type { Step } from '../fakes/model/scripted-model.ts';
import { outsideTools } from '../fakes/outside-tools.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** When a question expires: the minute depends on how fast the machine is. */
const UNTIL = /until Mon 2 Nov, \d\d:\d\d/g;
/** No other text below depends on a minute more or less. */
const at = '2026-11-02T09:20:30Z';
const policy =
  'places: [set_reminder, remember, switch_persona, update_tasks, post_note]\napproval_minutes: 30\n';
const markdown = `**Bold**, _italic_, ~~gone~~, \`code\` & <tags>

# A heading
1. one
2. two
   - nested

| Item | Price |
| --- | --- |
| tea | 3 € |

> quoted

[the docs](https://example.com/docs) and https://example.com/?a=1&b=2

\`\`\`ts
const x = 1 < 2;
\`\`\``;

interface Said {
  readonly text: string;
  /** The model's answers. */
  readonly model: readonly Step[];
  /** How many messages of ours are in the conversation when all is said. */
  readonly messages: number;
}

/** What Ann says in her DM, one after the other, and what the model makes of it. */
const afternoon: readonly Said[] = [
  { text: 'show me everything', model: [markdown], messages: 1 },
  {
    text: 'remind me tomorrow at 9 to call the dentist',
    model: [calls('set_reminder', { text: 'call the dentist', when: 'tomorrow at 9' }), 'It is set.'],
    messages: 2,
  },
  {
    text: 'remember that I like green tea',
    model: [calls('remember', { text: 'Ann likes green tea.' }), 'Noted.'],
    messages: 3,
  },
  {
    text: 'switch to the CFO',
    model: [],
    messages: 4,
  },
  {
    text: 'plan it',
    model: [calls('update_tasks', { add: 'collect; write; send' }), 'Here is the list.'],
    messages: 6,
  },
  {
    text: 'post it on the board',
    model: [
      calls('post_note', { board: 'team', text: 'hi', justification: 'Ann asked' }),
      'I have asked you.',
    ],
    messages: 8,
  },
  {
    text: 'tell me all',
    model: [Array.from({ length: 3 }, (_, n) => `Part ${n}: ${'word '.repeat(500)}`).join('\n\n')],
    messages: 9,
  },
  { text: '!reminders', model: [], messages: 10 },
  { text: '!help', model: [], messages: 11 },
];

/** Replaces what differs from run to run by its number in order of appearance. */
function numbered(text: string, patterns: Readonly<Record<string, RegExp>>): string {
  let out = text;
  for (const [name, pattern] of Object.entries(patterns)) {
    const seen = new Map<string, number>();
    out = out.replace(pattern, (found) => {
      if (!seen.has(found)) seen.set(found, seen.size + 1);
      return `{${name} ${seen.get(found)}}`;
    });
  }
  return out;
}

/** Without the translations of commands, which languages/ hold. */
const inEnglish = (key: string, value: unknown): unknown =>
  key.endsWith('_localizations') ? undefined : value;

function compare(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, 'payloads', `${name}.txt`);
  const text = `${lines.join('\n')}\n`;
  if (process.env.GOLDEN === 'write') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}

describe('golden payloads', () => {
  test('Slack', async () => {
    const { slack, bot, answer, stop } = await startSlack({ MAX_OUTPUT_TOKENS: '4000' }, at, {
      policy,
      outside: outsideTools().tools,
    });
    stops.push(stop);
    const dm = slack.dm('U1ANN');
    for (const { text, model, messages } of afternoon) {
      bot.model.script(model);
      slack.say({ user: 'U1ANN', channel: dm, text });
      await answer(dm, null, messages);
      await whenIdle(bot.database);
    }
    slack.openHome({ user: 'U1ANN' });
    await slack.waitFor(() => slack.home('U1ANN')?.blocks, 'her home');
    const shown = /^(?:chat\.(?:post|update|delete)|views\.|files\.)/;
    const lines = slack
      .calls()
      .filter(({ method }) => shown.test(method))
      .map(({ method, args }) => `${method} ${JSON.stringify(args)}`);
    compare(
      'slack',
      lines.map((line) =>
        numbered(line, {
          key: /inbox:\d+:/g,
          ts: /\b\d{10}\.\d{6}\b/g,
          clock: /\b\d\d:\d\d:\d\d\b/g,
          until: UNTIL,
          id: /[0-9a-f]{8}-[0-9a-f-]{27}/g,
        }),
      ),
    );
  });

  test('Discord', async () => {
    const { discord, bot, ann, answer, stop } = await startDiscord(
      { MAX_OUTPUT_TOKENS: '4000', DEFAULT_TIMEZONE: 'Europe/Berlin' },
      at,
      {
        policy,
        outside: outsideTools().tools,
      },
    );
    stops.push(stop);
    const dm = discord.dm(ann);
    for (const { text, model, messages } of afternoon) {
      bot.model.script(model);
      discord.say({ user: ann, channel: dm, text });
      await answer(dm, messages);
      await whenIdle(bot.database);
    }
    const lines = discord
      .calls((call) => call.method !== 'GET' && !/typing|\/callback$/.test(call.path))
      .map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body, inEnglish)}`);
    compare(
      'discord',
      lines.map((line) =>
        numbered(line, {
          id: /\b\d{15,20}\b/g,
          clock: /\b\d\d:\d\d:\d\d\b/g,
          until: UNTIL,
          nonce: /"nonce":"[^"]*"/g,
        }),
      ),
    );
  });
});
