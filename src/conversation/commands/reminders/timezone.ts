// "timezone Europe/Berlin": the person's own answer, which also completes reminders that
// waited for it and moves those that are set for their clock.

import { english } from '../../../language/say.ts';
import { parseZone, storeZone, zoneButtons } from '../../controls/zone.ts';
import { applyZone, clockIn } from '../../controls/zone-moves.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { own } from '../deed.ts';

export const timezoneCommand: Command = {
  name: 'timezone',
  usage: 'timezone Europe/Berlin',
  help: (say) => say('help.timezone'),
  async run(context, args) {
    if (args.trim()) return setZone(context, args);
    if (context.person.zone) return { text: context.say('zone.is', clockOf(context, context.person.zone)) };
    return { text: context.say('zone.question'), buttons: zoneButtons(context.person.locale, context.now) };
  },
};

/** Stores the zone, completes what waited and moves what follows it; shared by the command and the buttons. */
export function setZone(context: CommandContext, words: string): Answer {
  const zone = parseZone(words);
  if (!zone)
    return {
      text: context.say('zone.unknown', { words: words.trim() }),
      buttons: zoneButtons(context.person.locale, context.now),
    };
  return own(() => storedZone(context, zone));
}

const clockOf = ({ now, say }: CommandContext, zone: string) => ({ zone, clock: clockIn(zone, now, say) });

async function storedZone(context: CommandContext, zone: string): Promise<CommandReply> {
  await storeZone(context.tx, context.person.id, zone);
  const { lines, tainted } = await applyZone(context, zone);
  const { say } = context;
  return {
    text: [say('zone.now', clockOf(context, zone)), ...lines.map((line) => line(say))].join('\n'),
    entries: [
      {
        type: 'notice',
        payload: {
          text: [`${context.person.name}'s time zone is ${zone}`, ...lines.map((line) => line(english))].join(
            '; ',
          ),
        },
        tainted,
        person: context.person.id,
      },
    ],
  };
}
