// Colours and bold as terminals draw them, or nothing at all where they are not wanted (NO_COLOR, a pipe).
import { styleText } from 'node:util';

/** @param format names as `util.styleText` knows them */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export const painted: Paint = (format, text) => styleText(format, text, { validateStream: false });

export const unpainted: Paint = (_format, text) => text;
