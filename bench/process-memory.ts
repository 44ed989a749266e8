// What this process holds, and by whom: V8's heap (in use, committed, code), what hangs on it (array buffers, WebAssembly), and
// the C library's malloc (its first heap and its per-thread arenas), read from /proc/self/smaps. Nothing is collected for it.
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** All in bytes. */
export interface ProcessMemory {
  readonly rss: number;
  readonly heapUsed: number;
  /** In use right after the last full collection that V8 did by itself; null before the first. */
  readonly heapLive: number | null;
  /** What V8 has committed; its free part is `heapTotal - heapUsed`. */
  readonly heapTotal: number;
  readonly newSpace: number;
  readonly code: number;
  readonly external: number;
  readonly arrayBuffers: number;
  /** Linear memories: of PGlite above all. They never shrink. */
  readonly wasm: number;
  /** Resident, of the C library's malloc. */
  readonly malloc: number;
  readonly arenas: number;
  /** Collections by V8 itself until now: full ones, and the milliseconds that all took. */
  readonly collections: number;
  readonly collectingMs: number;
}

const arenaBytes = 64 * 2 ** 20;

/** Watches collections and WebAssembly from now on: call it before anything makes a memory. */
export function watchMemory(): () => ProcessMemory {
  const memories = watchWasm();
  let heapLive: number | null = null;
  let [collections, collectingMs] = [0, 0];
  const full = 4;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      collectingMs += entry.duration;
      if ((entry as { readonly detail?: { readonly kind?: number } }).detail?.kind !== full) continue;
      collections += 1;
      heapLive = process.memoryUsage().heapUsed;
    }
  }).observe({ entryTypes: ['gc'] });
  return () => {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const used = (...names: readonly string[]) =>
      getHeapSpaceStatistics()
        .filter(({ space_name }) => names.includes(space_name))
        .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
    return {
      rss,
      heapUsed,
      heapLive,
      heapTotal: getHeapStatistics().total_heap_size,
      newSpace: used('new_space', 'new_large_object_space'),
      code: used('code_space', 'code_large_object_space', 'trusted_space', 'trusted_large_object_space'),
      external,
      arrayBuffers,
      wasm: memories().reduce((sum, bytes) => sum + bytes, 0),
      collections,
      collectingMs,
      ...mallocOf(readFileSync('/proc/self/smaps', 'utf8')),
    };
  };
}

/** The part of WebAssembly that is needed here; Node's types leave it to those of a browser. */
interface Wasm {
  instantiate(
    ...given: readonly unknown[]
  ): Promise<{ readonly exports?: object; readonly instance?: { readonly exports: object } }>;
  Memory: new (...given: readonly unknown[]) => { readonly buffer: ArrayBuffer };
}

/** @returns the sizes of all linear memories that were made since */
function watchWasm(): () => readonly number[] {
  const known: WeakRef<InstanceType<Wasm['Memory']>>[] = [];
  const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Wasm };
  const Memory = wasm.Memory;
  wasm.Memory = new Proxy(Memory, {
    construct(made, given) {
      const memory = new made(...given);
      known.push(new WeakRef(memory));
      return memory;
    },
  });
  const instantiate = wasm.instantiate;
  wasm.instantiate = async (...given) => {
    const made = await instantiate(...given);
    for (const each of Object.values(made.instance?.exports ?? made.exports ?? {}))
      if (each instanceof Memory) known.push(new WeakRef(each));
    return made;
  };
  return () => known.map((each) => each.deref()?.buffer.byteLength ?? 0);
}

/**
 * Malloc's share: the region named [heap], and the arenas. An arena begins at a multiple of 64 MB, readable and writable, and is followed
 * by what it has only reserved. Blocks over malloc's mmap threshold are not counted.
 */
export function mallocOf(smaps: string): { readonly malloc: number; readonly arenas: number } {
  const regions = smaps.split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/).map((text) => {
    const [, from = '0', to = '0', rights = '', name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)/.exec(text) ?? [];
    const resident = Number(/^Rss: +(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), rights, name, resident };
  });
  const arenas = regions.filter(({ from, to, rights, name }, at) => {
    const next = regions[at + 1];
    return (
      name === '' &&
      rights === 'rw-p' &&
      from % arenaBytes === 0 &&
      (to - from === arenaBytes ||
        (next?.rights === '---p' && next.from === to && next.to - from === arenaBytes))
    );
  });
  const own = regions.filter(({ name }) => name === '[heap]');
  return {
    malloc: [...own, ...arenas].reduce((sum, { resident }) => sum + resident, 0),
    arenas: arenas.length,
  };
}
