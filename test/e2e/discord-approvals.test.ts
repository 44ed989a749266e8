// Approvals on Discord, through the real client.
import type { SeenMessage } from '../fakes/discord/index.ts';
import { approvalScenarios, type Shown } from './approvals.ts';
import { startScene } from './discord-scene.ts';

approvalScenarios('Discord', async (policy, outside) => {
  const env = { ADMINS: 'eve', DEFAULT_TIMEZONE: 'Europe/Berlin' };
  const { discord, bot, ann, bob, eve, team, later, stop } = await startScene(env, undefined, {
    policy,
    outside,
  });
  const ids = { Ann: ann, Bob: bob, Eve: eve };
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const asides = new Map<string, { readonly messages: readonly SeenMessage[] }[]>();
  const placeOf = ({ channel, thread }: { readonly channel: string; readonly thread: string | null }) =>
    thread ?? channel;
  const seen = (place: string): readonly SeenMessage[] => {
    try {
      return discord.messages(place);
    } catch {
      return [];
    }
  };
  const shownOf = (message: SeenMessage): Shown => ({
    id: message.id,
    text: message.text,
    labels: message.buttons.map(({ label }) => label),
    pinged: [
      ...message.pings.users.map((id) => names.get(id) ?? id),
      ...message.pings.roles,
      ...(message.pings.everyone ? ['everyone'] : []),
    ],
  });
  return {
    bot,
    later,
    stop,
    begin(who, kind, text) {
      const user = ids[who];
      if (kind === 'thread') {
        const message = discord.mention({ user, channel: team, text });
        return { channel: team, thread: message, message };
      }
      const channel = discord.dm(user);
      return { channel, thread: null, message: discord.say({ user, channel, text }) };
    },
    say: (who, where, text) => void discord.say({ user: ids[who], channel: placeOf(where), text }),
    edit: ({ thread, message }, text) =>
      discord.edit({ message, text: thread ? `<@${discord.botUserId}> ${text}` : text }),
    ours: (where) =>
      seen(placeOf(where))
        .filter((message) => message.ours && message.ephemeralFor === null)
        .map(shownOf),
    press(who, where, { id }, label) {
      const message = seen(placeOf(where)).find((each) => each.id === id);
      const button = message?.buttons.find((each) => each.label === label);
      if (!message || !button) throw new Error('it does not stand');
      const click = discord.click({ user: ids[who], message: id, customId: button.customId });
      asides.set(who, [...(asides.get(who) ?? []), click]);
    },
    aside: (who) => (asides.get(who) ?? []).flatMap(({ messages }) => messages.map(({ text }) => text)),
    until: (test, what) => discord.waitFor(test, what),
  };
});
