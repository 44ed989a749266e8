// Branded ids, so that a turn's number is never handed in where an entry's is meant.

type Brand<T, Name extends string> = T & { readonly __id: Name };

/** `slack:TEAM:USER`, `discord:USER`, `terminal:NAME` */
export type PersonId = Brand<string, 'person'>;
/** `slack:TEAM:CHANNEL`, `discord:GUILD:CHANNEL`, `discord:DM`, `terminal` */
export type RoomId = Brand<string, 'room'>;
/** `slack:TEAM:CHANNEL:ROOT_TS`, `slack:TEAM:DM[:THREAD_TS]`, `discord:GUILD:CHANNEL:STARTER_ID`, `discord:DM`, `terminal` */
export type ConversationKey = Brand<string, 'conversation'>;
export type EntryId = Brand<number, 'entry'>;
export type InboxId = Brand<number, 'inbox'>;
export type OutboxId = Brand<number, 'outbox'>;
export type TurnId = Brand<number, 'turn'>;
export type EffectId = Brand<number, 'effect'>;
/** Shown to people as `r12`. */
export type ScheduleId = Brand<number, 'schedule'>;
export type OccurrenceId = Brand<number, 'occurrence'>;
export type TaskId = Brand<number, 'task'>;
/** Shown to people as `n12`. */
export type NoteId = Brand<number, 'note'>;
/** Shown to people as `#12`. */
export type ApprovalId = Brand<number, 'approval'>;
/** Shown to people as `p12`. */
export type PermissionId = Brand<number, 'permission'>;
export type TroubleId = Brand<number, 'trouble'>;

/**
 * A row's number as people, buttons and models write it; null if no row can have it.
 *
 * @typeParam Id whose number it is
 */
export function rowIdOf<Id extends number>(digits: string): Id | null {
  return /^[1-9]\d{0,14}$/.test(digits) ? (Number(digits) as Id) : null;
}
