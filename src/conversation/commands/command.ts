// What a command is: words typed after a slash, folded in by the lease holder like anything else. It never needs the
// model. Adding one is one file and one line in index.ts.
import type { NewEntry } from '../../context/entry.ts';
import type { Tx } from '../../database/database.ts';
import type { ConversationKey, EntryId, InboxId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { Button, OutgoingFile, Panel } from '../../delivery/outgoing.ts';
import type { Line, Say } from '../../language/say.ts';
import type { Allowance } from '../../people/limits.ts';
import type { Person } from '../../people/person.ts';
import type { Personas } from '../../personas/personas.ts';
import type { Skills } from '../../skills/skills.ts';
import type { Abilities } from '../../tools/abilities.ts';
import type { Noted } from '../../tools/approvals/noted.ts';
import type { Change } from '../../tools/authorize.ts';
import type { Rule } from '../../tools/policy/rules.ts';
import type { AnyTool } from '../../tools/runner.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { RebuildParts } from '../turn/request/rebuild.ts';

export interface CommandContext {
  readonly tx: Tx;
  /** Says what we say in the person's language. */
  readonly say: Say;
  readonly person: Person;
  readonly room: Row<'room'>;
  readonly conversation: ConversationKey;
  /** The row that is being folded in. */
  readonly inbox: InboxId;
  /** True if the person alone reads the answer. */
  readonly private: boolean;
  /** When the person sent it. */
  readonly askedAt: Date;
  readonly now: Date;
  /** True if an admin clicked or wrote. */
  readonly admin: boolean;
  readonly personas: Personas;
  readonly defaultPersona: string;
  /** For how long texts are kept; null: for ever. */
  readonly retentionDays: number | null;
  readonly skills: Skills;
  readonly allowance: Allowance;
  /** Those that have a place. */
  readonly tools: readonly Pick<AnyTool, 'name' | 'safe' | 'outside'>[];
  /** What can be done here, and what cannot. */
  readonly abilities: Abilities;
  /** The policy's. */
  readonly rules: readonly Rule[];
  /** What rebuilds a request. */
  readonly rebuilding: RebuildParts;
}

export interface CommandReply {
  /** Empty: nothing is said. */
  readonly text: string;
  readonly buttons?: readonly Button[];
  /** Goes with the answer's last message. */
  readonly file?: OutgoingFile;
  /** Shown in place of the text where there is room for it; the text is then for where there is none. */
  readonly panel?: Panel;
  /** The leaf behind which the history goes on, if the command has moved it. */
  readonly leaf?: EntryId;
  /** True if in a channel only the person should read it. */
  readonly quiet?: boolean;
  /** What the history should hold of it. */
  readonly entries?: readonly NewEntry[];
  /** A change that Undo can take back: recorded with the reply, which then bears an Undo button. */
  readonly effect?: { readonly name: string; readonly result: ToolResult };
  /** Set if the gate did not let it: nothing was changed. */
  readonly refused?: 'look-only' | 'rule';
  /** What it has decided of questions: logged once it is committed. */
  readonly noted?: readonly Noted[];
}

export type Deed =
  /** A person's own way out, or what is theirs alone: no mode and no rule forbids it. */
  | { readonly kind: 'own'; readonly run: () => Promise<CommandReply> }
  /** An admin's decision about the room or its people; that they are an admin has been checked. */
  | { readonly kind: 'admin'; readonly run: () => Promise<CommandReply> }
  /** Everything else. */
  | {
      readonly kind: 'change';
      readonly change: Change;
      /** @param args as the rules leave them */
      readonly run: (args: Readonly<Record<string, unknown>>) => Promise<CommandReply>;
      /** What is answered in place of the plain refusal. */
      readonly refused?: (reply: CommandReply) => Promise<CommandReply>;
    };

/** An answer, if nothing is to be changed; else what is to be changed. */
export type Answer = CommandReply | Deed;

export interface Command {
  readonly name: string;
  /** "remind tomorrow 9 stretch": shown in the help. */
  readonly usage: string;
  /** One line for people; a plain text if it is never shown. */
  readonly help: Line | string;
  /** All its forms, for "help remind"; absent: `usage` is the only one. */
  readonly forms?: readonly string[];
  /** True: not for typing, so the help does not show it. */
  readonly hidden?: boolean;
  /** Only looks; what is to be changed comes back as a deed, and is done if the gate lets it. */
  run(context: CommandContext, args: string): Promise<Answer>;
}
