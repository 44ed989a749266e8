// The tables as TypeScript sees them. Migrations make them; a test holds the two together.
import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely';
import type {
  ApprovalId,
  ConversationKey,
  EffectId,
  EntryId,
  InboxId,
  NoteId,
  OccurrenceId,
  OutboxId,
  PermissionId,
  PersonId,
  RoomId,
  ScheduleId,
  TaskId,
  TroubleId,
  TurnId,
} from './ids.ts';

/** jsonb: read as a value, written as a value (the dialects stringify it). */
type Json<T> = JSONColumnType<T & object, string, string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type Created = ColumnType<Date, Date | string | undefined, Date | string>;

export interface PersonTable {
  id: PersonId;
  platform: string;
  name: string;
  /** IANA zone, null until known. */
  zone: string | null;
  /** Where the zone comes from: the platform's profile, the person's own answer, or a setting. */
  zone_source: 'profile' | 'answer' | 'setting' | null;
  locale: string | null;
  /** The language that they wrote in last, as far as that was clear. */
  language: Generated<string | null>;
  persona: string | null;
  /** When they asked to be forgotten: a tombstone. */
  erased_at: Instant | null;
  created_at: Created;
}

export interface RoomTable {
  id: RoomId;
  platform: string;
  kind: 'dm' | 'channel';
  name: string | null;
  topic: string | null;
  persona: string | null;
  /** What this room is for, set by an admin; shown at the head. */
  brief: string | null;
  /** An exercise or agenda that is on now; shown at the head. */
  agenda: string | null;
  /** What may be done here, over the policy's rules. */
  mode: Generated<'look-only' | 'normal' | 'trusted'>;
  /** What counts as addressed to us here: what mentions us, or whatever members say. */
  attend: Generated<'mentions' | 'all'>;
  /** Whether a message whose turn has changed something gets our ✅. */
  react: Generated<boolean>;
}

export interface ConversationTable {
  id: ConversationKey;
  room_id: RoomId;
  thread: string | null;
  leaf_id: EntryId | null;
  persona: string | null;
  /** Entries before this one are left out of the context. */
  first_kept_entry_id: EntryId | null;
  /** Entries before this one are elided by their tools' rules. */
  elision_entry_id: EntryId | null;
  /** Where that boundary was before it last moved. */
  older_entry_id: EntryId | null;
  /** The system prompt it runs on: a changed one comes in where the cache breaks anyway. */
  prompt_hash: string | null;
  /** Names the lease: a transaction of an older epoch fails. */
  epoch: Generated<number>;
  /** Who works on it: see database/process-lock.ts. */
  lease_owner: string | null;
  lease_until: Instant | null;
  created_at: Created;
}

export interface TurnTable {
  id: Generated<TurnId>;
  conversation_id: ConversationKey;
  person_id: PersonId;
  state: 'running' | 'committed' | 'failed';
  /** Counted before the turn starts. */
  attempts: Generated<number>;
  /** How many of them were handed to the model and have not come to an end: what may have killed the process. */
  reached: Generated<number>;
  /** How often Retry was pressed. */
  run: Generated<number>;
  /** The head block's text, stored so that a restart compiles the same bytes. */
  head: string | null;
  /** The title of the persona that its head block names. */
  persona: Generated<string | null>;
  /** What the person asked for in it, each with what became of it: `SettledAsk[]`. */
  asks: ColumnType<object | null, string | null | undefined, string | null>;
  created_at: Created;
  ended_at: Instant | null;
}

export interface EntryTable {
  id: Generated<EntryId>;
  conversation_id: ConversationKey;
  parent_id: EntryId | null;
  turn_id: TurnId | null;
  type: string;
  payload: Json<object>;
  tainted: Generated<boolean>;
  /** The person whose words these are; null: no person's. */
  person_id: PersonId | null;
  /** True once its words are no longer kept. */
  aged: Generated<boolean>;
  created_at: Created;
}

/** `fired`, `decision`, `notice` and `zone` come from ourselves: a delivered reminder, an approved call, a line, a changed zone. */
export type InboxKind =
  | 'message'
  | 'command'
  | 'click'
  | 'edit'
  | 'delete'
  | 'fired'
  | 'task'
  | 'decision'
  | 'erase'
  | 'notice'
  | 'zone';

export interface InboxTable {
  id: Generated<InboxId>;
  platform: string;
  room_id: RoomId;
  message_id: string;
  conversation_id: ConversationKey;
  person_id: PersonId;
  kind: InboxKind;
  payload: Json<object>;
  state: Generated<'waiting' | 'taken' | 'done'>;
  turn_id: TurnId | null;
  /** Counted before a command, a click or a fired reminder is folded in. */
  attempts: Generated<number>;
  /** True once its words are no longer kept. */
  aged: Generated<boolean>;
  received_at: Created;
}

export interface OutboxTable {
  id: Generated<OutboxId>;
  key: string;
  platform: string;
  room_id: RoomId;
  conversation_id: ConversationKey;
  /** The person to fall back to by DM if the room is gone; null: no fallback. */
  person_id: PersonId | null;
  turn_id: TurnId | null;
  occurrence_id: OccurrenceId | null;
  kind: 'reply' | 'reminder' | 'notice';
  payload: Json<object>;
  state: Generated<'waiting' | 'sending' | 'doubt' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_try_at: Created;
  /** Who sends it: see database/process-lock.ts. */
  lease_owner: string | null;
  lease_until: Instant | null;
  platform_message_id: string | null;
  error: string | null;
  /** True once its words are no longer kept. */
  aged: Generated<boolean>;
  created_at: Created;
  sent_at: Instant | null;
}

export interface EffectTable {
  id: Generated<EffectId>;
  conversation_id: ConversationKey;
  /** Who asked for it, and who may take it back. */
  person_id: PersonId;
  /** Null if it came of a command or a click. */
  turn_id: TurnId | null;
  /** Hash of name and arguments: with the turn, the identity of the call. */
  call_key: string;
  name: string;
  result: Json<object>;
  /** One line for people: what it has changed. */
  receipt: string | null;
  /** How to take it back: `{ action, ... }`, or null if it cannot be. */
  inverse: Json<object> | null;
  undone_at: Instant | null;
  created_at: Created;
}

export interface ScheduleTable {
  id: Generated<ScheduleId>;
  /** Who asked. */
  owner_id: PersonId;
  /** Whom it is for; null: the room. */
  addressee_id: PersonId | null;
  room_id: RoomId;
  conversation_id: ConversationKey;
  text: string;
  /** The person's own words for the time. */
  words: string;
  /** Null until the zone question is answered. */
  spec: Json<object> | null;
  /** Kind, times and zone as one string: the same person, room, spec and text is the same schedule. */
  spec_key: string;
  zone: string | null;
  /** True: it asks for work and runs a turn. */
  task: Generated<boolean>;
  state: 'active' | 'paused' | 'asking' | 'ended' | 'cancelled';
  next_at: Instant | null;
  /** True: given as wall time in the addressee's zone, so it moves with that zone. Elapsed time stays. */
  wall: Generated<boolean>;
  /** True: it lists the day from the rows of its moment in place of a text. */
  agenda: Generated<boolean>;
  /** What becomes of what fell due unattended; null: the kind's own default. */
  catch_up: 'each' | 'latest' | 'skip' | null;
  /** The series of which this is one occurrence, put off. */
  parent_id: ScheduleId | null;
  turn_id: TurnId | null;
  tainted: Generated<boolean>;
  created_at: Created;
}

export interface OccurrenceTable {
  id: Generated<OccurrenceId>;
  schedule_id: ScheduleId;
  due_at: Instant;
  state: 'pending' | 'delivered' | 'late' | 'missed' | 'skipped' | 'failed';
  /** The last of a run of instants that ended together; null for a single one. */
  until_at: Instant | null;
  /** How many instants this row covers. */
  times: Generated<number>;
  /** When a person ticked it off. */
  done_at: Instant | null;
  /** A task's failed runs so far, and when the next one starts. */
  attempts: Generated<number>;
  retry_at: Instant | null;
  created_at: Created;
  ended_at: Instant | null;
}

export interface NoteTable {
  id: Generated<NoteId>;
  /** `person:<person id>` or `room:<room id>` */
  scope: string;
  author_id: PersonId;
  text: string;
  tainted: Generated<boolean>;
  conversation_id: ConversationKey | null;
  turn_id: TurnId | null;
  /** The author's own date, YYYY-MM-DD: names the mirror file. */
  local_date: string;
  created_at: Created;
  retracted_at: Instant | null;
  /** When its line was written to the mirror file, and when its retraction was. */
  mirrored_at: Instant | null;
  retraction_mirrored_at: Instant | null;
  /** When it was blanked, and when its line was. */
  erased_at: Instant | null;
  erasure_mirrored_at: Instant | null;
}

/** A stored tool call: one that a person is asked about, or one that reaches outside. */
export interface ApprovalTable {
  id: Generated<ApprovalId>;
  conversation_id: ConversationKey;
  /** The principal: whose turn made the call. */
  person_id: PersonId;
  turn_id: TurnId;
  /** Hash of name and arguments: with the turn, the identity of the call. */
  call_key: string;
  tool: string;
  /** As they run, after what rules changed in them. */
  args: Json<object>;
  /** What a permission for more than one call is bound to: globs by parameter. */
  bound: Json<object>;
  /** Whether the context held text from outside when it was made. */
  tainted: Generated<boolean>;
  state:
    | 'asking'
    | 'approved'
    | 'running'
    | 'done'
    | 'failed'
    | 'unknown'
    | 'denied'
    | 'expired'
    | 'withdrawn';
  expires_at: Instant | null;
  /** `rule`: no one was asked. */
  decision: 'once' | 'conversation' | 'always' | 'deny' | 'rule' | null;
  decided_by: PersonId | null;
  decided_at: Instant | null;
  result: Json<object> | null;
  created_at: Created;
  ended_at: Instant | null;
}

/** What a person has permitted for more than one call. */
export interface PermissionTable {
  id: Generated<PermissionId>;
  approval_id: ApprovalId;
  /** Null: everywhere. */
  conversation_id: ConversationKey | null;
  /** Whose calls; null: every person's. */
  person_id: PersonId | null;
  tool: string;
  /** The arguments that the person has seen. */
  args: Json<object>;
  bound: Json<object>;
  given_by: PersonId;
  created_at: Created;
  revoked_at: Instant | null;
}

/** A task of a conversation's short list. */
export interface TaskTable {
  id: Generated<TaskId>;
  conversation_id: ConversationKey;
  /** Who asked for it. */
  person_id: PersonId;
  /** Set on a list of one person's own; null: the conversation's, which all in it share. */
  private_to: PersonId | null;
  turn_id: TurnId | null;
  /** Counts the conversation's lists: when all tasks of one have ended, the next task begins another. */
  list: number;
  /** What people call it; within the list, from 1. */
  number: number;
  text: string;
  state: 'open' | 'doing' | 'done' | 'dropped';
  tainted: Generated<boolean>;
  created_at: Created;
  touched_at: Instant;
  /** The turn in which it was called stalled, since it was last touched. */
  told_in: Generated<TurnId | null>;
  ended_at: Instant | null;
}

export interface RequestTable {
  id: Generated<number>;
  conversation_id: ConversationKey;
  turn_id: TurnId | null;
  model: string;
  purpose: string;
  /** Tokens as the server counted them; null where it did not say. */
  input_tokens: number | null;
  cached_tokens: number | null;
  output_tokens: number | null;
  /** Our own estimate before sending. */
  estimated_tokens: number;
  /** What was answered, estimated, where the server told no usage; else 0. */
  estimated_output_tokens: Generated<number>;
  /** Estimated tokens that repeat the front of the conversation's last request, and that don't. */
  repeated_tokens: Generated<number>;
  fresh_tokens: number;
  /** Where it first differs from that request, by the kind of part and the message's index; see context/watchdog.ts. */
  break_reason: string | null;
  break_index: number | null;
  /** Why the elision boundary moved before it, if it did. */
  move: string | null;
  /** What rebuilds it: the leaf before the turn, how many of the turn's entries it held, bounds, prompt, factor, window. */
  leaf_id: EntryId | null;
  steps: Generated<number>;
  first_kept_entry_id: EntryId | null;
  elision_entry_id: EntryId | null;
  older_entry_id: EntryId | null;
  prompt_hash: string | null;
  factor: Generated<number>;
  window_tokens: number | null;
  /** Milliseconds until its first token. */
  waited_ms: number | null;
  cost: number;
  milliseconds: number;
  created_at: Created;
}

/** System prompts and tool schemas by the hash of both, so that a request can be rebuilt after they changed. */
export interface PromptTable {
  hash: string;
  system: string;
  /** JSON, byte for byte as it was sent. */
  tools: string;
  created_at: Created;
}

/** A person whom the settings do not admit, and what an admin said. */
export interface AdmissionTable {
  person_id: PersonId;
  /** As the platform showed it when they wrote. */
  name: string;
  state: 'asked' | 'admitted' | 'refused';
  /** The DM in which they wrote, where they are told; null if an admin named them before they wrote. */
  room_id: RoomId | null;
  conversation_id: ConversationKey | null;
  decided_by: PersonId | null;
  asked_at: Created;
  /** When the question was put to the admins. */
  told_at: Instant | null;
  decided_at: Instant | null;
}

/** Something that was set aside because it cannot be stored, read or sent as it is. */
export interface TroubleTable {
  id: Generated<TroubleId>;
  /** What it is, and so what `ref` names: nothing, an inbox row, a turn, an outbox row, a schedule. */
  kind: 'incoming' | 'event' | 'turn' | 'outgoing' | 'schedule';
  ref: number | null;
  conversation_id: ConversationKey | null;
  /** Whose words it may hold. */
  person_id: PersonId | null;
  /** Of a schedule: the instant that could not be fired. */
  due_at: Instant | null;
  /** An SQLSTATE, a code of ours or an error's name: no person's text. */
  why: string;
  /** The error's message, which may quote what was refused. */
  detail: string | null;
  created_at: Created;
  ended_at: Instant | null;
  outcome: 'answered' | 'retried' | 'dropped' | null;
}

export interface SettingTable {
  key: string;
  value: Json<object>;
}

export interface Tables {
  person: PersonTable;
  admission: AdmissionTable;
  room: RoomTable;
  conversation: ConversationTable;
  turn: TurnTable;
  entry: EntryTable;
  inbox: InboxTable;
  outbox: OutboxTable;
  approval: ApprovalTable;
  permission: PermissionTable;
  effect: EffectTable;
  schedule: ScheduleTable;
  occurrence: OccurrenceTable;
  note: NoteTable;
  task: TaskTable;
  request: RequestTable;
  setting: SettingTable;
  prompt: PromptTable;
  trouble: TroubleTable;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
