// The start screen on a person's screen: the same rows, wrapped under their own column, and a row on the keys. Pure.
import stringWidth from 'string-width';
import type { Say } from '../../language/say.ts';
import type { Paint } from './paint.ts';
import { indented, wrapped } from './wrap.ts';

/** @param banner a title and rows such as "  Where   this terminal" */
export function bannerText(banner: string, columns: number, paint: Paint, say: Say): string {
  const [title = '', ...rows] = banner.split('\n');
  const keys = say('terminal.keys-title');
  const gap = ' '.repeat(Math.max(1, 8 - stringWidth(keys)));
  const all = [...rows, `  ${keys}${gap}${say('terminal.keys')}`];
  return [paint('bold', title), ...all.map(drawn)].join('\n');

  function drawn(row: string): string {
    const [, name = '', text = row] = /^( {2}\S+ +)(.*)$/.exec(row) ?? [];
    const width = stringWidth(name);
    return indented(wrapped(text, columns - width), paint('dim', name), ' '.repeat(width));
  }
}
