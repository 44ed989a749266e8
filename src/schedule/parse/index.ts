// Words to times: what the rest of the house needs of this folder.

export { type Effort, findTimes } from './prose/find.ts';
export { between, type Ref, refsOf } from './prose/group.ts';
export { meaningOf, meaningOfRef, sameDay, sameHour } from './prose/mean.ts';
export { type Clock, isTime, type Mention } from './prose/mention.ts';
export { resolveWhen, type WhenOptions } from './resolve.ts';
export { type Remark, skippedTime } from './result.ts';
export { clean, splitWhen } from './split.ts';
