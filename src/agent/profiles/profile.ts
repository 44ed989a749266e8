// The profile of a model: its family, told by its name, and its server, told by its address. MODEL_PROFILE says either
// or both where the names mislead.
import { PeacrabError } from '../../errors.ts';
import { families, generic, type Sampling, type Template, type Thinking } from './families.ts';
import { type CacheField, hosted, servers } from './servers.ts';

export interface Profile {
  readonly family: string;
  readonly server: string;
  readonly template: Template;
  readonly thinking: Thinking;
  readonly sampling: Sampling;
  readonly cache: CacheField;
  /** How long the server's prompt cache lives, unless the operator says otherwise. */
  readonly cacheMinutes: number;
}

/**
 * The profile for a model on a server.
 *
 * @param chosen MODEL_PROFILE: the name of a family, of a server, or both with a comma; empty: by the names
 * @throws PeacrabError CONFIG for a name that is neither, naming those that exist
 */
export function profileFor(modelName: string, baseUrl: string, chosen = ''): Profile {
  const names = chosen
    .toLowerCase()
    .split(',')
    .flatMap((name) => name.trim() || []);
  const named = <T extends { readonly name: string }>(list: readonly T[]) =>
    list.filter(({ name }) => names.includes(name));
  const [family = families.find(({ models }) => models.test(modelName)) ?? generic, secondFamily] =
    named(families);
  const [server = byAddress(baseUrl), secondServer] = named(servers);
  const unknown = names.find((name) => [...families, ...servers].every((one) => one.name !== name));
  if (unknown !== undefined || secondFamily || secondServer)
    throw new PeacrabError(
      'CONFIG',
      `MODEL_PROFILE ${unknown === undefined ? 'names two of a kind' : `does not know "${unknown}"`}. Name a family (${listed(families)}), a server (${listed(servers)}), or one of each with a comma; or leave it empty.`,
    );
  const thinks = family.thinkers?.models.test(modelName) ?? false;
  return {
    family: family.name,
    server: server.name,
    template: family.template,
    thinking: family.thinking,
    sampling: (thinks ? family.thinkers?.sampling : undefined) ?? family.sampling,
    cache: server.cache(modelName),
    cacheMinutes: server.cacheMinutes,
  };
}

function byAddress(baseUrl: string) {
  const url = URL.parse(baseUrl);
  return servers.find(({ at }) => url !== null && at(url)) ?? hosted;
}

const listed = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(', ');
