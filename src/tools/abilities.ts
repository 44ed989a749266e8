// What Peacrab can do and cannot do, in one place: from the tools that have a place, the settings and the channel. The system
// prompt, the skill about-peacrab, the help and the home say it from here, each in its own language. Pure.
import type { Channel } from '../delivery/channel.ts';
import { english, type PlainKey, type Say } from '../language/say.ts';
import type { AnyTool } from './runner.ts';

export interface AbilityFacts {
  /** Those that have a place. */
  readonly tools: readonly Pick<AnyTool, 'name' | 'description' | 'outside'>[];
  /** Whether the model takes images. */
  readonly readImages: boolean;
  /** Where one is spoken with; only some fetch what is attached. */
  readonly channel: Pick<Channel, 'fetch'> | undefined;
}

export interface Abilities {
  /** Beside what it can everywhere: remind, note, speak as a persona, keep tasks. */
  readonly can: readonly Ability[];
  readonly cannot: readonly Ability[];
}

type Ability =
  | { readonly key: Extract<PlainKey, `able.${string}`> }
  /** Tools of servers that the operator connected, by name. */
  | { readonly key: 'able.tools'; readonly names: readonly string[] };

/** What only a tool that reaches outside can do, with the words by which such a tool is known. */
const deeds: readonly (readonly [key: Extract<PlainKey, `able.${string}`>, known: RegExp])[] = [
  ['able.mail', /mail|outlook/iu],
  ['able.browse', /fetch_page|brows|(?<!\p{L})(?:web|internet|url)/iu],
  ['able.book', /(?<!\p{L})book(?!mark)|reserv|calendar|appointment/iu],
  ['able.buy', /(?<!\p{L})(?:buy|order|purchas|shop|checkout)/iu],
];

export function abilitiesOf({ tools, readImages, channel }: AbilityFacts): Abilities {
  const files = channel?.fetch !== undefined;
  const outside = tools.filter((tool) => tool.outside);
  const page = outside.some(({ name }) => name === 'fetch_page');
  const others = outside.map(({ name }) => name).filter((name) => name !== 'fetch_page');
  const yes = (is: boolean, key: Extract<PlainKey, `able.${string}`>): readonly Ability[] =>
    is ? [{ key }] : [];
  return {
    can: [
      ...yes(files, 'able.files'),
      ...yes(files && readImages, 'able.pictures'),
      ...yes(page, 'able.pages'),
      ...(others.length > 0 ? [{ key: 'able.tools', names: others } as const] : []),
    ],
    cannot: [
      ...missingDeeds(tools).map((key) => ({ key })),
      ...yes(!files, 'able.files'),
      ...yes(files && !readImages, 'able.pictures'),
      { key: 'able.documents' },
      { key: 'able.calls' },
      { key: 'able.rooms' },
    ],
  };
}

function missingDeeds(tools: AbilityFacts['tools']): readonly (typeof deeds)[number][0][] {
  const outside = tools.filter((tool) => tool.outside);
  return deeds
    .filter(([, known]) => !outside.some(({ name, description }) => known.test(`${name} ${description}`)))
    .map(([key]) => key);
}

/** Both lists as a line each, for people and for the skill. */
export function abilityLines({ can, cannot }: Abilities, say: Say): readonly string[] {
  const listed = (abilities: readonly Ability[]) => abilities.map((each) => sayAbility(each, say)).join(', ');
  return [
    ...(can.length > 0 ? [say('able.can', { list: listed(can) })] : []),
    say('able.cannot', { list: listed(cannot) }),
  ];
}

const sayAbility = (ability: Ability, say: Say): string =>
  'names' in ability ? say('able.tools', { names: ability.names.join(', ') }) : say(ability.key);

/** Where the system prompt's line stands, in prompts/system.md. */
const CANNOT_LINE = /^- You cannot \{\{cannot\}\}\..*\n?/mu;

/**
 * The prompt with what no tool does, the same in every room so that its bytes stay: "You cannot send mail, browse the web,
 * book or buy." The line goes if there is nothing.
 */
export function withDeeds(prompt: string, tools: AbilityFacts['tools']): string {
  const missing = missingDeeds(tools).map((key) => english(key));
  if (missing.length === 0) return prompt.replace(CANNOT_LINE, '');
  const list = [missing.slice(0, -1).join(', '), ...missing.slice(-1)].filter((part) => part !== '');
  return prompt.replace('{{cannot}}', list.join(' or '));
}

/** A skill's body with what can be done here in place of `{{abilities}}`. */
export function withAbilities(body: string, abilities: Abilities): string {
  return body.replace('{{abilities}}', () => abilityLines(abilities, english).join('\n'));
}
