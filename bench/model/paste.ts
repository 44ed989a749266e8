// A made-up report to paste: lines of a log in no language, with the facts spread evenly through it. Always the same. Pure.

/** @param characters about how long it is */
export function reportOf(characters: number, facts: readonly string[]): string {
  const lines: string[] = [];
  const share = characters / (facts.length + 1);
  let [length, next] = [0, 0];
  for (let n = 1; length < characters; n++) {
    const fact = facts[next];
    const line = fact !== undefined && length >= share * (next + 1) ? fact : lineAt(n);
    if (line === fact) next++;
    lines.push(line);
    length += line.length + 1;
  }
  return [...lines, ...facts.slice(next)].join('\n');
}

/** No number in it has more than two digits, so that none is a fact by chance. */
function lineAt(n: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const sign = (k: number) => letters[(n * k + k * k) % letters.length] ?? 'x';
  const code = `${sign(3)}${sign(5)}${sign(7)}-${sign(11)}${sign(13)}`;
  return `${code} | ${n % 24}h | ${(n * 37) % 100} | ${(n * 53) % 100}% | ok`;
}
