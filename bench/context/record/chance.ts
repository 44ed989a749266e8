// Seeded choices for the recorded conversations, and texts with slots: the same seed writes the same script.
import { mulberry } from '../../../test/fakes/mulberry.ts';
import { slots } from './slots.ts';

export class Chance {
  private readonly next: () => number;
  private readonly used = new Set<string>();

  constructor(seed: number) {
    this.next = mulberry(seed);
  }

  /** True in so many of one cases. */
  hit(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let at = out.length - 1; at > 0; at -= 1) {
      const other = this.between(0, at);
      [out[at], out[other]] = [out[other] as T, out[at] as T];
    }
    return out;
  }

  /** A figure that no other text of this script has, as people write it: 1,837. */
  figure(from: number, to: number): string {
    for (;;) {
      const text = this.between(from, to).toLocaleString('en');
      if (this.used.has(text)) continue;
      this.used.add(text);
      return text;
    }
  }

  /**
   * Fills `{slot}` from the lists, `{slot2}` with another of the same, `{#a-b}` with a number (`{=a-b}`: its bare digits) and
   * `{!a-b}` with one that is unique in the script. The same slot of one text gets the same word.
   */
  fill(text: string, known: Record<string, string> = {}): string {
    return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const range = /^([#!=])(\d+)-(\d+)$/.exec(name);
      if (range) {
        const [, kind, from, to] = range;
        if (kind === '=') return String(this.between(Number(from), Number(to)));
        return kind === '!'
          ? this.figure(Number(from), Number(to))
          : this.between(Number(from), Number(to)).toLocaleString('en');
      }
      const have = known[name];
      if (have !== undefined) return have;
      const list = slots[name.replace(/\d+$/, '')];
      if (list === undefined) return whole;
      const taken = new Set(Object.values(known));
      const word = this.pick(list.filter((one) => !taken.has(one)));
      known[name] = word;
      return word;
    });
  }
}
