/**
 * Opens the zip archive of an Office file or EPUB book. No entry is inflated beyond the size that the central
 * directory states, and these sizes are limited.
 */
// zip.js is the archive library of the project. It reads the central directory and inflates with the
// browser's own code.
import {
  BlobReader,
  configure,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { markedCharset } from '#workers/text/encoding/decode-body.ts';
import type { OpenContext } from '../document.ts';

export type Zip = {
  names: readonly string[];
  has(name: string): boolean;
  /** Undefined if there is no such file. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** As `bytes`, decoded as UTF-8, or as UTF-16 if there is a byte order mark. */
  text(name: string): Promise<string | undefined>;
};

/** Signature of the container of Office 97 files and of encrypted Office files, which is not a zip. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

// No web workers: this already is a worker, and zip.js starts them from a `blob:` URL, which our policy
// refuses.
configure({ useWebWorkers: false });

export async function openZip(bytes: Uint8Array<ArrayBuffer>, { name, signal }: OpenContext): Promise<Zip> {
  if (compoundFile.every((byte, at) => bytes[at] === byte))
    throw new ToolError(
      'binary_file',
      `${name} is protected by a password, or in the format of Office 97 (doc, xls, ppt), and cannot be read. Ask the user to save it again as docx, xlsx or pptx without a password.`,
    );
  const files = await readDirectory(bytes, name);
  let left = limits.documents.unpackedBytes;

  async function read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const entry = files.get(path);
    if (!entry) return undefined;
    left -= entry.uncompressedSize;
    if (entry.uncompressedSize > limits.documents.entryBytes || left < 0) throw tooLarge(name, path);
    signal?.throwIfAborted();
    return inflate(entry, name);
  }

  return {
    names: [...files.keys()],
    has: (path) => files.has(path),
    bytes: read,
    async text(path) {
      const found = await read(path);
      return found && decodeXml(found);
    },
  };
}

async function readDirectory(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<ReadonlyMap<string, FileEntry>> {
  const files = new Map<string, FileEntry>();
  try {
    // Names are only compared here, never written, so that an unsafe one costs its entry alone.
    const reader = new ZipReader(new BlobReader(new Blob([bytes])), { filenameValidation: 'tolerant' });
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (entry.encrypted)
        throw new ToolError(
          'binary_file',
          `${name} is protected by a password and cannot be read. Ask the user for a copy without one.`,
        );
      if (files.size >= limits.documents.entries)
        throw new ToolError(
          'file_too_large',
          `${name} was not read: it consists of more than ${limits.documents.entries} files. Ask the user for a smaller one.`,
        );
      // Of two entries with the same name the first counts, as in Office programs.
      if (!files.has(entry.filename)) files.set(entry.filename, entry);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw damaged(name, error);
  }
  return files;
}

/** Inflates into a buffer of the size that the directory states, and fails at the first byte beyond it. */
async function inflate(entry: FileEntry, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(entry.uncompressedSize);
  let at = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      if (at + chunk.length > whole.length) throw tooLarge(name, entry.filename);
      whole.set(chunk, at);
      at += chunk.length;
    },
  });
  try {
    await entry.getData(sink);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw damaged(name, error);
  }
  return whole.subarray(0, at);
}

/** Office programs write UTF-8; a few write UTF-16 with a byte order mark. The XML declaration is ignored. */
function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(markedCharset(bytes)).decode(bytes);
}

function tooLarge(name: string, path: string): ToolError {
  const { entryBytes, unpackedBytes } = limits.documents;
  return new ToolError(
    'file_too_large',
    `${name} was not read: unpacked, it is larger than ${entryBytes / 1e6} MB in one part or ${unpackedBytes / 1e6} MB in all ('${path.slice(0, 100)}'). Ask the user for a smaller one.`,
  );
}

function damaged(name: string, error: unknown): ToolError {
  const reason = messageOf(error);
  const isNoZip = reason === ERR_BAD_FORMAT || reason === ERR_EOCDR_NOT_FOUND;
  const what = isNoZip ? 'it is incomplete, or not of the kind that its name says' : reason;
  return new ToolError(
    'binary_file',
    `${name} is damaged and cannot be read: ${what}. Ask the user for another copy.`,
  );
}
