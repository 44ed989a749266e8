// Every reader of the table in src/text/reading-limits.ts as a function of a text, with what it looks for.

import { parseArguments } from '../../src/agent/calls/arguments.ts';
import { withoutLeaks } from '../../src/agent/calls/leaks.ts';
import { readReply } from '../../src/agent/calls/reply.ts';
import { announcesChange, announcesWithoutCall, claimsDone, honestText } from '../../src/agent/stops.ts';
import { readableText } from '../../src/channels/discord/incoming/incoming-text.ts';
import { splitForDiscord } from '../../src/channels/discord/outgoing/message.ts';
import { splitMarkdown } from '../../src/channels/markdown/split.ts';
import { readable } from '../../src/channels/slack/incoming/incoming-text.ts';
import { fallbackOf, splitForSlack } from '../../src/channels/slack/outgoing/message.ts';
import { complete } from '../../src/channels/terminal/completer.ts';
import { readLine } from '../../src/channels/terminal/incoming.ts';
import { renderMarkdown } from '../../src/channels/terminal/markdown.ts';
import { painted } from '../../src/channels/terminal/paint.ts';
import { onOneLine, PasteFilter, withLineBreaks } from '../../src/channels/terminal/paste.ts';
import { printable } from '../../src/channels/terminal/printable.ts';
import { wrapped } from '../../src/channels/terminal/wrap.ts';
import { findClaims, readRequest } from '../../src/claims/index.ts';
import { estimate } from '../../src/context/budget/estimate.ts';
import { readLog } from '../../src/context/compact/log-form.ts';
import { mustKeep } from '../../src/context/compact/salient.ts';
import { gistOf } from '../../src/context/elide/digest.ts';
import { harmless, offloadOutside } from '../../src/context/render/outside.ts';
import { ownWords, quotedWords, withQuotesLabelled } from '../../src/context/render/provenance.ts';
import { cutMiddle, neutral, oneLine, speakerName } from '../../src/context/text.ts';
import { commands, plainCommand, typedCommand } from '../../src/conversation/commands/index.ts';
import { flatText } from '../../src/conversation/commands/room/room.ts';
import { parseZone } from '../../src/conversation/controls/zone.ts';
import { isMadeOf } from '../../src/conversation/turn/facts/provenance.ts';
import { kindOfFile, textOfBytes } from '../../src/delivery/files.ts';
import { missingText, oneLine as noteText, readLines } from '../../src/memory/lines.ts';
import { pastDay } from '../../src/memory/past-day.ts';
import { searchNotes, suggestNotes } from '../../src/memory/search.ts';
import { findPersona } from '../../src/personas/find.ts';
import { parsePersona } from '../../src/personas/parse.ts';
import { resolveWhen } from '../../src/schedule/parse/resolve.ts';
import { splitWhen } from '../../src/schedule/parse/split.ts';
import { parseHandle } from '../../src/schedule/store.ts';
import { findSkill } from '../../src/skills/find.ts';
import { parseSkill } from '../../src/skills/parse.ts';
import { closeFences } from '../../src/text/fence.ts';
import type { readingLimits } from '../../src/text/reading-limits.ts';
import { argumentLines, codeSpan, plainName } from '../../src/tools/approvals/shown.ts';
import { decoded } from '../../src/tools/fetch-page/body.ts';
import { handlesIn } from '../../src/tools/handles.ts';
import { described, tame } from '../../src/tools/mcp/text.ts';
import { matches } from '../../src/tools/policy/glob.ts';
import { TOOLS } from '../agent/formats.ts';
import type { uncapped } from './uncapped.ts';

const now = new Date('2026-11-22T09:00:00Z');
const when = { now, zone: 'Europe/Berlin', locale: 'en' };
const canvas = { columns: 80, colours: true, paint: painted };
const names = { of: () => 'Ann' };
const note = (text: string) =>
  ({ id: 1, handle: 'n1', text, date: '2026-11-20', authorName: 'Ann' }) as never;
const userEntry = (text: string) =>
  ({
    id: 1,
    type: 'user',
    person: 'p',
    tainted: false,
    at: now,
    payload: { messages: [{ text, name: 'Ann', person: 'p', messageId: '1', attachments: [] }] },
  }) as never;
const asst = (text: string) =>
  ({ id: 2, type: 'assistant', person: 'p', tainted: false, at: now, payload: { text, calls: [] } }) as never;

export interface ReaderCase {
  readonly read: (text: string) => unknown;
  /** What its patterns begin with. */
  readonly triggers?: readonly string[];
}

export const cases: Readonly<Record<keyof typeof readingLimits | keyof typeof uncapped, ReaderCase>> = {
  slackText: {
    read: (t) => readable(t, 'UBOT', names),
    triggers: ['<@UBOT>', '<@U1>', '<http://a|b>', '<!date^1^{date}|', '&amp;'],
  },
  discordText: {
    read: (t) => readableText(t, { self: '42', user: () => 'Ann', role: () => 'r', channel: () => 'c' }),
    triggers: ['<@42>', '<@!1', '<:a:', '</a', '<t:1'],
  },
  typedCommand: { read: typedCommand, triggers: ['/remind', '!persona '] },
  plainCommand: {
    read: plainCommand,
    triggers: ['switch to the ', 'please switch', 'change your persona to a', 'stop', 'remind ', 'remind me'],
  },
  zoneName: { read: parseZone, triggers: ['europe/'] },
  handle: { read: parseHandle, triggers: ['r1', '#'] },
  timePhrase: {
    read: (t) => resolveWhen(t, when),
    triggers: ['tomorrow at 9', 'every ', 'in 5 minutes', '2026-11-22T09:00', '<t:1', 'P1D', '* '],
  },
  timeAndTask: {
    read: (t) => splitWhen(t, when),
    triggers: ['remind me to ', 'tomorrow at 9', 'please ', 'every day ', 'at ', ', and '],
  },
  pastDay: {
    read: (t) => pastDay(t, now, 'Europe/Berlin', 'en'),
    triggers: ['last ', 'yesterday', 'the day before', 'on the 1st', '1.1.', 'last 2 weeks'],
  },
  handlesInQuery: { read: handlesIn, triggers: ['t1.', 'part 1 of ', 'm1', 'f1.1', 'page ', 'file '] },
  searchWords: {
    read: (t) => [
      searchNotes([note('tea with Ann')], t),
      searchNotes([note(t)], 'tea'),
      suggestNotes([note('tea')], t),
    ],
  },
  claims: {
    read: (t) => findClaims(t, { user: 'remind me tomorrow at 9', ...when }),
    triggers: ["I'll remind you ", 'tomorrow at 9', 'Done! ', 'Dear Ann,', 'Jon: a\n', 'reminder set '],
  },
  request: { read: (t) => readRequest(t, 'en'), triggers: ['remind me ', 'tomorrow at 9 ', 'translate: '] },
  reply: {
    read: (t) => [
      readReply({ text: t, calls: [] }, TOOLS, { asked: t, outside: [t] }),
      readReply({ text: `${t}\n{"name": "recall", "arguments": {"query": "a"}}`, calls: [] }, TOOLS),
      withoutLeaks(t),
    ],
    triggers: [
      '```python\n',
      '```tool recall\n{',
      '~~~\n',
      '`recall(',
      '> {"name": "recall"}\n',
      '"call:recall{',
      '“',
      '[recall]\n{',
      '[Calling tool: recall(',
      'TOOL_NAME: recall\nBEGIN_ARG: query\n',
      '<|open|>call tool="recall"<|sep|>',
      '<|open|>argument key="a"<|sep|>',
      '<function=recall{',
      'recall:0<|tool_call_argument_begin|>',
      '<tool_call>recall>',
      '<tool_call>recall query="a" ',
      '{tool => "recall", args => {--a "b" ',
      '<tool_call>name: recall\narguments:\n  a: b\n',
      'for example, ',
      'you can send ',
      'not run ',
      'the page says ',
      '<!-- ',
      '| a |',
      '<now>',
      '<from name="',
      '[Task r1 of ',
      '## People and aims\n',
      '<think>',
      '</think>',
      '<tool_call>',
      '</tool_call>',
      '<|tool_call>',
      '<|"|>',
      '<escape>',
      '<|channel|>',
      '<|message|>',
      '[TOOL_CALLS]',
      '[ARGS]',
      '<function=recall>',
      '<parameter=query>',
      '</parameter>',
      'call:recall{',
      'to=functions.recall',
      'Action: recall\nAction Input: ',
      '<arg_key>',
      '<arg_key>a</arg_key>',
      '"name":',
      '{"name":',
      '{"name": "recall", "arguments": {',
      'recall(',
      'recall\n{',
      'Thought: ',
      'Final Answer:',
      'analysis',
      'assistantfinal',
      '<tool_response>',
      '<recall>',
      '<|im_end|>',
      '```json\n{',
      '"arguments": {',
      'Observation:',
      '{"a',
      "{'a",
      '[{',
      '<thought>',
      '<reasoning>',
      '<invoke name="recall">',
      '<|',
      '<function',
      '<tool_call',
      '<｜tool',
      '```tool_code\nprint(',
      '{"a": "b\\',
    ],
  },
  callName: {
    read: (t) =>
      readReply(
        { text: '', calls: [{ position: 0, id: 'a', name: t, arguments: '{}', pieces: ['{}'] }] },
        TOOLS,
      ),
    triggers: ['functions.', 'recall'],
  },
  callArguments: {
    read: (t) =>
      readReply(
        { text: '', calls: [{ position: 0, id: 'a', name: 'recall', arguments: t, pieces: [t] }] },
        TOOLS,
      ),
    triggers: ['{"query":', '{"query": "a"}', "{'query': '", '{"a', '{"a":"b" "', '```json\n', '<|'],
  },
  announcement: {
    read: (t) => [announcesWithoutCall(t), announcesChange(t), claimsDone(t), honestText('rounds', t)],
    triggers: ["I'll just ", 'setting ', 'let me know'],
  },
  slackMarkdown: {
    read: splitForSlack,
    triggers: ['<@U1', '@here', '**so **', '$$', '\\[', '| a |\n|---|\n', '    code\n', '<br>', '- [ ] '],
  },
  discordMarkdown: {
    read: splitForDiscord,
    triggers: [
      '__a',
      '___a',
      '||',
      '![a](b)',
      '[![a](b)](c)',
      '[a](http://b "c")',
      '<br>',
      '#### a ',
      '> > ',
      '$$',
      '\\[',
    ],
  },
  splitting: { read: (t) => splitMarkdown(t, 2000), triggers: ['```js\n', '**a', '[a](b)'] },
  log: {
    read: (t) => readLog(t, { log: 800, remember: 5, covers: 1000 }),
    triggers: ['## Facts\n- a\n', '<think>', '</think>', '```', '## Remember\n', '**Facts:** '],
  },
  tags: {
    read: (t) => [neutral(t), oneLine(t), cutMiddle(t, 500, String), speakerName(t)],
    triggers: ['<now', '<from', '<|im', '[INST'],
  },
  outsideText: {
    read: (t) => offloadOutside(t, 't1.1', 2000),
    triggers: ['[From outside: ', '[a ', '[Content of '],
  },
  quotes: { read: (t) => [ownWords(t), quotedWords(t), withQuotesLabelled(t)], triggers: ['>>>', '> a\n'] },
  fences: { read: closeFences },
  gist: { read: gistOf, triggers: ['INV-1 ', 'Ann Ann ', '+49 1', 'v1.1.1', '1 Jan 2026 '] },
  keptWords: {
    read: (t) => mustKeep([userEntry(t), asst('a')]),
    triggers: ['please never ', 'I need ', 'Ann Berg ', 'INV-1 ', '+49 1', 'does it? '],
  },
  ownWords: { read: (t) => isMadeOf(t, t) },
  noteLines: {
    read: (t) => [readLines(t), noteText(t), missingText(t, '# a', [])],
    triggers: ['- retracted n1', '<!-- n1 -->', '<!-- '],
  },
  personaNames: {
    read: (t) => findPersona([{ slug: 'cfo', title: 'CFO', aliases: [] }] as never, t),
    triggers: ['switch to '],
  },
  skillNames: { read: (t) => findSkill(['about-peacrab'], t) },
  personaFile: {
    read: (t) => parsePersona('cfo', `---\ntitle: ${t}\n---\n${t}`),
    triggers: ['a: ', '- a', '&a ', '*a '],
  },
  frontMatter: {
    read: (t) => parsePersona('cfo', `---\n${t}\n---\na`),
    triggers: ['a: ', '- a', '&a ', '*a ', '[a, ', '{a: ', 'a: |\n'],
  },
  fileText: { read: (t) => harmless(textOfBytes(Buffer.from(t)) ?? ''), triggers: ['[a', '\u0007'] },
  roomText: {
    read: (t) => [typedCommand(`/now ${t}`), flatText(t), estimate(t)],
    triggers: ['done', 'brief '],
  },
  typedLine: { read: (t) => readLine(t, [], typedCommand), triggers: ['/1', '/remind '] },
  completion: {
    read: (t) => complete(t, commands, async () => []),
    triggers: ['/', '/reminders cancel ', 'switch to the ', 'r1', '/persona '],
  },
  paste: {
    read: (t) => {
      const filter = new PasteFilter(() => undefined);
      for (const piece of `\u001b[200~${t}\u001b[201~${t}`.match(/[\s\S]{1,1000}/g) ?? [])
        filter.write(piece);
      return withLineBreaks(onOneLine(t));
    },
    triggers: ['\u001b[200~', '\u001b[201~', '\u001b[20', '\r\n', '\u2028'],
  },
  printable: { read: printable, triggers: ['\u001b[31m', '\u001b]0;a\u0007', '\u001b]', '\u001b[1;'] },
  terminalMarkdown: {
    read: (t) => renderMarkdown(t, canvas),
    triggers: [
      '**a',
      '- a\n',
      '> a\n',
      '| a |\n|-|\n',
      '[a](b)',
      '***',
      '_a',
      '<a@b.c>',
      'a\n',
      '1. ',
      '&a;',
      '  - ',
    ],
  },
  wrapping: { read: (t) => wrapped(t, 80), triggers: ['\u001b[31ma\u001b[39m', 'a b\n', '明 '] },
  mcpText: { read: (t) => [described(t, 100), tame(t, 40)] },
  approvalText: { read: (t) => [argumentLines({ a: t }, 1000), codeSpan(t, 100), plainName(t)] },
  policyGlob: { read: (t) => [matches('a*b*c', t), matches(t, 'abc'), matches(t, t)] },
  fileName: { read: (t) => kindOfFile(t, t) },
  pageBytes: { read: (t) => decoded(Buffer.from(t), t), triggers: ['<meta ', 'charset='] },
};

/** Second forms of some: other languages, the text in another place. */
export const more: Readonly<Record<string, ReaderCase>> = {
  slackFallback: { read: (t) => fallbackOf({ text: t, mention: null }), triggers: ['<!date^1^a'] },
  isMadeOfOther: { read: (t) => isMadeOf(t.slice(0, t.length / 2), `${t.slice(t.length / 2)} zzz`) },
  readReplyReasoning: {
    read: (t) => readReply({ text: '', reasoning: t, calls: [] }, TOOLS),
    triggers: ['<tool_call>', '{"name":', '}'],
  },
  parsePieces: {
    read: (t) => parseArguments(t, t.match(/[\s\S]{1,50}/g) ?? []),
    triggers: ['{"query": "a"}'],
  },
  pastDayDe: {
    read: (t) => pastDay(t, now, 'Europe/Berlin', 'de'),
    triggers: ['gestern', 'letzte Woche', 'am 1. '],
  },
  pastDayZh: { read: (t) => pastDay(t, now, 'Europe/Berlin', 'zh'), triggers: ['昨天', '上周'] },
  claimsUser: {
    read: (t) => findClaims('Done, I will remind you tomorrow at 9.', { user: t, ...when }),
    triggers: ['remind me ', 'tomorrow at 9 ', 'translate: '],
  },
  splitWhenZh: { read: (t) => splitWhen(t, { ...when, locale: 'zh' }), triggers: ['提醒我', '明天', '每天'] },
  logWhole: {
    read: (t) =>
      readLog(
        `## People and aims\n- Ann wants tea and so on.\n## Decided\n- none\n## Facts\n${t}\n## Open\n- none\n## Done\n- none\n## Remember\n${t}`,
        { log: 800, remember: 5, covers: 100 },
      ),
    triggers: ['- a fact of it\n', '- a b c.\n'],
  },
  parseSkill: { read: (t) => parseSkill('a', `---\nname: a\ndescription: ${t}\n---\n${t}`) },
};
