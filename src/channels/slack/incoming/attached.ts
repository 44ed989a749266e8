// Files that people attach on Slack: which of them may be read, and fetching one. Our token opens them, and goes to Slack's
// own hosts only; where it does not open them, Slack answers with its sign-in page.
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type AttachedFile, type Fetched, type FetchLimits, kindOfFile } from '../../../delivery/files.ts';
import type { Log } from '../../../log.ts';
import { kindOf } from '../../attached.ts';
import { download, isAt } from '../../download.ts';
import { failureOf } from '../errors.ts';
import type { SlackSettings } from '../settings.ts';

/** A file as a message or files.info tells of it. */
export const toldFile = z.object({
  id: z.string().optional(),
  name: z.string().nullish(),
  mimetype: z.string().nullish(),
  size: z.number().optional(),
  mode: z.string().optional(),
  is_external: z.boolean().optional(),
  file_access: z.string().optional(),
  url_private: z.string().optional(),
  url_private_download: z.string().optional(),
});
type ToldFile = z.output<typeof toldFile>;

/** What else a message carries: previews, and messages that were shared. */
export const toldAttachment = z.object({
  is_share: z.boolean().optional(),
  is_msg_unfurl: z.boolean().optional(),
});

/** Whose name is all there is of it: hidden by a plan's limit, deleted, or kept at another service. */
const MODES_WITHOUT = new Set(['external', 'hidden_by_limit', 'tombstone']);
const TEXT_MODES = new Set(['snippet', 'post', 'email']);

/** What is attached to a message: the files that may be read, and the names of all else. */
export function sorted(message: {
  readonly files?: readonly ToldFile[] | undefined;
  readonly attachments?: readonly z.output<typeof toldAttachment>[] | undefined;
}): { readonly files: readonly AttachedFile[]; readonly attachments: readonly string[] } {
  const all = (message.files ?? []).map((one) => ({ file: fileOf(one), one }));
  const shared = (message.attachments ?? []).filter((each) => each.is_share || each.is_msg_unfurl);
  const names = all.flatMap(({ file, one }) =>
    file ? [] : `${one.name ?? 'a file'} (${kindOf(one.mimetype)})`,
  );
  return {
    files: all.flatMap(({ file }) => file ?? []),
    attachments: [...names, ...shared.map(() => 'a forwarded message')],
  };
}

/** Null if it is not to be read. */
function fileOf(told: ToldFile): AttachedFile | null {
  const { id, name, mimetype, size = 0, mode = 'hosted', is_external: isExternal } = told;
  if (id === undefined || isExternal || MODES_WITHOUT.has(mode)) return null;
  const base = { name: name ?? 'a file', mediaType: mimetype ?? '', bytes: size, ref: id };
  // Of another workspace's file a message tells nothing but its id.
  if (told.file_access === 'check_file_info') return { ...base, kind: 'unknown' };
  const url = told.url_private_download ?? told.url_private;
  const kind = TEXT_MODES.has(mode) ? 'text' : kindOfFile(base.name, base.mediaType);
  return url && kind ? { ...base, kind, url } : null;
}

/** Hosts that our token may go to, and those of Slack's that get none. */
const OWN_HOSTS = ['slack.com'];
const OTHER_HOSTS = ['slack-edge.com', 'slack-files.com'];

const lacking = { ok: false, why: 'the app lacks files:read' } as const;
const gone = { ok: false, why: 'it is gone' } as const;

interface FilesParts {
  readonly settings: Pick<SlackSettings, 'botToken' | 'apiUrl'>;
  readonly client: WebClient;
  readonly log: Log;
}

export class Files {
  readonly #parts: FilesParts;
  #told = false;

  constructor(parts: FilesParts) {
    this.#parts = parts;
  }

  /** @param scopes what the app may do, if that is known @throws the signal's reason */
  async fetch(file: AttachedFile, limits: FetchLimits, scopes: readonly string[] | null): Promise<Fetched> {
    if (scopes && !scopes.includes('files:read')) return this.#lacking();
    const found = file.url ? file : await this.#ask(file);
    if ('ok' in found) return found;
    const got = await download(found.url ?? '', limits, (url) => this.#headersFor(url));
    if (!got.ok) return got.status === 404 || got.status === 410 ? gone : { ok: false, why: got.why };
    if (got.type === 'text/html' && isSignIn(found, got.from)) return this.#lacking();
    return { ok: true, bytes: got.bytes, name: found.name, mediaType: found.mediaType };
  }

  /** What files.info tells of it. */
  async #ask(file: AttachedFile): Promise<AttachedFile | Extract<Fetched, { ok: false }>> {
    try {
      const told = toldFile.safeParse((await this.#parts.client.files.info({ file: file.ref })).file).data;
      const { file_access: _, ...rest } = told ?? {};
      return fileOf(rest) ?? { ok: false, why: 'not a kind that I read' };
    } catch (error) {
      const { code } = failureOf(error);
      if (code === 'missing_scope') return this.#lacking();
      if (code === 'file_not_found' || code === 'file_deleted') return gone;
      this.#parts.log.info({ code }, 'Slack does not tell of a file');
      return { ok: false, why: 'Slack does not tell of it' };
    }
  }

  #headersFor(url: URL): Readonly<Record<string, string>> | null {
    const { botToken, apiUrl } = this.#parts.settings;
    if (isAt(url, OWN_HOSTS, apiUrl)) return { authorization: `Bearer ${botToken}` };
    return isAt(url, OTHER_HOSTS, null) ? {} : null;
  }

  /** Said once in the log, and under each file. */
  #lacking(): typeof lacking {
    if (!this.#told)
      this.#parts.log.warn(
        {},
        'files that people attach are not read: the app lacks files:read (docs/slack.md)',
      );
    this.#told = true;
    return lacking;
  }
}

/** A page in place of a file that is none, or where redirects have led to signing in. */
const isSignIn = ({ name, mediaType }: AttachedFile, from: URL): boolean =>
  from.searchParams.has('redir') ||
  from.pathname.startsWith('/signin') ||
  (mediaType !== 'text/html' && !/\.html?$/i.test(name));
