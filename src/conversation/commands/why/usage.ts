// "usage": what one has used oneself, today and in thirty days, and the limits. No one sees another's numbers; an admin sees
// the sum of the whole bot with "usage all".
import { numberIn } from '../../../language/dates.ts';
import type { Say } from '../../../language/say.ts';
import { dayOf } from '../../../people/limits.ts';
import {
  type Tokens,
  tokenLimit,
  turnLimit,
  turnsThisHour,
  type Used,
  usedSince,
} from '../../../people/used.ts';
import { endOf } from '../../dispatch/limit-messages.ts';
import type { Command, CommandContext } from '../command.ts';

const dayMs = 86_400_000;

export const usageCommand: Command = {
  name: 'usage',
  usage: 'usage',
  help: (say) => say('help.usage'),
  forms: ['usage', 'usage all'],
  async run(context, args) {
    const whole = args.trim().toLowerCase() === 'all';
    if (whole && !context.admin) return { text: context.say('usage.admin-only') };
    const heading = `**${context.say(whole ? 'usage.bot' : 'usage.you')}**`;
    return { text: [heading, ...(await usageLines(context, whole))].join('\n') };
  },
};

/** What the person, or the whole bot, has used, a line each. */
export async function usageLines(context: CommandContext, whole: boolean): Promise<readonly string[]> {
  const { tx, now, allowance, say } = context;
  const person = whole ? null : context.person.id;
  const { start } = dayOf(now, allowance.zone);
  const today = await usedSince(tx, person, start);
  const month = await usedSince(tx, person, new Date(now.getTime() - 30 * dayMs));
  return [
    ...period(say('usage.today', { zone: allowance.zone }), today, say),
    ...period(say('usage.month'), month, say),
    await limitsLine(context, whole ? sumOfTokens(today.own) + sumOfTokens(today.log) : null),
  ];
}

function period(when: string, { turns, tasks, own, log }: Used, say: Say): readonly string[] {
  const about = { when, turns, tokens: tokensIn(say, own) };
  return [
    tasks > 0 ? say('usage.line-tasks', { ...about, tasks }) : say('usage.line', about),
    ...(sumOfTokens(log) > 0 ? [`  ${say('usage.log', { tokens: tokensIn(say, log) })}`] : []),
  ];
}

/** "12,345 tokens in (2,000 of them cached), 80 out, cost 0.00123" */
export const tokensIn = (say: Say, { input, cached, output, cost }: Tokens): string =>
  say('usage.tokens', {
    input: numberIn(say, input),
    cached: numberIn(say, cached),
    output: numberIn(say, output),
    cost: cost === 0 ? say('usage.no-cost') : say('usage.cost', { cost: Number(cost.toPrecision(3)) }),
  });

const sumOfTokens = ({ input, output }: Tokens) => input + output;
/** @param used tokens of the whole bot today, for those who may know */
export async function limitsLine(context: CommandContext, used: number | null): Promise<string> {
  const { now, allowance, person, say } = context;
  const { tokensPerDay: most, zone } = allowance;
  const turns = await turnsLine(context);
  if (most === 0) return say('usage.limits', { turns, tokens: say('usage.no-token-limit') });
  const spent = await tokenLimit(context.tx, allowance, now);
  const tokensOfDay = say('usage.token-limit', {
    used: used === null ? 'none' : numberIn(say, used),
    most: numberIn(say, most),
    spent: spent ? 'yes' : 'no',
    end: endOf({ until: dayOf(now, zone).end }, person.zone ?? zone, now, say),
  });
  return say('usage.limits', { turns, tokens: tokensOfDay });
}

async function turnsLine({ tx, person, now, allowance, say }: CommandContext): Promise<string> {
  const { turnsPerHour: most } = allowance;
  if (most === 0) return say('usage.no-turn-limit');
  const had = numberIn(say, await turnsThisHour(tx, person.id, now));
  const about = { had, most: numberIn(say, most) };
  const reached = await turnLimit(tx, allowance, person.id, now);
  if (!reached) return say('usage.turn-limit', about);
  return say('usage.turn-limit-reached', { ...about, end: endOf(reached, person.zone, now, say) });
}
