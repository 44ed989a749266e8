// "home": who I am to a person, their reminders, notes and usage in one place. In the terminal as text.
import { homeOf } from '../controls/home.ts';
import { panelText } from '../controls/home-panel.ts';
import type { Command } from './command.ts';

/** The argument of a home that is opened where nothing is said: it is shown, and no message is sent. */
export const HOME_TAB = 'tab';

export const homeCommand: Command = {
  name: 'home',
  usage: 'home',
  help: (say) => say('help.home'),
  async run(context, args) {
    if (context.room.kind !== 'dm')
      return {
        text: context.say('home.dm-only'),
        quiet: true,
      };
    const panel = await homeOf(context, null);
    return { text: args.trim() === HOME_TAB ? '' : panelText(panel), panel };
  },
};
