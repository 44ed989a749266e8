// Messages whose content comes in parts: a system prompt with a cache breakpoint, or a person's words with images. Read as
// strictly as servers do that take images; what a template reads of them is a string again.
import { type Refusal, refuse } from '../../../demo/strict.ts';

interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly cache_control?: unknown;
  readonly image_url?: { readonly url?: unknown };
}

const BEGINS: Readonly<Record<string, string>> = {
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
  'image/gif': '474946383',
  'image/webp': '52494646',
};

/** What is wrong with the parts of a request's messages, or undefined. @param sees whether the model takes images */
export function refuseParts(messages: unknown, sees: boolean): Refusal | undefined {
  if (!Array.isArray(messages)) return undefined;
  for (const [at, { role, content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    const images = (content as Part[]).filter(({ type }) => type !== 'text');
    if (images.length === 0) {
      if (content.length === 1 && content[0]?.cache_control) continue;
      return refuse(`messages[${at}]: content must be a string.`);
    }
    if (!sees)
      return refuse(`messages[${at}]: image input is not supported - hint: you may need mmproj`, 500);
    if (role !== 'user') return refuse(`messages[${at}]: only a user may send images.`);
    const wrong = (content as Part[]).map(refusePart).find((each) => each !== undefined);
    if (wrong !== undefined) return refuse(`messages[${at}]: ${wrong}`);
  }
  return undefined;
}

function refusePart({ type, text, image_url: image }: Part, at: number): string | undefined {
  if (type === 'text')
    return typeof text === 'string' && text.trim() !== '' ? undefined : 'an empty text part.';
  if (type !== 'image_url') return `a part of unknown type ${String(type)}.`;
  if (at === 0) return 'the words must come before the images.';
  const [, media = '', data = ''] = /^data:([\w/+-]+);base64,(.*)$/s.exec(String(image?.url)) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const isWhole = data !== '' && bytes.toString('base64') === data;
  const begins = BEGINS[media];
  if (begins === undefined || !isWhole || !bytes.toString('hex').startsWith(begins))
    return `no image of type "${media}".`;
  return undefined;
}

/** The text of a content, in parts or not. */
export function textOfContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return (content as Part[]).flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n');
}

/** The addresses of its images. */
export function imagesOfContent(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as Part[]).flatMap(({ image_url: image }) => (image ? [String(image.url)] : []));
}

/** The messages as a template reads them: without images. */
export function withoutParts(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => ({ ...message, content: textOfContent(message?.content) }));
}
