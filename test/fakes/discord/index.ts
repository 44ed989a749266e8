// The fake Discord, for tests: `const discord = await FakeDiscord.start({ seed })`.
export type { FakeInteraction, Slash } from './actions.ts';
export { FakeDiscord } from './fake.ts';
export type { FakeDiscordOptions } from './fake-base.ts';
export type { ChannelOptions, PersonOptions } from './fake-people.ts';
export type { Call, Cut, Fault, FaultHandle } from './faults.ts';
export type { GatewayNote } from './gateway.ts';
export { timeOfId } from './ids.ts';
export type { Json } from './json.ts';
export type { OpenThread, Say } from './people.ts';
export type { Settings } from './settings.ts';
export type { SeenButton, SeenMessage, SeenSelect } from './view.ts';
