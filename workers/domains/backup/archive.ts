/** Opens an untrusted zip: checks names and checksums, and that no file unpacks to more than it announces. */
// zip.js: reads piece by piece from the disk, by the directory at the end, supports Zip64, and refuses
// archives that two programs would read differently; fflate needs the whole file in memory for the archives
// that our own writer makes.
import {
  BlobReader,
  configure,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ZipReader,
  Reader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { isJsonObject, type Json } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import type { RandomAccess } from './encrypted-file.ts';
import { BackupError, most } from './format.ts';

export type Archive = {
  /** Sizes in bytes of the unpacked files, by their name. */
  sizes: ReadonlyMap<string, number>;
  /** Folders, without the slash at the end. */
  folders: readonly string[];
  /** The unpacked size of all files. */
  bytes: number;
  json(name: string): Promise<Json>;
  /** One JSON value per line. */
  lines(name: string): AsyncGenerator<Json, void>;
  /** The browser stores a large blob on disk, not in memory. */
  blob(name: string): Promise<Blob>;
  /** Reads every file that was not read yet, so that all checksums are verified. */
  checkRest(): Promise<void>;
};

/** Lets zip.js read an encrypted archive, which is decrypted piece by piece. */
class PieceReader extends Reader<RandomAccess> {
  readonly #source: RandomAccess;
  constructor(source: RandomAccess) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }
  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.#source.read(index, length);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
type Directory = { files: ReadonlyMap<string, FileEntry>; folders: readonly string[]; bytes: number };

// This code runs in a worker already, and zip.js would start one from a `blob:` URL, which our CSP refuses.
configure({ useWebWorkers: false });

/** `onRead` gets the number of unpacked bytes each time some were read. `maxBytes`: of all that is in it. */
export async function openArchive(
  file: Blob | RandomAccess,
  onRead: (bytes: number) => void,
  maxBytes = most.unpackedBytes,
): Promise<Archive> {
  const reader = file instanceof Blob ? new BlobReader(file) : new PieceReader(file);
  const directory = await readDirectory(reader, file.size, maxBytes);
  const { files, folders, bytes } = directory;
  const read = new Set<string>();
  const open = (name: string, limit?: number) => {
    read.add(name);
    return openEntry(directory, name, onRead, limit);
  };
  const blob = (name: string, limit?: number) =>
    rethrowAsDamaged(name, async () => new Response(open(name, limit)).blob());
  return {
    ...{ folders, bytes },
    sizes: new Map([...files].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    blob: (name) => blob(name),
    json: async (name) => parse(await (await blob(name, most.jsonBytes)).text(), name),
    lines: (name) => linesOf(name, open(name, most.linesBytes)),
    async checkRest() {
      const rest = [...files.keys()].filter((name) => !read.has(name));
      for (const name of rest)
        await rethrowAsDamaged(name, async () => open(name).pipeTo(new WritableStream()));
    },
  };
}

async function readDirectory(source: Reader<unknown>, size: number, maxBytes: number): Promise<Directory> {
  const reader = new ZipReader(source, {
    strictness: 'strict',
    checkCrc32: true,
    checkOverlappingEntry: true,
  });
  const files = new Map<string, FileEntry>();
  const folders: string[] = [];
  let [packed, bytes] = [0, 0];
  for (const entry of await readEntries(reader)) {
    if (entry.encrypted) throw new BackupError('invalid', entry.filename);
    if (entry.directory) folders.push(entry.filename.replace(/\/$/, ''));
    else files.set(entry.filename, entry);
    packed += entry.compressedSize;
    bytes += entry.uncompressedSize;
    if (bytes > maxBytes) throw new BackupError('too_large');
  }
  // Overlapping entries could make a small file unpack to any size.
  if (packed > size) throw new BackupError('invalid');
  return { files, folders, bytes };
}

function openEntry(
  { files }: Directory,
  name: string,
  onRead: (bytes: number) => void,
  limit = Infinity,
): ReadableStream<Bytes> {
  const entry = files.get(name);
  if (!entry) throw new BackupError('invalid', name);
  if (entry.uncompressedSize > limit) throw new BackupError('too_large', name);
  let left = entry.uncompressedSize;
  const guard = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new BackupError('damaged', name);
      onRead(chunk.length);
      controller.enqueue(chunk);
    },
    flush() {
      if (left > 0) throw new BackupError('damaged', name);
    },
  });
  // The reader gets the error from the stream itself.
  entry.getData(guard.writable).catch((error: unknown) => {
    guard.writable.abort(error).catch(() => undefined);
  });
  return guard.readable;
}

async function* linesOf(name: string, content: ReadableStream<Bytes>): AsyncGenerator<Json, void> {
  const reader = content.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await rethrowAsDamaged(name, () => reader.read());
      const [first = '', ...others] = value.split('\n');
      const parts = [rest + first, ...others];
      rest = parts.pop() ?? '';
      if (rest.length > most.lineCharacters) throw new BackupError('too_large', name);
      for (const part of parts) yield parse(part, name);
      if (done) break;
    }
    if (rest !== '') throw new BackupError('damaged', name);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readEntries(reader: ZipReader<unknown>): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.push(entry) > most.entries) throw new BackupError('too_large');
    }
    return entries;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(faultOf(error), undefined, error);
  }
}

function faultOf(error: unknown): 'not_a_backup' | 'damaged' | 'unsafe' {
  const message = error instanceof Error ? error.message : '';
  if (message === ERR_BAD_FORMAT || message === ERR_EOCDR_NOT_FOUND) return 'not_a_backup';
  if (message === ERR_AMBIGUOUS_ARCHIVE) return 'damaged';
  return isJsonObject(error) && 'filename' in error ? 'unsafe' : 'damaged';
}

/** Turns every error of the library or of a stream into the fault `damaged`, except that of a full disk. */
async function rethrowAsDamaged<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
    throw new BackupError('damaged', name, error);
  }
}

function parse(text: string, name: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new BackupError('damaged', name, error);
  }
  if (measureJson(value, most.jsonLevels).isTooDeep) throw new BackupError('invalid', name);
  return value;
}
