/** Imports and downloads GGUF files, with progress, and cancels them. */
import type { ModelFileError, ModelFileResult, ModelWork } from '#shared/models/device-model.ts';
import type { SpacedInit } from '#workers/network/address-space.ts';
import { classifyHost } from '#workers/network/host-class.ts';
import { decodeUri } from '#workers/text/decode-uri.ts';
import { modelFileName, type ModelStore } from './model-store.ts';

export type ModelFiles = {
  copy(file: File): Promise<ModelFileResult>;
  download(url: string): Promise<ModelFileResult>;
  cancel(name: string): void;
};

type ModelFilesDeps = {
  store: ModelStore;
  fetch: typeof fetch;
  onProgress(work: ModelWork, file: string, done: number, total: number): void;
};

type Body = { body: ReadableStream<Uint8Array<ArrayBuffer>>; bytes: number | undefined };

export function createModelFiles({ store, fetch, onProgress }: ModelFilesDeps): ModelFiles {
  const running = new Map<string, AbortController>();

  async function add(
    work: ModelWork,
    path: string,
    open: (signal: AbortSignal) => Promise<Body | ModelFileError>,
  ): Promise<ModelFileResult> {
    const name = modelFileName(path);
    if (!name) return { ok: false, error: 'not_gguf' };
    if (running.has(name) || (await store.open(name))) return { ok: false, error: 'name_taken' };
    const { signal } = begin(name);
    const tell = (done: number, total: number) => onProgress(work, name, done, total);
    let total = 0;
    try {
      const opened = await open(signal);
      if (typeof opened === 'string') return { ok: false, error: signal.aborted ? 'cancelled' : opened };
      total = opened.bytes ?? 0;
      const problem = await store.add({ name, ...opened, signal, onProgress: (done) => tell(done, total) });
      if (problem) return { ok: false, error: problem };
      return { ok: true, file: { name, bytes: (await store.open(name))?.size ?? total } };
    } finally {
      running.delete(name);
      tell(total, total);
    }
  }

  function begin(name: string): AbortController {
    const abort = new AbortController();
    running.set(name, abort);
    return abort;
  }

  return {
    copy: (file) => add('copy', file.name, async () => ({ body: file.stream(), bytes: file.size })),
    async download(address) {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (!url || !isSafe(url)) return { ok: false, error: 'bad_url' };
      return add('download', decodeUri(url.pathname), (signal) => request(url, fetch, signal));
    },
    cancel: (name) => running.get(name)?.abort(),
  };
}

/** Only HTTPS (or loopback) downloads: C++ code parses the file, so it must not be modified in transit. */
function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

async function request(
  url: URL,
  fetch: ModelFilesDeps['fetch'],
  signal: AbortSignal,
): Promise<Body | ModelFileError> {
  try {
    const space: SpacedInit =
      (await classifyHost(url.hostname)) === 'public' ? { targetAddressSpace: 'public' } : {};
    const response = await fetch(url, {
      ...space,
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    if (!response.ok || !response.body) return 'unreachable';
    const length = Number(response.headers.get('content-length'));
    // The length of a compressed response is not that of the file.
    const isPlain = !response.headers.get('content-encoding');
    return { body: response.body, bytes: length > 0 && isPlain ? length : undefined };
  } catch {
    return 'unreachable';
  }
}
