// Interactions that this process has taken in and not acknowledged yet. Their row may be answered before Discord has the
// acknowledgement, and the answer goes in its place: so sending the answer waits for it.

export class Acknowledging {
  readonly #open = new Map<string, Promise<void>>();

  /** @param acknowledged settles when Discord has the acknowledgement, or never will from us; it must not throw */
  begin(interaction: string, acknowledged: Promise<void>): void {
    const settled = acknowledged.finally(() => this.#open.delete(interaction));
    this.#open.set(interaction, settled);
  }

  /** Resolves when this process has nothing more to say to Discord about it; at once if it never had. */
  async settled(interaction: string): Promise<void> {
    await this.#open.get(interaction);
  }
}
