// Markdown that nobody has thought of: samples cut, joined and sown with markup, by a seed.
import { Seeded } from '../../fakes/slack/seeded.ts';
import { samples } from './samples.ts';

const markup = [
  '```',
  '```js',
  '````',
  '~~~',
  '`',
  '``',
  '**',
  '__',
  '*',
  '_',
  '||',
  '|',
  '> ',
  '>>> ',
  '- ',
  '1. ',
  '#### ',
  '\n',
  '\n\n',
  '    ',
  '  ',
  '|---|---|',
  '| a | b |\n|---|---|\n| c | d |\n',
  '$$',
  '\\(',
  '\\)',
  '\\',
  '<br>',
  '[x](https://example.test/y)',
  '![p](https://example.test/p.png)',
  '](',
  '<',
  '>',
  '@everyone',
  '@here',
  '<!channel>',
  '<@U0AAA111>',
  '<@111111111111111111>',
  '<@&222222222222222222>',
  '-# ',
  '~~',
  '<t:1:R>',
  '👩‍👩‍👧‍👦',
  '\u200b',
  '---',
  '===',
];

/** A text made of samples; mostly short, some of them longer than several messages. */
export function mutated(seed: number): string {
  const random = new Seeded(seed);
  const number = (below: number) => Math.floor(random.next() * below);
  const short = samples.filter((sample) => sample.text.length < 2000);
  const part = () => random.pick(short)?.text ?? '';
  const parts = Array.from({ length: 1 + number(random.next() < 0.2 ? 40 : 3) }, part);
  const lines = parts.join(random.pick(['\n', '\n\n', ' ']) ?? '').split('\n');
  for (let change = number(6); change > 0; change--) {
    const at = number(lines.length);
    const [line = ''] = lines.splice(at, 1);
    const kind = number(4);
    if (kind === 0) lines.splice(number(lines.length + 1), 0, line);
    else if (kind === 1) lines.splice(at, 0, line, line);
    else if (kind === 2)
      lines.splice(at, 0, `${random.pick(['> ', '  ', '    ', '- ', '1. ']) ?? ''}${line}`);
  }
  let text = lines.join('\n');
  for (let change = number(12); change > 0; change--) {
    const at = number(text.length + 1);
    text = text.slice(0, at) + (random.pick(markup) ?? '') + text.slice(at + number(2));
  }
  return text.toWellFormed();
}
