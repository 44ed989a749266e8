// The prompt of a person's screen: Node's line editor, with what arrives printed above it. The prompt, what is half typed
// and the cursor's place are drawn again each time; above the prompt one line shows what is being done. Ctrl-C and Tab are
// decided elsewhere; pastes come through a filter.
import { createInterface, type Interface } from 'node:readline';
import type { Say } from '../../language/say.ts';
import { choicesText } from './choices.ts';
import { type Completion, commonStart } from './completer.ts';
import { interrupted } from './interrupt.ts';
import type { Paint } from './paint.ts';
import { PasteFilter, pasteOff, pasteOn, withLineBreaks } from './paste.ts';
import { columnsOf, type TerminalInput, type TerminalOutput } from './screen.ts';
import { type Doing, statusLine } from './status-line.ts';

export interface PromptParts {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly paint: Paint;
  readonly say: () => Say;
  /** What was typed before, the latest first. */
  readonly history: readonly string[];
  readonly complete: (line: string) => Promise<Completion>;
  /** A line was entered; it may hold line breaks. */
  readonly entered: (line: string) => void;
  /** Ctrl-C asks to stop what is being done. */
  readonly stop: () => void;
  /** The person wants to leave, or the input has ended. Called once. */
  readonly closed: () => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic: () => number;
  /** How often the line that shows what is being done is drawn anew, in milliseconds. */
  readonly drawEveryMs: number;
}

const historyAtMost = 500;
const clearDown = '\r\u001b[J';
const up = (rows: number) => (rows > 0 ? `\u001b[${rows}A` : '');

export class Prompt {
  readonly #parts: PromptParts;
  readonly #keys: PasteFilter;
  readonly #lines: Interface;
  #doing: Doing | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Whether Ctrl-C has just said that once more quits. */
  #isWarned = false;
  /** How many rows the editor has drawn above the cursor. */
  #rows = 0;
  #history: string[] = [];

  constructor(parts: PromptParts) {
    this.#parts = parts;
    this.#keys = this.#filtered(parts.input);
    parts.output.on('resize', this.#resized);
    this.#lines = createInterface({
      input: this.#keys,
      output: parts.output,
      terminal: true,
      prompt: this.#prompt,
      history: [...parts.history],
      historySize: historyAtMost,
      removeHistoryDuplicates: true,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        this.#complete(line).then(
          (result) => done(null, result),
          () => done(null, [[], line]),
        );
      },
    });
    this.#keys.prependListener('keypress', this.#pressed);
    this.#keys.on('keypress', () => {
      this.#rows = this.#lines.getCursorPos().rows;
    });
    this.#lines.on('history', (history) => {
      this.#history = history;
    });
    this.#lines.on('line', (line) => this.#entered(line));
    this.#lines.on('SIGINT', () => this.#interrupted());
    this.#lines.on('close', () => this.#closed());
    parts.output.write(pasteOn);
    this.#lines.prompt();
  }

  /** Prints a text above the prompt, with an empty line behind it. */
  above(text: string): void {
    const { rows } = this.#lines.getCursorPos();
    // The editor goes up by as many rows as it has drawn above the cursor: they are there again before it does.
    this.#parts.output.write(`${up(rows)}${clearDown}${text}\n\n${'\n'.repeat(rows)}`);
    this.#redraw();
  }

  /** @param what what is being done; null when it is over */
  show(what: string | null): void {
    if (what === (this.#doing?.what ?? null)) return;
    this.#doing = what === null ? null : { what, since: this.#doing?.since ?? this.#parts.monotonic() };
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = what === null ? null : setInterval(this.#tick, this.#parts.drawEveryMs).unref();
    this.#redraw();
  }

  /** Forgets all that was typed: the arrows no longer bring it back. */
  forget(): void {
    this.#history.length = 0;
  }

  close(): void {
    this.#lines.close();
  }

  #filtered(input: TerminalInput): PasteFilter {
    const keys = new PasteFilter((text) => this.#lines.write(text));
    const setRawMode = input.setRawMode?.bind(input);
    return input.pipe(setRawMode ? Object.assign(keys, { setRawMode }) : keys);
  }

  get #prompt(): string {
    const { paint, say } = this.#parts;
    return `${paint(['bold', 'cyan'], say()('terminal.prompt'))} `;
  }

  /** The prompt, with the line that shows what is being done above it. */
  #text(): string {
    const { paint, output, monotonic, say } = this.#parts;
    if (!this.#doing) return this.#prompt;
    return `${statusLine(this.#doing, monotonic(), columnsOf(output), paint, say())}\n${this.#prompt}`;
  }

  #redraw(): void {
    this.#lines.setPrompt(this.#text());
    this.#lines.prompt(true);
    this.#rows = this.#lines.getCursorPos().rows;
  }

  /** Draws only the line that changes, so that nothing flickers while one types. */
  readonly #tick = (): void => {
    if (!this.#doing) return;
    const text = this.#text();
    this.#lines.setPrompt(text);
    const { rows } = this.#lines.getCursorPos();
    this.#parts.output.write(`\u001b7${up(rows)}\r${text.split('\n')[0]}\u001b[K\u001b8`);
  };

  /**
   * Comes before the editor's own listener, which goes up by the rows that were drawn at the old width. Where they are fewer
   * now, it would erase the lines above.
   */
  readonly #resized = (): void => {
    const { rows } = this.#lines.getCursorPos();
    if (rows < this.#rows) this.#parts.output.write('\n'.repeat(this.#rows - rows));
    this.#lines.setPrompt(this.#text());
    this.#rows = rows;
  };

  /** Comes before the editor's own listener: a line that is entered must not leave behind what was being done. */
  readonly #pressed = (
    _text: string | undefined,
    key: { readonly ctrl?: boolean; readonly name?: string },
  ): void => {
    if (!(key.ctrl && key.name === 'c')) this.#isWarned = false;
    const leaves = key.ctrl === true && key.name === 'd' && this.#lines.line === '';
    if (!this.#doing || !(leaves || key.name === 'return' || key.name === 'enter')) return;
    this.#lines.setPrompt(this.#prompt);
    this.#lines.prompt(true);
  };

  #entered(line: string): void {
    this.#parts.entered(withLineBreaks(line));
    this.#redraw();
  }

  #interrupted(): void {
    const { paint, say } = this.#parts;
    const typed = this.#lines.line;
    const does = interrupted({ typed, working: this.#doing !== null, isWarned: this.#isWarned });
    this.#isWarned = does === 'stop' || does === 'hint';
    switch (does) {
      case 'clear':
        this.#lines.write(null, { ctrl: true, name: 'e' });
        this.#lines.write(null, { ctrl: true, name: 'u' });
        return;
      case 'stop':
        this.above(paint('dim', say()('terminal.stopping')));
        this.#parts.stop();
        return;
      case 'hint':
        this.above(paint('dim', say()('terminal.quits')));
        return;
      case 'quit':
        this.#lines.close();
    }
  }

  async #complete(line: string): Promise<[string[], string]> {
    const { partial, choices } = await this.#parts.complete(line);
    const values = choices.map(({ value }) => value);
    const [only] = values;
    if (only !== undefined && values.length === 1) return [[`${only} `], partial];
    const start = commonStart(values);
    if (start.length > partial.length && start.startsWith(partial)) return [[start], partial];
    if (values.length > 1) this.above(choicesText(choices, columnsOf(this.#parts.output), this.#parts.paint));
    return [[], line];
  }

  #closed(): void {
    const { input, output } = this.#parts;
    if (this.#timer) clearInterval(this.#timer);
    this.#doing = null;
    output.removeListener('resize', this.#resized);
    input.unpipe(this.#keys);
    input.pause();
    output.write(`${up(this.#lines.getCursorPos().rows)}${clearDown}${pasteOff}`);
    this.#parts.closed();
  }
}
