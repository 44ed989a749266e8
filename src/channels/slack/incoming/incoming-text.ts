// What a person wrote on Slack, made readable: names in place of ids, links as people see them, escapes decoded, our own
// mention taken out. Pure.
import { within, withoutEnd } from '../../../text/reading-limits.ts';

export interface Names {
  /** The name of a user or channel id, where known. */
  readonly of: (id: string) => string | undefined;
}

/** The ids of people and channels in a text that have no names there. */
export function unnamedIds(text: string, self: string): readonly string[] {
  const ids = [...within('slackText', text).matchAll(/<[@#]([A-Z0-9]+)\|?>/g)].map((match) => match[1] ?? '');
  return [...new Set(ids)].filter((id) => id !== '' && id !== self);
}

/** @param self the id of our own user, whose mention is removed */
export function readable(text: string, self: string, names: Names): string {
  const own = `<@${self}(?:\\|[^<>]*)?>`;
  const [first = '', ...rest] = within('slackText', text)
    .trimStart()
    .replace(new RegExp(`^${own}[,:]?\\s*`), '')
    .split(new RegExp(own));
  const parts = [first, ...rest];
  return parts
    .map((part, at) => (at < rest.length ? withoutEnd(part, /[ \t]/) : part))
    .join('')
    .replace(/<([^<>]+)>/g, (_whole, inside: string) => wordsOf(inside, names))
    .replace(/&(lt|gt|amp);/g, decoded)
    .trim();
}

function wordsOf(inside: string, names: Names): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : inside.slice(bar + 1);
  const id = target.slice(1);
  switch (target[0]) {
    case '@':
      return `@${(label || names.of(id)) ?? id}`;
    case '#':
      return `#${(label || names.of(id)) ?? id}`;
    case '!':
      if (label)
        return label.startsWith('@') || !target.startsWith('!subteam') ? withAt(label, target) : `@${label}`;
      return `@${id.split('^')[0] ?? id}`;
    default:
      return linkOf(target, label);
  }
}

/** "<!here|here>" is "@here"; a date's label is its text. */
const withAt = (label: string, target: string): string =>
  target.startsWith('!date') || label.startsWith('@') ? label : `@${label}`;

function linkOf(url: string, label: string): string {
  const plain = url.replace(/^mailto:/, '');
  if (label === '' || label === plain || plain.replace(/^https?:\/\//, '').replace(/\/$/, '') === label) {
    return label !== '' && url.startsWith('mailto:') ? label : plain;
  }
  return `${label} (${plain})`;
}

const decoded = (_whole: string, name: string): string => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&');
