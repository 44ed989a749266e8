// The values of settings that no one may read: keys, tokens, the database's address. A library's error may hold one; whatever
// goes to the model or to people goes through here first. Pure.

/** Shorter values are also common words: taken out of texts they would do harm, and keep nothing secret. */
const SHORTEST = 8;

/** The secret values among settings, the longest first, without what is too short to be one. */
export function secretsIn(
  values: readonly (string | undefined)[],
  addresses: readonly string[],
): readonly string[] {
  const inside = addresses.flatMap((address) => {
    const { password } = new URL(address);
    return [address, password, decodeURIComponent(password)];
  });
  const all = [...values, ...inside].flatMap((value) => (value && value.length >= SHORTEST ? [value] : []));
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

/** The text without any of them. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((clean, secret) => clean.replaceAll(secret, '(hidden)'), text);
