/** Build files too large for the precache: cached at first use, so that they work offline afterwards. */

const cacheName = 'oneclaw-late-files';
/** File names contain a content hash, so a cached file is never stale. */
const folders = /^(assets|tool-host|code-host|gguf)\//;

export function isLateFile(url: string, scope: string): boolean {
  return url.startsWith(scope) && folders.test(url.slice(scope.length));
}

export async function fromLateFiles(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // Full storage must not fail the request.
  if (response.status === 200) void keep(cache, request.url, response.clone()).catch(() => undefined);
  return response;
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const older = (await cache.keys()).filter((each) => each.url !== url && nameOf(each.url) === nameOf(url));
  await Promise.all(older.map((each) => cache.delete(each)));
}

/** The file name without its content hash. */
function nameOf(url: string): string {
  return url.replace(/[\w-]{8}(?=\.\w+$)/, '');
}
