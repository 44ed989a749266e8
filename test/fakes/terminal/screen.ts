// A person's screen: a headless terminal emulator fed by the channel, and a keyboard that feeds it. What is asserted is what
// people see. Nothing here needs a real pty.
import { PassThrough, Writable } from 'node:stream';
import unicode from '@xterm/addon-unicode11';
import headless from '@xterm/headless';

export interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colours?: boolean;
}

class ScreenOutput extends Writable {
  readonly isTTY = true;
  readonly #emulator: headless.Terminal;
  readonly #colours: boolean;
  readonly #changed: () => void;
  /** All bytes, as they were written. */
  raw = '';

  constructor(emulator: headless.Terminal, colours: boolean, changed: () => void) {
    super({ decodeStrings: false });
    this.#emulator = emulator;
    this.#colours = colours;
    this.#changed = changed;
  }

  get columns(): number {
    return this.#emulator.cols;
  }

  get rows(): number {
    return this.#emulator.rows;
  }

  hasColors(): boolean {
    return this.#colours;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.raw += String(chunk);
    this.#emulator.write(chunk, () => {
      done();
      this.#changed();
    });
  }
}

export class Screen {
  readonly input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  readonly output: ScreenOutput;
  readonly #emulator: headless.Terminal;
  readonly #waiting = new Set<() => void>();

  constructor({ columns = 80, rows = 24, colours = false }: ScreenOptions = {}) {
    this.#emulator = new headless.Terminal({
      cols: columns,
      rows,
      convertEol: true,
      allowProposedApi: true,
      scrollback: 500,
    });
    this.#emulator.loadAddon(new unicode.Unicode11Addon());
    this.#emulator.unicode.activeVersion = '11';
    this.output = new ScreenOutput(this.#emulator, colours, () => {
      for (const look of this.#waiting) look();
    });
  }

  /** The lines in view, without blanks at their ends and empty lines at the end. */
  get lines(): readonly string[] {
    return this.#linesFrom(this.#emulator.buffer.active.baseY);
  }

  /** The same with what has been scrolled out of view. */
  get all(): readonly string[] {
    return this.#linesFrom(0);
  }

  get text(): string {
    return this.lines.join('\n');
  }

  /** The line with the cursor, with ▮ in its place. */
  get cursorLine(): string {
    const { cursorX, cursorY, baseY } = this.#emulator.buffer.active;
    const line = this.#emulator.buffer.active.getLine(baseY + cursorY);
    return `${line?.translateToString(false, 0, cursorX)}▮${line?.translateToString(true, cursorX)}`;
  }

  /** Whether the first cell that holds this text is bold. */
  isBold(text: string): boolean {
    const { active } = this.#emulator.buffer;
    for (let y = 0; y < active.length; y++) {
      const line = active.getLine(y);
      const at = line?.translateToString(true).indexOf(text) ?? -1;
      if (at >= 0) return line?.getCell(at)?.isBold() !== 0;
    }
    throw new Error(`not on the screen: ${text}`);
  }

  /** Types keys as a terminal sends them. */
  type(keys: string): void {
    this.input.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    this.output.emit('resize');
  }

  /** Resolves when the screen shows it. */
  until(shows: string | RegExp | ((screen: Screen) => boolean)): Promise<void> {
    const isThere =
      typeof shows === 'function'
        ? () => shows(this)
        : () => (typeof shows === 'string' ? this.text.includes(shows) : shows.test(this.text));
    return new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #linesFrom(start: number): readonly string[] {
    const { active } = this.#emulator.buffer;
    const lines: string[] = [];
    for (let y = start; y < active.length; y++)
      lines.push(active.getLine(y)?.translateToString(true).trimEnd() ?? '');
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  }
}

export const keys = {
  enter: '\r',
  tab: '\t',
  up: '\u001b[A',
  left: '\u001b[D',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  paste: (text: string) => `\u001b[200~${text}\u001b[201~`,
} as const;
