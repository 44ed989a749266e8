// "room brief ..." and "now ...": what this room is for, and what is on in it right now. Both stand in the head block of
// every conversation of the room, so they are short. The brief is for an admin, or for oneself in one's own DM.
import { estimate } from '../../../context/budget/estimate.ts';
import { AGENDA_TOKENS, BRIEF_TOKENS } from '../../../context/head.ts';
import { oneLine } from '../../../context/text.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';
import { type Answer, change } from '../deed.ts';
import { attentionLine, setAttend, setReact } from './attention.ts';
import { modeLine, setMode } from './mode.ts';

export const roomCommand: Command = {
  name: 'room',
  usage: 'room [brief TEXT]',
  help: 'what this room is for, and what may be done in it',
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
    const { room } = context;
    if (verb === '') return { text: shownRoom(context) };
    if (verb === 'mode') return setMode(context, words);
    if (verb === 'attend') return setAttend(context, words);
    if (verb === 'react') return setReact(context, words);
    if (verb !== 'brief' && verb !== 'clear')
      return {
        text: 'Say "room" to see what this room is for, "room brief" with a text to set it, or "room clear".',
      };
    if (room.kind !== 'dm' && !context.admin)
      return {
        text: 'Only an admin can say what this room is for. Anyone can say what is on now: "now" with a text.',
      };
    const text = verb === 'clear' ? null : words;
    if (text === '')
      return { text: 'Say what this room is for, like "room brief We plan the move to Lisbon."' };
    return changing(context, 'brief', text);
  },
};

export const nowCommand: Command = {
  name: 'now',
  usage: 'now [TEXT | done]',
  help: 'what is on now: an exercise, an agenda',
  async run(context, args) {
    const words = args.trim();
    const { agenda } = context.room;
    if (words === '')
      return {
        text:
          agenda === null
            ? 'Nothing is on now. Say "now" with a text, such as "now We compare the three offers, one after the other."'
            : `On now: ${agenda}\n"now done" ends it.`,
      };
    return changing(context, 'agenda', /^(?:done|over|end|off|clear)[.!]?$/i.test(words) ? null : words);
  },
};

interface Kind {
  readonly tokens: number;
  /** The words when it is set, after a person's name when it is noted, and when it ends. */
  readonly set: string;
  readonly noted: string;
  readonly ended: string;
  readonly none: string;
}

const kinds: Readonly<Record<'brief' | 'agenda', Kind>> = {
  brief: {
    tokens: BRIEF_TOKENS,
    set: 'What this room is for is set, and I go by it from the next message on',
    noted: 'set what this room is for',
    ended: 'cleared what this room is for',
    none: 'There is nothing to clear: nobody has said what this room is for.',
  },
  agenda: {
    tokens: AGENDA_TOKENS,
    set: 'This is on now, and I go by it from the next message on, until "now done"',
    noted: 'set what is on now',
    ended: 'ended what was on',
    none: 'Nothing is on now.',
  },
};

/** On one line. */
export const flatText = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Sets the text or takes it away, with a line for the history and an Undo. */
function changing(context: CommandContext, field: 'brief' | 'agenda', text: string | null): Answer {
  const { room } = context;
  const kind = kinds[field];
  const before = room[field];
  if (text === null && before === null) return { text: kind.none };
  const flat = text === null ? null : flatText(text);
  const tokens = flat === null ? 0 : Math.ceil(estimate(flat));
  if (tokens > kind.tokens)
    return {
      text: `That is too long by about ${tokens - kind.tokens} tokens: ${kind.tokens} fit, it has ${tokens}. It stands in everything I read here, so leave out about ${Math.ceil((100 * (tokens - kind.tokens)) / tokens)}% of it.`,
    };
  const name = field === 'brief' ? roomCommand.name : nowCommand.name;
  return change(name, { text: flat }, (wish) => set(context, field, wish.text));
}

async function set(
  { tx, room, person }: CommandContext,
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
  const done = flat === null ? `${person.name} ${kind.ended}` : `${person.name} ${kind.noted}: ${flat}`;
  const answer =
    flat === null
      ? `Done: from the next message on I no longer go by this: ${before}`
      : `${kind.set}: ${flat}`;
  return {
    text: answer,
    entries: [{ type: 'notice', payload: { text: oneLine(done) }, tainted: false, person: person.id }],
    effect: {
      name: field === 'brief' ? roomCommand.name : nowCommand.name,
      result: {
        ok: true,
        text: answer,
        effect: {
          receipt: done,
          inverse: { do: 'set-room', room: room.id, field, from: flat, to: before },
        },
      },
    },
  };
}

function shownRoom({ room, admin }: CommandContext): string {
  const { brief, topic, agenda } = room;
  const may = room.kind === 'dm' || admin;
  return [
    brief === null ? 'Nobody has said yet what this room is for.' : `This room: ${brief}`,
    ...(topic ? [`Its topic: ${topic}`] : []),
    ...(agenda === null ? [] : [`On now: ${agenda}`]),
    may
      ? '"room brief" with a text sets what it is for, "room clear" takes that away.'
      : 'An admin can set what it is for.',
    modeLine(room.mode),
    attentionLine(room),
  ].join('\n');
}

/** The first word in lower case, and the rest. */
function split(args: string): readonly [string, string] {
  const match = /^\s*(\S*)\s*([\s\S]*)$/u.exec(args);
  return [match?.[1]?.toLowerCase() ?? '', match?.[2]?.trim() ?? ''];
}
