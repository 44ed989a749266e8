// Which room may know which: imports point down this list, never up, and never from one channel into another.
// "npm run check" runs it. Rooms on one line may know each other.
import { join } from 'node:path';
import { importsOf } from './house/circles.ts';
import { readSources, type Source } from './house/sources.ts';

const layers = [
  'main.ts',
  'cli',
  'bot',
  'channels',
  'conversation',
  'agent',
  'tools',
  'claims',
  'context',
  'schedule',
  'memory personas skills',
  'people',
  'delivery',
  'language',
  'database',
  'text process config.ts errors.ts clock.ts log.ts',
].map((line) => line.split(' '));
const channels = ['slack', 'discord', 'terminal'];

/** Every import that points up, or from one channel into another, as a sentence each. */
export function wrongImports(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) =>
    importsOf(source, 'all').flatMap((target) => {
      const [from, to] = [source.path, target].map(roomOf);
      if (!from || !to)
        return [`${source.path}: ${from ? target : source.path} is in no room of scripts/layers.ts`];
      if (from.layer > to.layer)
        return [`${source.path} may not know ${target}: imports point down the house`];
      if (from.channel && to.channel && from.channel !== to.channel)
        return [`${source.path} may not know ${target}: one channel never knows another`];
      return [];
    }),
  );
}

interface Room {
  /** 0 is the top. */
  readonly layer: number;
  readonly channel: string | null;
}

function roomOf(path: string): Room | null {
  const [, room = '', inner = ''] = path.split('/');
  const layer = layers.findIndex((names) => names.includes(room));
  if (layer < 0) return null;
  return { layer, channel: room === 'channels' && channels.includes(inner) ? inner : null };
}

if (import.meta.main) {
  const wrong = wrongImports(readSources(join(import.meta.dirname, '..'), 'src'));
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) process.exit(1);
}
