// "persona cfo": switch in mid-conversation; the history stays and holds a marker.
import type { PersonId } from '../../database/ids.ts';
import { personaOf, switchTo } from '../../personas/current.ts';
import type { Persona } from '../../personas/personas.ts';
import { switchedTo, switchPersonaTool } from '../../tools/switch-persona.ts';
import type { Answer, Command, CommandContext, CommandReply } from './command.ts';
import { change } from './deed.ts';

export const personaCommand: Command = {
  name: 'persona',
  usage: 'persona cfo',
  help: (say) => say('help.persona'),
  async run(context, args) {
    if (args.trim()) return switchPersona(context, args);
    const current = await currentPersona(context);
    const lines = context.personas
      .list()
      .map(
        (persona) =>
          `- ${persona.slug === current ? '**' : ''}${persona.title}${persona.slug === current ? `** ${context.say('persona.current')}` : ''}: ${persona.description}`,
      );
    return {
      text: [
        ...lines,
        ...context.personas.faults().map((fault) => `⚠️ ${fault}`),
        context.say('persona.usage'),
      ].join('\n'),
    };
  },
};

/** Switches and answers with one sentence. */
function switchPersona(context: CommandContext, words: string): Answer {
  const persona = context.personas.find(words);
  if (!persona) return unknown(context, words);
  return change(switchPersonaTool.name, { persona: persona.slug }, async (permitted) => {
    const allowed = context.personas.find(permitted.persona);
    return allowed ? switchedReply(context, allowed) : unknown(context, permitted.persona);
  });
}

const unknown = (context: CommandContext, words: string): CommandReply => ({
  text: context.say('persona.unknown', {
    name: words.trim(),
    titles: context.personas
      .list()
      .map((each) => each.title)
      .join(', '),
  }),
});

async function switchedReply(context: CommandContext, persona: Persona): Promise<CommandReply> {
  const before = await switchTo(context.tx, context.conversation, persona.slug);
  const text = `${switchedTo(persona, context.say)}${sharedLine(context)}`;
  return {
    text,
    entries: [marker(persona, context.person.id)],
    effect: {
      name: switchPersonaTool.name,
      result: {
        ok: true,
        text,
        effect: { receipt: `🎭 ${persona.title}`, inverse: { do: 'switch-persona', persona: before } },
      },
    },
  };
}

/** Where the person alone reads the answer, but others share the conversation. */
function sharedLine({ room, conversation, say, ...context }: CommandContext): string {
  if (!context.private || room.kind === 'dm') return '';
  const isChannel = (conversation as string) === room.id;
  return `\n${say(isChannel ? 'persona.for-channel' : 'persona.for-thread')}`;
}

/** What the history holds of a switch. */
export const marker = (persona: Persona, person: PersonId) =>
  ({
    type: 'persona',
    payload: { persona: persona.slug, title: persona.title },
    tainted: false,
    person,
  }) as const;

async function currentPersona(context: CommandContext): Promise<string> {
  const conversation = await context.tx
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', context.conversation)
    .executeTakeFirstOrThrow();
  return personaOf({ ...context, conversation, otherwise: context.defaultPersona });
}
