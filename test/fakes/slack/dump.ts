// The fake's state in words, for the message of a wait in vain: what people see, what was called, what is under way.
import { line, seen } from './render.ts';
import type { World } from './world.ts';

/** Some fifty lines at most per room and list. */
export function dump(world: World): string {
  const { state, sockets, identity, faults } = world;
  const rooms = [...state.rooms.values()].flatMap((room) => [
    `  ${room.id} (${room.kind}${room.archived ? ', archived' : ''})`,
    ...state
      .all(room.id)
      .slice(-15)
      .map((m) => `    ${line(seen(m, identity.botUserId, identity.botId))}`),
  ]);
  const open = sockets.deliveries.filter((d) => d.outcome !== 'acknowledged').slice(-10);
  return [
    `Fake Slack, seed ${world.settings.seed}, ${sockets.connections.length} sockets`,
    ...rooms,
    '  ephemeral',
    ...state.ephemerals.slice(-10).map((e) => `    to ${line(e)}`),
    '  last calls',
    ...world.calls.slice(-20).map((c) => `    ${c.method}: ${c.outcome}`),
    '  envelopes not acknowledged',
    ...open.map((d) => `    ${d.type} ${d.outcome}, attempt ${d.attempt}, sockets ${d.sockets.join(',')}`),
    '  faults to come',
    ...faults.pending().map((fault) => `    ${fault}`),
  ].join('\n');
}
