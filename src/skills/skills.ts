// The skills: folders with a SKILL.md in the open Agent Skills format. Names and descriptions are in the system prompt,
// a body is read when it is asked for. A changed file counts from the next use on; a faulty one is named with its line.

export interface Skill {
  /** The folder's name: `meeting-notes`. */
  readonly name: string;
  /** What it does and when to use it; one line. */
  readonly description: string;
  /** What to do, as Markdown. */
  readonly body: string;
  /** Where it is from, if not from us: its front matter's `metadata` says so. */
  readonly source?: string;
}

export interface Skills {
  /** All that could be read, by name. Reads changed files anew. */
  list(): readonly Skill[];
  /** By name or a near way of writing it ("Meeting Notes", "the meeting-notes skill"); null if none or several match. */
  find(words: string): Skill | null;
  /** One sentence for each file that could not be read: name, line, what is wrong. */
  faults(): readonly string[];
}
