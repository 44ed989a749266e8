// "timezone Europe/Berlin": the person's own answer, which also completes reminders that
// waited for it and moves those that are set for their clock.

import { parseZone, storeZone, zoneButtons, zoneQuestion } from '../../controls/zone.ts';
import { applyZone, clockIn } from '../../controls/zone-moves.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';
import { type Answer, own } from '../deed.ts';

export const timezoneCommand: Command = {
  name: 'timezone',
  usage: 'timezone Europe/Berlin',
  help: 'show or set your time zone',
  async run(context, args) {
    if (args.trim()) return setZone(context, args);
    if (context.person.zone)
      return {
        text: `Your time zone is ${context.person.zone}; it is ${clockIn(context.person.zone, context.now)} there.`,
      };
    return { text: zoneQuestion, buttons: zoneButtons(context.person.locale, context.now) };
  },
};

/** Stores the zone, completes what waited and moves what follows it; shared by the command and the buttons. */
export function setZone(context: CommandContext, words: string): Answer {
  const zone = parseZone(words);
  if (!zone)
    return {
      text: `"${words.trim()}" is no time zone I know. Say a name such as Europe/Berlin or America/New_York.`,
      buttons: zoneButtons(context.person.locale, context.now),
    };
  return own(() => storedZone(context, zone));
}

async function storedZone(context: CommandContext, zone: string): Promise<CommandReply> {
  await storeZone(context.tx, context.person.id, zone);
  const { lines, tainted } = await applyZone(context, zone);
  return {
    text: [`Your time zone is ${zone} now; it is ${clockIn(zone, context.now)} there.`, ...lines].join('\n'),
    entries: [
      {
        type: 'notice',
        payload: { text: [`${context.person.name}'s time zone is ${zone}`, ...lines].join('; ') },
        tainted,
        person: context.person.id,
      },
    ],
  };
}
