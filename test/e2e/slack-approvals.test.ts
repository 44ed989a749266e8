// Approvals on Slack, through the real client.

import type { SeenMessage } from '../fakes/slack/index.ts';
import { approvalScenarios, type Shown, type Where } from './approvals.ts';
import { buttonOf, startScene } from './slack-scene.ts';

const ids = { Ann: 'U1ANN', Bob: 'U2BOB', Eve: 'U3EVE' } as const;
const nameOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? id;

approvalScenarios('Slack', async (policy, outside) => {
  const env = { ADMINS: 'slack:U3EVE' };
  const { slack, bot, later, stop } = await startScene(env, undefined, { policy, outside });
  const inPlace = ({ channel, thread }: Where) =>
    (thread === null ? slack.messages(channel) : slack.messages(channel, { thread_ts: thread })).filter(
      (message) => message.ours,
    );
  return {
    bot,
    later,
    stop,
    begin(who, kind, text) {
      const user = ids[who];
      if (kind === 'thread') {
        const ts = slack.mention({ user, channel: 'C1TEAM', text });
        return { channel: 'C1TEAM', thread: ts, message: ts };
      }
      const channel = slack.dm(user);
      return { channel, thread: null, message: slack.say({ user, channel, text }) };
    },
    say: (who, { channel, thread }, text) =>
      void slack.say({ user: ids[who], channel, text, ...(thread ? { thread_ts: thread } : {}) }),
    edit: ({ channel, thread, message }, text) =>
      slack.edit({ channel, ts: message, text: thread ? `<@${slack.botUserId}> ${text}` : text }),
    ours: (where) => inPlace(where).map(shownOf),
    press(who, where, { id }, label) {
      const message = inPlace(where).find(({ ts }) => ts === id);
      if (!message) throw new Error('it does not stand');
      slack.click({ user: ids[who], channel: where.channel, message_ts: id, ...buttonOf(message, label) });
    },
    aside: (who) => slack.ephemerals(ids[who]).map(({ shown }) => shown),
    until: (test, what) => slack.waitFor(test, what),
  };
});

/** Whoever is named by an element, or by markup that Slack would read, is notified. */
function shownOf(message: SeenMessage): Shown {
  const labels = (message.blocks ?? [])
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements as { text: { text: string } }[])
    .map(({ text }) => text.text);
  const words = message.shown.replace(/\[[^\]]*\](?: \[[^\]]*\])*$/, '');
  const named = [...`${words}\n${message.text}`.matchAll(/<(?:@(\w+)|!(\w+))[^>]*>/g)];
  return {
    id: message.ts,
    text: words.replaceAll('\u200b', ''),
    labels,
    pinged: [...new Set(named.map(([, user, group]) => (user ? nameOf(user) : `${group}`)))],
  };
}
