// The personas: Markdown files with a focus, concerns and a voice. A changed file counts from the next head block on;
// a faulty one is named with its line.

export interface Persona {
  /** The file's name without `.md`: `cfo`. */
  readonly slug: string;
  /** How people call it: `CFO`. */
  readonly title: string;
  /** One line for the head block and for pickers. */
  readonly description: string;
  /** An emoji beside the name, and Slack's name for it without colons; each optional. */
  readonly icon?: string;
  readonly iconName?: string;
  /** What the head block and the switch's result carry: focus, concerns, voice. */
  readonly body: string;
}

export interface Personas {
  /** All that could be read, by slug, in the order of their titles. Reads changed files anew. */
  list(): readonly Persona[];
  /** By slug, title or a plain way of saying it ("the CFO", "teaching assistant"), case aside; null if none or several match. */
  find(words: string): Persona | null;
  /** One sentence for each file that could not be read: name, line, what is wrong. */
  faults(): readonly string[];
}
