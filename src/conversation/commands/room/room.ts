// "room brief ..." and "now ...": what this room is for, and what is on in it right now. Both are in the head block of
// every conversation of the room, so they are short. The brief is for an admin, or for oneself in one's own DM.
import { estimate } from '../../../context/budget/estimate.ts';
import { AGENDA_TOKENS, BRIEF_TOKENS } from '../../../context/head.ts';
import { oneLine } from '../../../context/text.ts';
import { english, type Line } from '../../../language/say.ts';
import { receiptIn } from '../../../tools/tool-context.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { change } from '../deed.ts';
import { attentionLine, setAttend, setReact } from './attention.ts';
import { modeLine, setMode } from './mode.ts';

export const roomCommand: Command = {
  name: 'room',
  usage: 'room [brief TEXT]',
  help: (say) => say('help.room'),
  forms: [
    'room',
    'room brief TEXT',
    'room clear',
    'room mode look-only|normal|trusted',
    'room attend all|mentions',
    'room react on|off',
  ],
  async run(context, args) {
    const [verb = '', words] = split(args);
    const { room, say } = context;
    if (verb === '') return { text: shownRoom(context) };
    if (verb === 'mode') return setMode(context, words);
    if (verb === 'attend') return setAttend(context, words);
    if (verb === 'react') return setReact(context, words);
    if (verb !== 'brief' && verb !== 'clear') return { text: say('room.usage') };
    if (room.kind !== 'dm' && !context.admin) return { text: say('room.admin-only') };
    const text = verb === 'clear' ? null : words;
    if (text === '') return { text: say('room.say-what') };
    return changing(context, 'brief', text);
  },
};

export const nowCommand: Command = {
  name: 'now',
  usage: 'now [TEXT | done]',
  help: (say) => say('help.now'),
  async run(context, args) {
    const words = args.trim();
    const { say, room } = context;
    const { agenda } = room;
    if (words === '')
      return {
        text:
          agenda === null
            ? say('room.no-agenda')
            : `${say('room.agenda', { agenda })}\n${say('room.agenda-ends')}`,
      };
    return changing(context, 'agenda', /^(?:done|over|end|off|clear)[.!]?$/i.test(words) ? null : words);
  },
};

/** The most tokens, and the messages when it is set, when that is noted, and when it ends. */
const kinds = {
  brief: {
    tokens: BRIEF_TOKENS,
    set: 'room.brief-set',
    noted: 'room.set-by',
    ended: 'room.cleared-by',
    none: 'room.nothing-to-clear',
  },
  agenda: {
    tokens: AGENDA_TOKENS,
    set: 'room.agenda-set',
    noted: 'room.agenda-set-by',
    ended: 'room.agenda-ended-by',
    none: 'room.nothing-on',
  },
} as const;

/** On one line. */
export const flatText = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Sets the text or takes it away, with a line for the history and an Undo. */
function changing(context: CommandContext, field: 'brief' | 'agenda', text: string | null): Answer {
  const { room, say } = context;
  const kind = kinds[field];
  const before = room[field];
  if (text === null && before === null) return { text: say(kind.none) };
  const flat = text === null ? null : flatText(text);
  const tokens = flat === null ? 0 : Math.ceil(estimate(flat));
  if (tokens > kind.tokens)
    return {
      text: say('room.too-long', {
        over: tokens - kind.tokens,
        most: kind.tokens,
        has: tokens,
        percent: Math.ceil((100 * (tokens - kind.tokens)) / tokens),
      }),
    };
  const name = field === 'brief' ? roomCommand.name : nowCommand.name;
  return change(name, { text: flat }, (wish) => set(context, field, wish.text));
}

async function set(
  { tx, room, person, say }: CommandContext,
  field: 'brief' | 'agenda',
  flat: string | null,
): Promise<CommandReply> {
  const kind = kinds[field];
  const before = room[field];
  await tx
    .updateTable('room')
    .set({ [field]: flat })
    .where('id', '=', room.id)
    .execute();
  const { name } = person;
  const done: Line = (to) =>
    flat === null ? to(kind.ended, { name }) : to(kind.noted, { name, text: flat });
  const answer: Line = (to) =>
    flat === null ? to('room.cleared', { text: before ?? '' }) : to(kind.set, { text: flat });
  return {
    text: answer(say),
    entries: [
      { type: 'notice', payload: { text: oneLine(done(english)) }, tainted: false, person: person.id },
    ],
    effect: {
      name: field === 'brief' ? roomCommand.name : nowCommand.name,
      result: {
        ok: true,
        text: answer(english),
        effect: {
          ...receiptIn(done, say),
          inverse: { do: 'set-room', room: room.id, field, from: flat, to: before },
        },
      },
    },
  };
}

function shownRoom({ room, admin, say }: CommandContext): string {
  const { brief, topic, agenda } = room;
  const may = room.kind === 'dm' || admin;
  return [
    brief === null ? say('room.no-brief') : say('room.brief', { brief }),
    ...(topic ? [say('room.topic', { topic })] : []),
    ...(agenda === null ? [] : [say('room.agenda', { agenda })]),
    say(may ? 'room.how-to-set' : 'room.admin-sets'),
    modeLine(room.mode, say),
    attentionLine(room, say),
  ].join('\n');
}

/** The first word in lower case, and the rest. */
function split(args: string): readonly [string, string] {
  const match = /^\s*(\S*)\s*([\s\S]*)$/u.exec(args);
  return [match?.[1]?.toLowerCase() ?? '', match?.[2]?.trim() ?? ''];
}
