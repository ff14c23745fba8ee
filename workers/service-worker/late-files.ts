/** Build files too large for the precache: cached at first use, so that they work offline afterwards. */
import { lateCache, withoutContentHash } from '#shared/packages/runtimes.ts';

/** File names contain a content hash, so a cached file is never stale. */
const folders = /^(assets|tool-host|code-host|gguf)\//;

export function isLateFile(url: string, scope: string): boolean {
  return url.startsWith(scope) && folders.test(url.slice(scope.length));
}

let requests = new AbortController();

/** Aborts pending requests, because a new version is activated only when this worker has none. */
export function abortRequests(): void {
  requests.abort();
  requests = new AbortController();
}

export async function fromLateFiles(request: Request): Promise<Response> {
  const cache = await caches.open(lateCache);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const signal = AbortSignal.any([request.signal, requests.signal]);
  const response = await fetch(request, { signal });
  // With `no-store`, the caller caches the file itself: the engine does, when the user makes a runtime
  // available offline.
  if (response.status !== 200 || request.cache === 'no-store') return response;
  // Full storage must not fail the request.
  void keep(cache, request.url, response.clone()).catch(() => undefined);
  return response;
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const older = (await cache.keys()).filter(
    (each) => each.url !== url && withoutContentHash(each.url) === withoutContentHash(url),
  );
  await Promise.all(older.map((each) => cache.delete(each)));
}
