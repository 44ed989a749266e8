// Keeps a conversation while it is made up: who speaks, which facts are known since when, what is pending. Gaps come from
// a deck of which half are longer than a cache of five minutes lives.
import type { ScriptHeader, ScriptMarker, WrittenTurn } from '../script.ts';
import { Chance } from './chance.ts';
import type { HeldFact } from './pages.ts';

interface Known extends HeldFact {
  readonly id: string;
  readonly turn: number;
  /** True if it stands in somebody's words, the assistant's included, and not only in a result. */
  readonly said: boolean;
  asked: number;
}

type Said = Omit<WrittenTurn, 'at' | 'plants'> & { readonly brings?: readonly HeldFact[] };

export class Recorder {
  readonly chance: Chance;
  readonly turns: WrittenTurn[] = [];
  readonly header: ScriptHeader;
  readonly speakers: readonly string[];
  /** Reminders that stand, soonest first; and when, in turns, they fire. */
  readonly reminders: {
    readonly handle: string;
    readonly text: string;
    readonly when: string;
    fires: number;
  }[] = [];
  readonly notes: string[] = [];
  persona: string;
  private readonly facts: Known[] = [];
  private readonly pending: ScriptMarker[] = [];
  private readonly longGap: () => number;
  private deck: number[] = [];
  private handles = 0;

  constructor(
    seed: number,
    header: ScriptHeader,
    speakers: readonly string[],
    longGap?: (chance: Chance) => number,
  ) {
    this.chance = new Chance(seed);
    this.header = header;
    this.speakers = speakers;
    this.persona = header.persona;
    const usual = (chance: Chance) =>
      chance.pick([
        () => chance.between(7, 25),
        () => chance.between(7, 25),
        () => chance.between(30, 180),
        () => chance.between(400, 1100),
      ])();
    this.longGap = () => (longGap ?? usual)(this.chance);
  }

  handle(): string {
    this.handles += 1;
    return `r${this.handles}`;
  }

  /** A line at the front of the next turn. */
  mark(marker: ScriptMarker): void {
    this.pending.push(marker);
  }

  /** Adds a turn; what it brings can be asked for from then on. A fact that does not stand in it is not planted. */
  say(said: Said, gap = this.gap()): void {
    const { brings = [], ...turn } = said;
    const markers = [...this.pending.splice(0), ...(turn.markers ?? [])];
    const fresh = brings.filter(({ text }) => this.facts.every((known) => known.text !== text));
    const plants = fresh.map((fact) => {
      const id = `f${this.facts.length + 1}`;
      this.facts.push({
        ...fact,
        id,
        turn: this.turns.length,
        said: `${turn.text ?? ''}\n${turn.reply}`.includes(fact.text),
        asked: 0,
      });
      return { id, text: fact.text };
    });
    const upcoming = this.reminders
      .slice(0, 4)
      .map(({ text, when, handle }) => `${text}: ${when} (${handle})`);
    const head = {
      ...(upcoming.length > 0 ? { upcoming } : {}),
      ...(this.notes.length > 0 ? { notes: this.notes.slice(-3) } : {}),
    };
    this.turns.push({
      at: gap,
      ...turn,
      ...(markers.length > 0 ? { markers } : {}),
      ...(Object.keys(head).length > 0 ? { head } : {}),
      ...(plants.length > 0 ? { plants } : {}),
    });
  }

  someone(): string {
    return this.chance.pick(this.speakers);
  }

  /**
   * A fact to be asked for: mostly from the last ten turns, now and then from far back. Details that stood in a result only
   * are mostly asked for in the next turns; later people come back to what was said.
   */
  recollect(): Known | null {
    const age = (fact: Known) => this.turns.length - fact.turn;
    const draw = this.chance.between(1, 100);
    const [from, to] = draw <= 50 ? [1, 3] : draw <= 82 ? [4, 10] : [11, 400];
    const anything = this.chance.hit(0.3);
    const near = (low: number, high: number) =>
      this.facts.filter(
        (fact) =>
          age(fact) >= low &&
          age(fact) <= high &&
          fact.asked < 4 &&
          (fact.said || anything || age(fact) <= 2),
      );
    const found = [near(from, to), near(1, 10), near(11, 400)].find((list) => list.length > 0);
    if (found === undefined) return null;
    const least = Math.min(...found.map((fact) => fact.asked));
    const fact = this.chance.pick(found.filter(({ asked }) => asked === least));
    fact.asked += 1;
    return fact;
  }

  lines(): string {
    return `${[this.header, ...this.turns].map((line) => JSON.stringify(line)).join('\n')}\n`;
  }

  private gap(): number {
    if (this.deck.length === 0) {
      const short = Array.from({ length: 10 }, () => this.chance.between(3, 42) / 10);
      this.deck = this.chance.shuffled([...short, ...Array.from({ length: 10 }, () => this.longGap())]);
    }
    return this.deck.pop() ?? 1;
  }
}
