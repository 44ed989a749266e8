// Files that people attach: what a channel tells of one, which kinds are read and how much of them, and what came of
// reading. All of it is plain JSON, stored with its message. Pure.

/** A file that came with a message and that may be read: what the channel needs to find it again. */
export interface AttachedFile {
  readonly name: string;
  /** As the platform says; '' if it does not. */
  readonly mediaType: string;
  /** As the platform says; 0 if it does not. */
  readonly bytes: number;
  /** 'unknown': only asking the platform tells what it is. */
  readonly kind: FileKind | 'unknown';
  /** The channel's own name for it. */
  readonly ref: string;
  /** Where it was to be had when the message came. */
  readonly url?: string;
}

export type FileKind = 'text' | 'image';

/** A file as it is stored with its message; without `seen` it was not looked at yet. */
export interface SpokenFile extends AttachedFile {
  readonly seen?: Seen;
}

/** What came of reading: its text with nothing in it that reads like ours, an image that went to the model, or why neither. */
export type Seen =
  | { readonly as: 'text'; readonly text: string; readonly lines: number }
  | { readonly as: 'image' }
  | { readonly as: 'nothing'; readonly why: string };

/** What a channel gives of a file. What it learned of name and kind only then comes along. */
export type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly name: string; readonly mediaType: string }
  | { readonly ok: false; readonly why: string };

export interface FetchLimits {
  /** Bytes of the file, unpacked; whatever the platform says, no more is read. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** At most, for one turn. */
export const filesAtMost = 5;
export const imagesAtMost = 3;
/** Bytes of one file. */
export const mostBytesOf: Readonly<Record<FileKind, number>> = { text: 256 * 1024, image: 1024 * 1024 };

/** The images that models take, with the hexadecimal digits that they begin with. */
const IMAGES: readonly (readonly [mediaType: string, begins: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

const TEXT_TYPE =
  /^(?:text\/|image\/svg|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)$|application\/(?:x-)?(?:ndjson|yaml|toml|javascript|typescript|ecmascript|sh|shellscript|sql|httpd-php|perl|ruby|python|tex|latex|csv|log|json5|subrip)$|message\/)/;
const TEXT_ENDING =
  /\.(?:txt|text|log|md|markdown|rst|adoc|org|csv|tsv|json|jsonl|ndjson|json5|xml|svg|html?|css|scss|less|ya?ml|toml|ini|cfg|conf|config|properties|env|editorconfig|diff|patch|sql|graphql|proto|sh|bash|zsh|fish|bat|cmd|ps1|[cm]?[jt]sx?|vue|svelte|py|rb|php|pl|lua|r|jl|go|rs|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|fs|vb|dart|ex|exs|erl|hs|clj|el|lisp|ml|nim|zig|tf|hcl|gradle|cmake|mk|tex|bib|srt|vtt|ics|vcf|eml|po|pem|crt|lock|gitignore|dockerfile)$/i;
const TEXT_NAME = /^(?:dockerfile|makefile|readme|licen[cs]e|changelog|procfile|gemfile)$/i;

/** What it is by its name and by what the platform says; null: not a kind that is read. */
export function kindOfFile(name: string, mediaType: string): FileKind | null {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (IMAGES.some(([image]) => image === type)) return 'image';
  // The ending first: platforms take TypeScript for a video.
  if (TEXT_ENDING.test(name) || TEXT_NAME.test(name) || TEXT_TYPE.test(type)) return 'text';
  return null;
}

/** An image's media type by its first bytes, whatever it is called; null if models do not take it. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const front = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return IMAGES.find(([, begins]) => begins.test(front))?.[0] ?? null;
}

/** Control characters: terminals obey them, people do not see them. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** The text that the bytes spell: UTF-8, or UTF-16 with its mark; null if they are no text. Lines end with \n. */
export function textOfBytes(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const charset =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n').replace(CONTROL, '');
  } catch {
    return null;
  }
}

/** "312 bytes", "12 kB", "3.4 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** Whether it will be looked at. @param images whether the model takes images */
export const isReadable = ({ kind }: AttachedFile, images: boolean): boolean => images || kind !== 'image';
