// The fake Slack's front door: `import { FakeSlack } from '../fakes/slack/index.ts'`.
export { FakeSlack } from './fake-slack.ts';
export type { Fault, FaultKind } from './faults.ts';
export { ALL_SCOPES } from './setup.ts';
export type { Delivery } from './socket-hub.ts';
export type {
  Call,
  Ephemeral,
  Fields,
  Person,
  Reaction,
  Room,
  SeenMessage,
  Settings,
  Status,
} from './types.ts';
