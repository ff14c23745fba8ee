/** The runtimes of the app on this device: lists, downloads for use without a network, and deletes them. */
import type { RuntimeInfo } from '#shared/api/packages.ts';
import { messageOf } from '#shared/message-of.ts';
import {
  lateCache,
  runtimeList,
  withoutContentHash,
  type RuntimeFile,
  type RuntimeFiles,
  type RuntimeName,
} from '#shared/packages/runtimes.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { refuse } from '#workers/engine/as-fallible.ts';
import type { StoredSet } from '#workers/storage/stored-set.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';

/** Minimum interval of progress events, which go to every tab. */
const reportMs = 200;

export type RuntimeStore = {
  list(): Promise<RuntimeInfo[]>;
  /** A call for a runtime that is being downloaded waits for that download. */
  makeOffline(name: RuntimeName): Promise<Fallible<void>>;
  cancel(name: RuntimeName): void;
  remove(name: RuntimeName): Promise<Fallible<void>>;
  /**
   * After an update of the app: downloads again what the user made available offline. A failure is retried at
   * the next start.
   */
  renew(): Promise<void>;
};

type RuntimeStoreDeps = {
  /** The app's folder, with a slash at its end. */
  base: string;
  caches: Pick<CacheStorage, 'open'>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The runtimes that the user made available offline. */
  wanted: StoredSet;
  onProgress(name: RuntimeName, done: number, total: number): void;
};

type Download = { abort: AbortController; result: Promise<Fallible<void>> };

export function createRuntimeStore(deps: RuntimeStoreDeps): RuntimeStore {
  const { base, wanted } = deps;
  const downloads = new Map<RuntimeName, Download>();
  const openCache = () => deps.caches.open(lateCache);

  async function readList(): Promise<RuntimeFiles[]> {
    // The service worker answers with the list of its own version.
    const response = await deps.fetch(base + runtimeList, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`The list of runtimes could not be loaded (${response.status}).`);
    return (await response.json()) as RuntimeFiles[];
  }

  async function download(name: RuntimeName, signal: AbortSignal): Promise<Fallible<void>> {
    try {
      const files = (await readList()).find((each) => each.name === name)?.files;
      if (!files) return unknown(name);
      await fetchMissing(files, await openCache(), signal, throttle(name, deps.onProgress), deps);
      await wanted.set(name, true);
      return { ok: true, value: undefined };
    } catch (error) {
      return explain(error, signal);
    }
  }

  const store: RuntimeStore = {
    async list() {
      const [list, kept] = await Promise.all([readList(), openCache().then(keptUrls)]);
      return list
        .filter(({ files }) => files.length > 0)
        .map(({ name, files }) => describe(name, files, base, kept, downloads.has(name)));
    },
    makeOffline(name) {
      const running = downloads.get(name);
      if (running) return running.result;
      const abort = new AbortController();
      const result = download(name, abort.signal).finally(() => downloads.delete(name));
      downloads.set(name, { abort, result });
      return result;
    },
    cancel: (name) => downloads.get(name)?.abort.abort(),
    async remove(name) {
      const running = downloads.get(name);
      running?.abort.abort();
      await running?.result;
      const list = await readList();
      if (!list.some((each) => each.name === name)) return unknown(name);
      await wanted.set(name, false);
      await removeFiles(name, list, await openCache(), base);
      return { ok: true, value: undefined };
    },
    async renew() {
      const missing = (await store.list()).filter(({ name, state }) => wanted.has(name) && state !== 'here');
      for (const { name } of missing) await store.makeOffline(name);
    },
  };
  return store;
}

async function keptUrls(cache: Cache): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => url));
}

function isHere(files: readonly RuntimeFile[], base: string, kept: ReadonlySet<string>): boolean {
  return files.every(({ path }) => kept.has(base + path));
}

function describe(
  name: RuntimeName,
  files: readonly RuntimeFile[],
  base: string,
  kept: ReadonlySet<string>,
  isDownloading: boolean,
): RuntimeInfo {
  const bytes = sum(files);
  const keptBytes = sum(files.filter(({ path }) => kept.has(base + path)));
  const state = isHere(files, base, kept) ? 'here' : keptBytes > 0 ? 'partly' : 'absent';
  return { name, bytes, keptBytes, state: isDownloading ? 'downloading' : state };
}

function sum(files: readonly RuntimeFile[]): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

/** Deletes a runtime's files, also of older versions, except those that another complete runtime needs. */
async function removeFiles(
  name: RuntimeName,
  list: readonly RuntimeFiles[],
  cache: Cache,
  base: string,
): Promise<void> {
  const kept = await keptUrls(cache);
  const others = list.filter((other) => other.name !== name && isHere(other.files, base, kept));
  const needed = new Set(others.flatMap((other) => other.files.map(({ path }) => path)));
  const files = list.find((each) => each.name === name)?.files ?? [];
  const gone = new Set(
    files.filter(({ path }) => !needed.has(path)).map(({ path }) => withoutContentHash(base + path)),
  );
  await Promise.all(
    [...kept].filter((url) => gone.has(withoutContentHash(url))).map((url) => cache.delete(url)),
  );
}

/** Downloads one file after the other: a phone's connection is no faster with several. */
async function fetchMissing(
  files: readonly RuntimeFile[],
  cache: Cache,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
  { base, fetch }: Pick<RuntimeStoreDeps, 'base' | 'fetch'>,
): Promise<void> {
  const kept = await keptUrls(cache);
  const missing = files.filter(({ path }) => !kept.has(base + path));
  const total = sum(files);
  let before = total - sum(missing);
  try {
    for (const file of missing) {
      tell(before, total);
      const url = base + file.path;
      // `no-store`: the service worker and the browser's HTTP cache must not store a second copy.
      const response = await fetch(url, { signal, cache: 'no-store' });
      await keepWhole(cache, url, file, response, {
        signal,
        onBytes: (bytes) => tell(before + bytes, total),
      });
      signal.throwIfAborted();
      before += file.bytes;
      const older = [...kept].filter(
        (each) => each !== url && withoutContentHash(each) === withoutContentHash(url),
      );
      await Promise.all(older.map((each) => cache.delete(each)));
    }
  } finally {
    tell(total, total);
  }
}

class ChangedFileError extends Error {}

async function keepWhole(
  cache: Cache,
  url: string,
  { bytes }: RuntimeFile,
  response: Response,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
  if (response.status !== 200 || !response.body) throw new ChangedFileError();
  let done = 0;
  const end = { isChanged: false };
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        done += chunk.byteLength;
        onBytes(done);
        controller.enqueue(chunk);
      },
      // A host may answer with another page for a file that it does not have any more.
      flush(controller) {
        end.isChanged = done !== bytes;
        if (end.isChanged) controller.error(new ChangedFileError());
      },
    }),
    { signal },
  );
  // The headers as the service worker stores them; the body is decompressed, so those about compression are
  // dropped.
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  try {
    await cache.put(url, new Response(counted, { headers }));
  } catch (error) {
    // `cache.put` throws an error of its own if the body fails.
    throw end.isChanged ? new ChangedFileError() : error;
  }
}

/** The last report is never dropped. */
function throttle(name: RuntimeName, report: RuntimeStoreDeps['onProgress']) {
  let last = -Infinity;
  return (done: number, total: number): void => {
    const now = performance.now();
    if (done !== total && now - last < reportMs) return;
    last = now;
    report(name, done, total);
  };
}

function unknown(name: string): Fallible<never> {
  return refuse('validation_error', `There is no runtime '${name}' in this build.`);
}

function explain(error: unknown, signal: AbortSignal): Fallible<never> {
  if (signal.aborted)
    return refuse('cancelled', 'The download was cancelled. Files that were complete stay.');
  if (isName(error, 'QuotaExceededError'))
    return refuse('storage_full', 'There is not enough space on this device. Free some, and try again.');
  if (error instanceof ChangedFileError)
    return refuse('execution_error', 'The app was updated on its server. Reload the page, and try again.');
  return refuse(
    'network_error',
    `The download failed (${messageOf(error)}). Check the connection, and try again; what is complete stays.`,
  );
}
