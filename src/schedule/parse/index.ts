// Words to times: what the rest of the house needs of this folder.
export { resolveWhen } from './resolve.ts';
export { splitWhen } from './split.ts';
