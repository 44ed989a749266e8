// What a command or a click would change. A command that only looks answers at once; one that changes something returns a
// deed, which is done here and nowhere else: once the gate lets it.
import { personaOf } from '../../personas/current.ts';
import { authorizeChange } from '../../tools/authorize.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import type { Answer, CommandContext, CommandReply, Deed } from './command.ts';

type Args = Readonly<Record<string, unknown>>;

export const own = (run: () => Promise<CommandReply>): Deed => ({ kind: 'own', run });
export const byAdmin = (run: () => Promise<CommandReply>): Deed => ({ kind: 'admin', run });

/**
 * A change that the gate decides on.
 *
 * @param name the tool that would do it, else the command
 * @param args as the tool takes them: rules are held against these, and may change them
 */
export function change<A extends object>(
  name: string,
  args: A,
  run: (args: A) => Promise<CommandReply>,
): Deed {
  return { kind: 'change', change: { name, args: args as Args }, run: (permitted) => run(permitted as A) };
}

/** The answer with what follows it, whether the deed was done or refused, or there was none. */
export async function afterwards(
  answer: Answer,
  then: (reply: CommandReply) => Promise<CommandReply>,
): Promise<Answer> {
  if (!isDeed(answer)) return then(answer);
  if (answer.kind !== 'change') return { ...answer, run: async () => then(await answer.run()) };
  return { ...answer, run: async (args) => then(await answer.run(args)), refused: then };
}

const isDeed = (answer: Answer): answer is Deed => 'kind' in answer;

/**
 * Does what was asked for, if the gate lets it.
 *
 * @throws Error if a command has changed something without asking: a fault of ours
 */
export async function carryOut(context: CommandContext, answer: Answer): Promise<CommandReply> {
  if (!isDeed(answer)) {
    if (answer.effect) throw new Error(`${answer.effect.name} was done without asking the gate`);
    return answer;
  }
  if (answer.kind !== 'change') return answer.run();
  const verdict = authorizeChange(context.rules, answer.change, await settingOf(context));
  if (!verdict.may) {
    const refused = { text: verdict.line(context.say), refused: verdict.why };
    return answer.refused ? answer.refused(refused) : refused;
  }
  const reply = await answer.run(verdict.args);
  if (verdict.changes.length === 0) return reply;
  const { say } = context;
  const changes = verdict.changes.map((change) => change(say)).join('; ');
  return { ...reply, text: `${reply.text}\n${say('command.by-rule', { changes })}` };
}

/** Who asks, and where, as rules see it. */
async function settingOf({ tx, person, room, admin, ...context }: CommandContext): Promise<Setting> {
  const conversation = await tx
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', context.conversation)
    .executeTakeFirstOrThrow();
  const slug = personaOf({ conversation, room, person, otherwise: context.defaultPersona });
  return {
    person: person.id,
    isAdmin: admin,
    room: { id: room.id, kind: room.kind, mode: room.mode },
    persona: context.personas.find(slug)?.slug ?? context.defaultPersona,
  };
}
