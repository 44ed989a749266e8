// Text from a model, a page or a file never drives the terminal: no escape sequence and no control character reaches it,
// but for line breaks and tabs. Pure, and linear in the text's length (`util.stripVTControlCharacters` is not).

const esc = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);
/** Whole sequences, so that "[31m" does not stay behind: CSI (colours, the cursor) and OSC (the title, the clipboard). */
const sequence = new RegExp(
  `${esc}(?:\\[[0-9;:<=>?]*[ -/]*[@-~]|\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?)?`,
  'gu',
);
const control = /[\p{Cc}--[\n\t]]/gv;

export const printable = (text: string): string => text.replace(sequence, '').replace(control, '');
