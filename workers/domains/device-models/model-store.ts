/** The GGUF files in private storage: written atomically, and only if they are GGUF. */
import type { ModelFile, ModelFileError } from '#shared/models/device-model.ts';
import { isName, removeIfThere } from '#workers/storage/workspace/file-errors.ts';
import { modelsLock } from '#workers/storage/workspace/workspace-locks.ts';

/** https://github.com/ggml-org/ggml/blob/master/docs/gguf.md */
const magic = [0x47, 0x47, 0x55, 0x46];
/** Kept free, because browsers slow down and chats fail to save before the quota is used up. */
const spareBytes = 50_000_000;

/** Even with four bytes each the name is below the 255 bytes of common file systems. */
const maxCharacters = 60;

export type ModelStore = {
  list(): Promise<ModelFile[]>;
  open(name: string): Promise<File | undefined>;
  /** `bytes` is the size, if known beforehand. Leaves no file behind if it fails. */
  add(source: ModelSource): Promise<ModelFileError | undefined>;
  remove(name: string): Promise<void>;
};

type ModelSource = {
  name: string;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes: number | undefined;
  signal: AbortSignal;
  onProgress(done: number): void;
};

export function createModelStore(folder: FileSystemDirectoryHandle): ModelStore {
  return {
    async list() {
      const entries = await Array.fromAsync(folder.values());
      const files = entries.filter((entry) => entry.kind === 'file' && entry.name.endsWith('.gguf'));
      const sizes = await Promise.all(
        files.map(async ({ name }) => ({ name, bytes: (await openFile(folder, name))?.size ?? 0 })),
      );
      // A file that a killed tab began is empty.
      return sizes.filter(({ bytes }) => bytes > 0).toSorted((a, b) => a.name.localeCompare(b.name));
    },
    open: (name) => openFile(folder, name),
    add: (source) => navigator.locks.request(modelsLock, { mode: 'shared' }, () => addFile(folder, source)),
    remove: (name) => removeIfThere(folder, name),
  };
}

/** A name that every file system accepts; undefined if it does not end in `.gguf`. */
export function modelFileName(path: string): string | undefined {
  const name = (path.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+/, '');
  if (!/.\.gguf$/i.test(name)) return undefined;
  return `${Array.from(name.slice(0, -5)).slice(0, maxCharacters).join('')}.gguf`;
}

async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    return file.size > 0 ? file : undefined;
  } catch {
    // Not found, or an invalid name.
    return undefined;
  }
}

async function addFile(
  folder: FileSystemDirectoryHandle,
  { name, body, bytes, signal, onProgress }: ModelSource,
): Promise<ModelFileError | undefined> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (bytes !== undefined && usage + bytes + spareBytes > quota) return giveUp(body, 'storage_full');
  // From here on the file exists, empty; closing the writable replaces its content atomically.
  const handle = await folder.getFileHandle(name, { create: true });
  const problem = await copy(await handle.createWritable(), body, { bytes, signal, onProgress });
  if (problem) await folder.removeEntry(name);
  return problem;
}

async function giveUp<T>(body: ReadableStream, problem: T): Promise<T> {
  await body.cancel().catch(() => undefined);
  return problem;
}

async function copy(
  writable: FileSystemWritableFileStream,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { bytes, signal, onProgress }: Pick<ModelSource, 'bytes' | 'signal' | 'onProgress'>,
): Promise<ModelFileError | undefined> {
  const check = checkMagic();
  let done = 0;
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      check.push(chunk);
      done += chunk.byteLength;
      onProgress(done);
      controller.enqueue(chunk);
    },
  });
  try {
    await body.pipeThrough(watch, { signal }).pipeTo(writable, { signal, preventClose: true });
    check.end();
    if (bytes !== undefined && done !== bytes)
      throw new DOMException('The file is shorter than announced.', 'NetworkError');
    await writable.close();
    return undefined;
  } catch (error) {
    await writable.abort().catch(() => undefined);
    return signal.aborted ? 'cancelled' : problemOf(error);
  }
}

class NotGgufError extends Error {}

/** Fails at the first bytes instead of after a gigabyte. */
function checkMagic(): { push(chunk: Uint8Array): void; end(): void } {
  let seen = 0;
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && seen < magic.length; at++, seen++)
        if (chunk[at] !== magic[seen]) throw new NotGgufError();
    },
    end() {
      if (seen < magic.length) throw new NotGgufError();
    },
  };
}

function problemOf(error: unknown): ModelFileError {
  if (error instanceof NotGgufError) return 'not_gguf';
  if (isName(error, 'QuotaExceededError')) return 'storage_full';
  // A broken download ends the stream with a TypeError.
  return error instanceof TypeError || isName(error, 'NetworkError') ? 'cut' : 'failed';
}
