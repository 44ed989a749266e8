// Links whose words say another address than the one they lead to: "[bank.com](https://evil.example)". What a person would
// believe to be the address is written beside the real one. Shared by the platforms that hide addresses behind words. Pure.

/** An address or the name of a host in a link's words; up to a length that no host has. */
const HOST = /(?:https?:\/\/)?(?:[\p{L}\p{N}-]{1,63}[.。．]){1,8}[\p{L}]{2,24}(?![\p{L}\p{N}])/giu;
/** Endings of files, which are no hosts: "[readme.md](https://…)". */
const FILE =
  /\.(?:md|txt|pdf|png|jpe?g|gif|svg|csv|tsv|json|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|sh|sql|log|docx?|xlsx?|pptx?|zip|gz)$/iu;
const LINK =
  /(?<![!\\])\[([^\][\n]{1,300})\]\(<?(https?:\/\/[^()\s<>]{1,2000}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,300})?)>?\)/giu;

/** Whether the words of a link look like an address that leads elsewhere. */
export function masks(words: string, address: string): boolean {
  const real = hostOf(address);
  const named = words.slice(0, 300).match(HOST) ?? [];
  return named.some((each) => (/^https?:/i.test(each) || !FILE.test(each)) && !isOf(hostOf(each), real));
}

/** A line with the address of each such link written out after its words. */
export const withHonestLinks = (line: string): string =>
  line.includes('](')
    ? line.replace(LINK, (whole, words: string, address: string) =>
        masks(words, address) ? `${words} (${address})` : whole,
      )
    : line;

/** A display name that brings no link of its own: what would be one is shown as it is written. */
export const shownName = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/\](?=[([])/g, '] ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');

/** Without "www."; '' for what is no address. */
function hostOf(written: string): string {
  const address = /^https?:\/\//i.test(written) ? written : `https://${written}`;
  return (URL.parse(address)?.hostname ?? '').replace(/^www\./, '');
}

/** "[example.com](https://docs.example.com/a)" is honest. */
const isOf = (named: string, real: string): boolean => named === real || real.endsWith(`.${named}`);
