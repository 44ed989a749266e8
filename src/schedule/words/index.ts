// Words to times: what the rest of the house needs of this folder.
export type { WhenOptions } from './resolve.ts';
export { resolveWhen } from './resolve.ts';
export type { WhenResult, Why } from './result.ts';
export type { SplitWhen } from './split.ts';
export { splitWhen } from './split.ts';
