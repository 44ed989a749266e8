// Bracketed paste: the terminal marks where pasted text begins and ends, so that its line breaks are not taken for Enter.
// What was typed passes through to the line editor; what was pasted is handed over whole. A line break of it is shown as ↵
// while it is edited, which keeps the editor (and its history) at one line.
import { Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { withoutEnd } from '../../text/reading-limits.ts';
import { printable } from './printable.ts';

/** Asks the terminal to mark pastes, and no longer to. */
export const pasteOn = '\u001b[?2004h';
export const pasteOff = '\u001b[?2004l';

const begin = '\u001b[200~';
const end = '\u001b[201~';
const lineBreak = '↵';

export class PasteFilter extends Transform {
  readonly #pasted: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #held = '';
  #paste: string[] | null = null;

  /** @param pasted gets a pasted text, fit for the line editor */
  constructor(pasted: (text: string) => void) {
    super();
    this.#pasted = pasted;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = this.#held + this.#decoder.write(chunk);
    this.#held = '';
    for (;;) {
      const mark = this.#paste === null ? begin : end;
      const at = rest.indexOf(mark);
      if (at < 0) break;
      this.#pass(rest.slice(0, at));
      rest = rest.slice(at + mark.length);
      if (this.#paste === null) this.#paste = [];
      else this.#finish();
    }
    const kept = partOf(this.#paste === null ? begin : end, rest);
    this.#held = kept;
    this.#pass(rest.slice(0, rest.length - kept.length));
    done();
  }

  #pass(text: string): void {
    if (text === '') return;
    if (this.#paste) this.#paste.push(text);
    else this.push(text);
  }

  #finish(): void {
    const text = this.#paste?.join('') ?? '';
    this.#paste = null;
    this.#pasted(onOneLine(text));
  }
}

/** The longest end of the text with which the mark may begin. */
function partOf(mark: string, text: string): string {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  return '';
}

/** A text for the line editor; an end of line at its very end is left out. */
export const onOneLine = (text: string): string =>
  withoutEnd(printable(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')), /\n/).replaceAll('\n', lineBreak);

/** What was meant, of a line from the editor. */
export const withLineBreaks = (line: string): string => line.replaceAll(lineBreak, '\n');
