// Formulas as code: neither platform draws them, and as text they would lose their backslashes and underscores. Pure.
import { outsideCode } from './inline.ts';

const begins = /^((?:[ \t]|>)*)(?:\$\$|\\\[)[ \t]*$/;
const ends = /^(?:[ \t]|>)*(?:\$\$|\\\])[ \t]*$/;
const linesAtMost = 40;

/** In order: $$x$$, $x$ with a sign of LaTeX in it, \(x\), \[x\]. */
const inline = [
  /(?<![\\$])\$\$(?!\$)([^`\n$\ue000]+?)\$\$(?!\$)/g,
  /(?<![\w\\$])\$(?=[^\s$])(?=[^$`\n\ue000]*[\\^_{])([^$`\n\ue000]+)(?<=\S)\$(?![\w${(])/g,
  /(?<!\\)\\\(((?:(?!\\\()[^`\n\ue000])*?)\\\)/g,
  /(?<!\\)\\\[((?:(?!\\\[)[^`\n\ue000])*?)\\\]/g,
];

/** Rewrites lines that are no code. */
export function withoutFormulas(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const quote = begins.exec(line)?.[1];
    const rest = quote === undefined ? [] : lines.slice(at + 1, at + linesAtMost);
    const length = rest.findIndex((each) => ends.test(each));
    if (length > 0 && !rest.slice(0, length).some((each) => each.includes('`'))) {
      out.push(`${quote}\`\`\``, ...rest.slice(0, length), `${quote}\`\`\``);
      at += length + 1;
    } else {
      const isPlain = !line.includes('$') && !line.includes('\\');
      out.push(
        isPlain
          ? line
          : outsideCode(line, (text) => inline.reduce((all, each) => all.replace(each, asCode), text)),
      );
    }
  }
  return out;
}

/** Escaped brackets around plain words are no formula, nor is the text between two variables of a shell. */
function asCode(whole: string, inside: string): string {
  const formula = inside.trim();
  const isFormula = whole.startsWith('$$')
    ? formula !== ''
    : whole.startsWith('$')
      ? /[\\^{]|(?<!\w)[a-z]_/i.test(formula) && !formula.includes('"')
      : /[\\^_={}<>]/.test(formula) || /^\\\(\s*\w\s*\\\)$/.test(whole);
  return isFormula ? `\`${formula}\`` : whole;
}
