// The start screen on a person's screen: the same rows, wrapped under their own column, and a row on the keys. Pure.

import type { Paint } from './paint.ts';
import { indented, wrapped } from './wrap.ts';

const keys = 'Tab completes | arrow up brings back what you typed | Ctrl-C stops | Ctrl-D quits';

/** @param banner a title and rows such as "  Where   this terminal" */
export function bannerText(banner: string, columns: number, paint: Paint): string {
  const [title = '', ...rows] = banner.split('\n');
  return [paint('bold', title), ...[...rows, `  ${'Keys'.padEnd(8)}${keys}`].map(drawn)].join('\n');

  function drawn(row: string): string {
    const [, name = '', text = row] = /^( {2}\S+ +)(.*)$/.exec(row) ?? [];
    return indented(wrapped(text, columns - name.length), paint('dim', name), ' '.repeat(name.length));
  }
}
