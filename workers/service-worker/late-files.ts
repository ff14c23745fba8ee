/** Files of the build that are too large to fetch beforehand: kept from their first use on, so that they work offline. */

const cacheName = 'oneclaw-late-files';
/** Each is named by its content, so what is kept is never out of date. */
const folders = /^(assets|tool-host|gguf)\//;

export function isLateFile(url: string, scope: string): boolean {
  return url.startsWith(scope) && folders.test(url.slice(scope.length));
}

export async function fromLateFiles(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // Storage that is full must not keep the file from whoever asked for it.
  if (response.status === 200) void keep(cache, request.url, response.clone()).catch(() => undefined);
  return response;
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const older = (await cache.keys()).filter((each) => each.url !== url && nameOf(each.url) === nameOf(url));
  await Promise.all(older.map((each) => cache.delete(each)));
}

/** Without the hash of the content. */
function nameOf(url: string): string {
  return url.replace(/[\w-]{8}(?=\.\w+$)/, '');
}
