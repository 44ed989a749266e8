// "persona cfo": switch in mid-conversation; the history stays and holds a marker.
import type { PersonId } from '../../database/ids.ts';
import { personaOf, switchTo } from '../../personas/current.ts';
import type { Persona } from '../../personas/personas.ts';
import { switchedTo, switchPersonaTool } from '../../tools/switch-persona.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

export const personaCommand: Command = {
  name: 'persona',
  usage: 'persona cfo',
  help: 'show the personas, or switch to one',
  async run(context, args) {
    if (args.trim()) return switchPersona(context, args);
    const current = await currentPersona(context);
    const lines = context.personas
      .list()
      .map(
        (persona) =>
          `- ${persona.slug === current ? '**' : ''}${persona.title}${persona.slug === current ? '** (now)' : ''}: ${persona.description}`,
      );
    return {
      text: [
        ...lines,
        ...context.personas.faults().map((fault) => `⚠️ ${fault}`),
        'Say "/persona cfo" to switch.',
      ].join('\n'),
    };
  },
};

/** Switches and answers with one sentence. */
async function switchPersona(context: CommandContext, words: string): Promise<CommandReply> {
  const persona = context.personas.find(words);
  if (!persona)
    return {
      text: `There is no persona "${words.trim()}". There are: ${context.personas
        .list()
        .map((each) => each.title)
        .join(', ')}.`,
    };
  const before = await switchTo(context.tx, context.conversation, persona.slug);
  const text = switchedTo(persona);
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
