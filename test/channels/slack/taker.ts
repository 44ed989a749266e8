// A process that takes events from Slack and never stores them: for killing between receipt and row.
import { createSlackChannel } from '../../../src/channels/slack/index.ts';
import type { Intake } from '../../../src/delivery/channel.ts';
import { silentLog } from '../../../src/log.ts';

const { BOT: botToken = '', APP: appToken = '', URL: apiUrl = '' } = process.env;

const intake: Intake = {
  receive: () => {
    process.send?.('taken');
    return Promise.withResolvers<never>().promise;
  },
  mayTalk: async () => true,
  conversationOf: async () => null,
  knows: async () => false,
  withdrawn: async () => undefined,
  takesPart: async () => false,
  suggest: async () => [],
  attendsAll: async () => false,
  lastSeen: async () => null,
  seen: async () => undefined,
  directs: async () => [],
  threads: async () => [],
};

await createSlackChannel({ botToken, appToken, apiUrl }, { log: silentLog }).start(intake);
process.send?.('ready');
