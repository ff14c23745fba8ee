/** What comes from outside: a share, a `web+oneclaw:` link, a file opened with the app. It is data, and waits for the user. */
import { shorten } from '#shared/shorten.ts';
import type { Incoming } from '#src/state/incoming.ts';

/** The service worker keeps shares there. */
const cacheName = 'oneclaw-incoming';
/** Longer texts are no message. */
const mostCharacters = 100_000;

const prefix = '#/incoming/';

/** Undefined where the address is an ordinary one; null where what it names is gone. */
export async function readIncoming(hash: string): Promise<Incoming | null | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  const [kind = '', link] = hash.slice(prefix.length).split('/', 2);
  return kind === 'link' ? readLink(link ?? '') : takeShare(kind);
}

/** `web+oneclaw:chat?text=…`: a text for the field. Whatever else it says is not for a link to say. */
function readLink(encoded: string): Incoming | null {
  try {
    const link = new URL(decodeURIComponent(encoded));
    if (link.protocol !== 'web+oneclaw:') return null;
    return { text: cut(link.searchParams.get('text') ?? ''), files: [] };
  } catch {
    return null;
  }
}

/** Taken once: afterwards the field has the text, and the chat the files. */
async function takeShare(id: string): Promise<Incoming | null> {
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

/** Many apps put the address into the text, too. */
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
  return shorten(text, mostCharacters, '');
}
