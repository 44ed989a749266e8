// Counts the entries of every Map and Set in this process, private ones too, through the inspector: one that grows with
// what is said shows at once. It collects everything first, so it is no part of a run whose memory is measured.
import { Session } from 'node:inspector/promises';

/** A Map or Set with many entries, known by its first key. */
export interface Large {
  readonly size: number;
  readonly first: string;
}

export interface Census {
  readonly collections: number;
  readonly entries: number;
  readonly largest: readonly Large[];
}

const count = `function () {
  const sized = [...this].map((each) => each.size);
  const largest = [...this].filter((each) => each.size >= 100).sort((a, b) => b.size - a.size).slice(0, 25);
  return {
    collections: this.length,
    entries: sized.reduce((sum, size) => sum + size, 0),
    largest: largest.map((each) => ({ size: each.size, first: String(each.keys().next().value).slice(0, 60).replace(/\\s+/g, ' ') })),
  };
}`;

interface Evaluated {
  readonly result: { readonly objectId?: string; readonly value?: unknown };
}

/** @returns the census of all Maps, and of all Sets */
export async function census(): Promise<{ readonly maps: Census; readonly sets: Census }> {
  const session = new Session();
  session.connect();
  const post = async <T>(method: string, given: object) => (await session.post(method, given)) as T;
  const of = async (type: 'Map' | 'Set'): Promise<Census> => {
    const prototype = await post<Evaluated>('Runtime.evaluate', {
      expression: `${type}.prototype`,
      objectGroup: 'census',
    });
    const prototypeObjectId = prototype.result.objectId;
    const all = await post<{ objects: { objectId: string } }>('Runtime.queryObjects', {
      prototypeObjectId,
      objectGroup: 'census',
    });
    const counted = await post<Evaluated>('Runtime.callFunctionOn', {
      objectId: all.objects.objectId,
      functionDeclaration: count,
      returnByValue: true,
    });
    return counted.result.value as Census;
  };
  try {
    return { maps: await of('Map'), sets: await of('Set') };
  } finally {
    await session.post('Runtime.releaseObjectGroup', { objectGroup: 'census' });
    session.disconnect();
  }
}
