// "usage": what one has used oneself, today and in thirty days, and the limits. Nobody sees another's numbers; an admin sees
// the sum of the whole bot with "usage all".
import { grouped } from '../../../context/text.ts';
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
  help: 'show your turns, tokens and cost, and the limits',
  forms: ['usage', 'usage all'],
  async run(context, args) {
    const whole = args.trim().toLowerCase() === 'all';
    if (whole && !context.admin)
      return { text: 'Only an admin can see what the whole bot has used. "usage" shows what you have.' };
    return { text: await usageText(context, whole) };
  },
};

/** What the person, or the whole bot, has used, a line each. */
export async function usageText(context: CommandContext, whole: boolean): Promise<string> {
  const { tx, now, allowance } = context;
  const person = whole ? null : context.person.id;
  const { start } = dayOf(now, allowance.zone);
  const today = await usedSince(tx, person, start);
  const month = await usedSince(tx, person, new Date(now.getTime() - 30 * dayMs));
  return [
    whole ? '**The whole bot**' : '**You**',
    ...period(`Today (since 00:00 ${allowance.zone})`, today),
    ...period('The last 30 days', month),
    await limitsLine(context, whole ? sumOf(today) : null),
  ].join('\n');
}

function period(when: string, { turns, tasks, own, log }: Used): readonly string[] {
  const runs = tasks > 0 ? ` and ${counted(tasks, 'run')} of tasks` : '';
  const logs =
    sumOfTokens(log) > 0 ? [`  beside that, for the log of the conversations: ${tokens(log)}`] : [];
  return [`- ${when}: ${counted(turns, 'turn')}${runs}, ${tokens(own)}`, ...logs];
}

const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

const tokens = ({ input, cached, output, cost }: Tokens): string =>
  `${grouped(input)} tokens in (${grouped(cached)} of them cached), ${grouped(output)} out, ${
    cost === 0 ? 'no cost by the prices that are set' : `cost ${Number(cost.toPrecision(3))}`
  }`;

const sumOfTokens = ({ input, output }: Tokens) => input + output;
const sumOf = ({ own, log }: Used) => sumOfTokens(own) + sumOfTokens(log);

/** @param used tokens of the whole bot today, for those who may know */
export async function limitsLine(context: CommandContext, used: number | null): Promise<string> {
  const { tx, person, now, allowance } = context;
  const { turnsPerHour, tokensPerDay, zone } = allowance;
  const had = await turnsThisHour(tx, person.id, now);
  const reached = await turnLimit(tx, allowance, person.id, now);
  const spent = await tokenLimit(tx, allowance, now);
  const ends = endOf({ until: dayOf(now, zone).end }, person.zone ?? zone, now);
  const turns =
    turnsPerHour === 0
      ? 'none on turns'
      : `${grouped(had)} of your ${grouped(turnsPerHour)} turns of an hour${reached ? `: no more ${endOf(reached, person.zone, now)}` : ''}`;
  const day =
    tokensPerDay === 0
      ? 'none on tokens'
      : `${used === null ? '' : `${grouped(used)} of `}${grouped(tokensPerDay)} tokens of the whole bot today, ${spent ? 'used up ' : ''}${ends}`;
  return `- Limits: ${turns}; ${day}`;
}
