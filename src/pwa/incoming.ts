/** Reads shares and `web+oneclaw:` links. They only fill the composer; nothing is sent without the user. */
import { shorten } from '#shared/shorten.ts';
import type { Incoming } from '#src/state/incoming.ts';

/** Where the service worker stores shares. */
const cacheName = 'oneclaw-incoming';
/** Longer texts are cut. */
const maxCharacters = 100_000;

const prefix = '#/incoming/';

/** Undefined for any other route; null if the share no longer exists or the link is invalid. */
export async function readIncoming(hash: string): Promise<Incoming | null | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  const [kind = '', link] = hash.slice(prefix.length).split('/', 2);
  return kind === 'link' ? readLink(link ?? '') : consumeShare(kind);
}

/** `web+oneclaw:chat?text=…`: a text for the composer. Other parameters are ignored. */
function readLink(encoded: string): Incoming | null {
  try {
    const link = new URL(decodeURIComponent(encoded));
    if (link.protocol !== 'web+oneclaw:') return null;
    return { text: cut(link.searchParams.get('text') ?? ''), files: [] };
  } catch {
    return null;
  }
}

/** Reads and deletes a share. */
async function consumeShare(id: string): Promise<Incoming | null> {
  const cache = await caches.open(cacheName);
  const address = (name: string | number) => new URL(`incoming/${id}/${name}`, document.baseURI).href;
  const content = readContent(await (await cache.match(address('content')))?.text());
  if (!content) return null;
  const files: File[] = [];
  for (let at = 0; at < content.files; at++) {
    const kept = await cache.match(address(at));
    if (kept) files.push(await fileOf(kept));
    await cache.delete(address(at));
  }
  await cache.delete(address('content'));
  return { text: cut(joinTexts(content.texts)), files };
}

async function fileOf(kept: Response): Promise<File> {
  const name = decodeURIComponent(kept.headers.get('x-name') ?? '');
  const blob = await kept.blob();
  return new File([blob], name || 'file', { type: blob.type });
}

function readContent(text: string | undefined): { texts: string[]; files: number } | undefined {
  const content: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('texts' in content) || !Array.isArray(content.texts)) return undefined;
  const files = 'files' in content && typeof content.files === 'number' ? content.files : 0;
  return { texts: content.texts.filter((part) => typeof part === 'string'), files };
}

/** Joins title, text and URL without repetitions: many apps put the URL into the text as well. */
function joinTexts(texts: readonly string[]): string {
  const parts = texts.map((part) => part.trim()).filter(Boolean);
  return parts
    .filter((part, at) => !parts.some((other, place) => place !== at && contains(other, part, place < at)))
    .join('\n');
}

function contains(other: string, part: string, isBefore: boolean): boolean {
  return other === part ? isBefore : other.includes(part);
}

function cut(text: string): string {
  return shorten(text, maxCharacters, '');
}
