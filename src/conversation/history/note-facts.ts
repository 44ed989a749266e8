// Durable facts of a log become notes, whoever wrote it: the pass after a reply, or the summary that a compaction asked for.
// Each has its way back: Undo and an edit of the turn's message reach it.

import { grounded } from '../../context/compact/journal.ts';
import type { Entry } from '../../context/entry.ts';
import type { Tx } from '../../database/database.ts';
import type { TurnId } from '../../database/ids.ts';
import { type Note, notesFor, writeNote } from '../../memory/notes.ts';
import { saidAlready } from '../../memory/repeats.ts';
import { scopeOf } from '../../memory/scope.ts';
import { asOfNow, authorizeUnasked } from '../../tools/authorize.ts';
import { recordEffect } from '../../tools/effects.ts';
import type { Setting } from '../../tools/policy/rules.ts';
import { remember } from '../../tools/remember.ts';
import type { Effect } from '../../tools/tool-context.ts';
import { isMadeOf, wordsOfPrincipal } from '../turn/facts/provenance.ts';
import type { TurnFacts } from '../turn/facts/turn-facts.ts';
import { settingFor } from '../turn/gate.ts';
import type { PersonaServices, StoreServices, ToolServices } from '../turn/services.ts';

type NoteServices = Pick<StoreServices, 'clock'> & PersonaServices & Pick<ToolServices, 'tools' | 'policy'>;

export interface FactsOf {
  readonly turn: TurnId | null;
  readonly facts: TurnFacts;
  readonly tainted: boolean;
  /** What the log was made of: a fact has to be found in it. */
  readonly path: readonly Entry[];
}

/** In a channel only what the principal said: a note of another person's words under this name would be false. */
function groundsOf({ room, person }: TurnFacts, path: readonly Entry[]): readonly Entry[] {
  if (room.kind === 'dm') return path;
  return path.filter(
    (entry) => entry.type === 'user' && entry.payload.messages.every((one) => one.person === person.id),
  );
}

/**
 * Writes durable facts as notes, under the lease of their conversation. Facts that the log has invented are dropped, and so are
 * those that a note says already, also one that was forgotten since.
 */
export async function noteFacts(
  tx: Tx,
  services: NoteServices,
  { turn, facts, tainted, path }: FactsOf,
  found: readonly string[],
): Promise<void> {
  const grounds = groundsOf(facts, path);
  const { conversation, room, person } = facts;
  const messages = grounds.flatMap((entry) => (entry.type === 'user' ? entry.payload.messages : []));
  const own = wordsOfPrincipal(messages);
  const setting = await asOfNow(tx, settingFor(services.defaultPersona, facts));
  const known = [...(await notesFor(tx, scopeOf(room, person), { forgotten: true }))];
  for (const fact of found.filter((each) => grounded(each, grounds))) {
    const text = notable(services, setting, fact);
    if (text === null || isKnown(text, known, person)) continue;
    const about = {
      scope: scopeOf(room, person),
      author: person,
      text,
      tainted: tainted || (facts.others && !isMadeOf(text, own)),
    };
    const { note: made, isNew } = await writeNote(
      tx,
      { ...about, conversation: conversation.id, turn },
      services.clock.now(),
    );
    if (!isNew) continue;
    known.push(made);
    const effect: Effect = {
      receipt: `📝 noted: ${text} (${made.handle})`,
      inverse: { do: 'retract-note', note: made.id },
    };
    const result = { ok: true, text: `Noted as ${made.handle}.`, effect };
    const key = `journal:${made.handle}`;
    const of = { conversation: conversation.id, person: person.id, turn, key, name: remember.name };
    await recordEffect(tx, { ...of, result });
  }
}

/** "I like green tea" speaks of its author, as does a fact that names them. */
const isKnown = (fact: string, known: readonly Note[], { id, name }: TurnFacts['person']): boolean => {
  const [own, others] = [true, false].map((is) => known.filter(({ author }) => (author === id) === is));
  return Boolean(saidAlready(fact, own ?? [], name) ?? saidAlready(fact, others ?? [], ''));
};

/** The fact as the rules leave it; null if the model may not make notes here: then the harness makes none for it. */
function notable({ tools, policy }: NoteServices, setting: Setting, text: string): string | null {
  if (!tools.some(({ name }) => name === remember.name)) return null;
  const permitted = authorizeUnasked(policy.rules, { name: remember.name, args: { text } }, setting);
  return typeof permitted?.text === 'string' && permitted.text.trim() !== '' ? permitted.text : null;
}
