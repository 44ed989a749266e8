// What a channel may ask and tell while it takes in. Rows only: nothing here waits for a turn.

import type { Clock } from '../../clock.ts';
import { worthKeeping } from '../../context/render/discussion.ts';
import type { Database } from '../../database/database.ts';
import { isOfTheWorld, whyOf } from '../../database/faults.ts';
import type { RoomId } from '../../database/ids.ts';
import type { Incoming, Intake, Speaker } from '../../delivery/channel.ts';
import { storeDeletion, storeEdit, storeIncoming } from '../../delivery/inbox.ts';
import { enqueue } from '../../delivery/outbox.ts';
import { Known, upsertPlace } from '../../delivery/places.ts';
import { commandOf } from '../../delivery/reactions.ts';
import { recordTrouble } from '../../delivery/trouble.ts';
import type { Wake } from '../../delivery/wake.ts';
import { sayFor } from '../../language/say.ts';
import type { Log } from '../../log.ts';
import { type AdmissionRules, adminsFor, isAdmin, isAdmitted } from '../../people/admission.ts';
import { admissionOf, noteStranger } from '../../people/admitted.ts';
import type { Personas } from '../../personas/personas.ts';
import { lookUps } from './look-ups.ts';
import { suggest } from './suggest.ts';

interface IntakeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: AdmissionRules;
  /** DEFAULT_TIMEZONE: the zone of whom the platform tells none and who has not said. */
  readonly defaultZone: string | null;
  readonly personas: Personas;
  /** Wakes the dispatcher. */
  readonly wake: Wake;
  /** Wakes the sender. */
  readonly sendWake: Wake;
  readonly log: Log;
  /** A stranger has written, and an admin is to be asked: their row is committed. */
  readonly stranger: () => void;
}

export function createIntake(parts: IntakeParts): Intake {
  const { database } = parts;
  const known = new Known(() => parts.clock.now().getTime());
  return {
    ...lookUps(database.db),
    receive: (incoming) =>
      receive(parts, incoming, known).catch((error: unknown) => {
        if (isOfTheWorld(error)) throw error;
        return turnBack(parts, incoming, error);
      }),
    mayTalk: (speaker) => mayTalk(parts, speaker),

    async withdrawn(room: RoomId, messageId: string) {
      if (await storeDeletion(database, room, messageId)) parts.wake.signal();
    },

    async suggest(speaker, place, typed) {
      if (!(await mayTalk(parts, speaker))) return [];
      const admin = isAdmin(speaker, parts.rules);
      return suggest(database.db, parts.personas, { ...typed, speaker, place, admin });
    },
  };
}

async function receive(
  parts: IntakeParts,
  incoming: Incoming,
  known: Known,
): Promise<'stored' | 'seen' | 'refused'> {
  if (incoming.type === 'edit') {
    const stored = (await mayTalk(parts, incoming.speaker)) && (await storeEdit(parts.database, incoming));
    if (stored) parts.wake.signal();
    return stored ? 'stored' : 'seen';
  }
  if (incoming.type === 'reaction') {
    if (!(await mayTalk(parts, incoming.speaker))) return 'refused';
    const command = await commandOf(parts.database.db, incoming, isAdmin(incoming.speaker, parts.rules));
    return command ? receive(parts, command, known) : 'seen';
  }
  if (!(await mayTalk(parts, incoming.speaker))) {
    if (incoming.type === 'message' && incoming.unaddressed) return 'refused';
    if (incoming.type !== 'command' || !incoming.quiet) await turnDown(parts, incoming);
    return 'refused';
  }
  const admin = isAdmin(incoming.speaker, parts.rules);
  // Of a discussion we keep little, and nothing old.
  const kept =
    incoming.type === 'message' && incoming.discussion
      ? { ...incoming, discussion: worthKeeping(incoming.discussion, incoming.sentAt) }
      : incoming;
  const stored = await storeIncoming(parts.database, kept, { zone: parts.defaultZone, known, admin });
  if (stored) parts.wake.signal();
  return stored ? 'stored' : 'seen';
}

/**
 * What cannot be stored as it came counts as seen: a channel that brought it again and again would never get past it. It is
 * on the list of troubles without its words, and its person is told where that is possible.
 */
async function turnBack(parts: IntakeParts, incoming: Incoming, error: unknown): Promise<'seen'> {
  const { place, speaker } = incoming;
  const of = { conversation_id: place.conversation, person_id: speaker.id };
  parts.log.error(
    { conversation: place.conversation, kind: incoming.type, why: whyOf(error) },
    'what came in could not be stored and was turned back; "npm run trouble" shows it',
  );
  try {
    await recordTrouble(parts.database.db, { kind: 'incoming', ref: null, ...of }, error);
    if (incoming.type === 'reaction' || (incoming.type === 'message' && incoming.unaddressed)) return 'seen';
    await parts.database.transaction(async (tx) => {
      const { name: _, topic: __, ...where } = place;
      await upsertPlace(tx, where);
      await enqueue(tx, [
        {
          key: `turned-back:${place.room}:${incoming.messageId}`,
          platform: place.platform,
          room: place.room,
          conversation: place.conversation,
          kind: 'notice',
          text: sayFor(speaker)('failed.not-taken'),
          ...(incoming.replyToken ? { replyToken: incoming.replyToken, privateTo: speaker.id } : {}),
        },
      ]);
    });
    parts.sendWake.signal();
  } catch (again) {
    if (isOfTheWorld(again)) throw again;
    parts.log.error({ why: whyOf(again) }, 'nor could its person be told');
  }
  return 'seen';
}

/** By the settings, or because an admin has let them in. */
async function mayTalk({ database, rules }: IntakeParts, speaker: Speaker): Promise<boolean> {
  return isAdmitted(speaker, rules) || (await admissionOf(database.db, speaker.id)) === 'admitted';
}

/** In a DM an admin is asked once, if there is one to ask; else the stranger is told that they are not on the list. */
async function turnDown(parts: IntakeParts, incoming: Incoming): Promise<void> {
  const { database, rules } = parts;
  const { place, speaker } = incoming;
  if (place.kind !== 'dm' || adminsFor(speaker.id, rules).length === 0) return refuseOnce(parts, incoming);
  const stands = await admissionOf(database.db, speaker.id);
  if (stands === 'refused') return refuseOnce(parts, incoming);
  if (stands !== null) return;
  await database.transaction(async (tx) => {
    await upsertPlace(tx, place);
    await noteStranger(tx, speaker, place);
  });
  parts.stranger();
}

/** A stranger is told once, in the DM or thread where they wrote; their words are not stored. */
async function refuseOnce(parts: IntakeParts, incoming: Incoming): Promise<void> {
  const { place, speaker } = incoming;
  await parts.database.transaction(async (tx) => {
    await upsertPlace(tx, place);
    await enqueue(tx, [
      {
        key: `refused:${speaker.id}`,
        platform: place.platform,
        room: place.room,
        conversation: place.conversation,
        kind: 'notice',
        text: sayFor(speaker)('people.refused'),
        ...(incoming.replyToken ? { replyToken: incoming.replyToken, privateTo: speaker.id } : {}),
      },
    ]);
  });
  parts.sendWake.signal();
}
