/**
 * Parses and writes git's index (`.git/index`), versions 2 to 4: the content of the next commit, with the
 * stat data that identify unchanged files.
 */
import { compareBytewise, concat, decode, encode, fromHex, hashOf, toHex, type Bytes } from './bytes.ts';
import { fatal } from './git-context.ts';

export type IndexEntry = {
  path: string;
  oid: string;
  mode: number;
  /** 0, or 1 to 3 for base, ours and theirs of a conflict. */
  stage: number;
  size: number;
  modified: { seconds: number; nanoseconds: number };
  /** `assume-unchanged`, `skip-worktree` and `intent-to-add`. */
  flags: { valid?: boolean; skip?: boolean; intent?: boolean };
};

export const modes = {
  file: 0o100644,
  executable: 0o100755,
  link: 0o120000,
  submodule: 0o160000,
  tree: 0o040000,
};

const maxNameInFlags = 0xfff;

export function parseIndex(bytes: Bytes): IndexEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 32 || decode(bytes.subarray(0, 4)) !== 'DIRC') throw broken('it has no signature');
  if (
    toHex(hashOf(bytes.subarray(0, -20))) !== toHex(bytes.subarray(-20)) &&
    bytes.subarray(-20).some(Boolean)
  )
    throw broken('its checksum is wrong');
  const version = view.getUint32(4);
  if (version < 2 || version > 4) throw broken(`its version is ${version}`);
  const entries: IndexEntry[] = [];
  const cursor = { at: 12, previous: '' };
  for (let left = view.getUint32(8); left > 0; left--) entries.push(parseEntry(bytes, view, version, cursor));
  refuseExtensions(bytes, view, cursor.at);
  return entries;
}

function parseEntry(
  bytes: Bytes,
  view: DataView,
  version: number,
  cursor: { at: number; previous: string },
): IndexEntry {
  const start = cursor.at;
  if (start + 62 > bytes.length - 20) throw broken('it is cut off');
  const flags = view.getUint16(start + 60);
  const isExtended = (flags & 0x4000) !== 0 && version >= 3;
  const extended = isExtended ? view.getUint16(start + 62) : 0;
  let at = start + 62 + (isExtended ? 2 : 0);
  let kept = '';
  if (version === 4) {
    const strip = readOffset(bytes, at);
    at = strip.next;
    const previous = encode(cursor.previous);
    kept = decode(previous.subarray(0, previous.length - strip.value));
  }
  const end = bytes.indexOf(0, at);
  if (end < 0) throw broken('a name has no end');
  const path = kept + decode(bytes.subarray(at, end));
  cursor.previous = path;
  cursor.at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
  return {
    path,
    oid: toHex(bytes.subarray(start + 40, start + 60)),
    mode: view.getUint32(start + 24),
    stage: (flags >> 12) & 3,
    size: view.getUint32(start + 36),
    modified: { seconds: view.getUint32(start + 8), nanoseconds: view.getUint32(start + 12) },
    flags: {
      ...((flags & 0x8000) !== 0 && { valid: true }),
      ...((extended & 0x4000) !== 0 && { skip: true }),
      ...((extended & 0x2000) !== 0 && { intent: true }),
    },
  };
}

/** Reads the variable-length number of index version 4 and of packs. */
function readOffset(bytes: Bytes, from: number): { value: number; next: number } {
  let at = from;
  let byte = bytes[at++] ?? 0;
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) | (byte & 127);
  }
  return { value, next: at };
}

/**
 * Rejects extensions in lower case, because they change the meaning of the entries; others are caches and are
 * dropped when the index is written.
 */
function refuseExtensions(bytes: Bytes, view: DataView, from: number): void {
  let at = from;
  while (at + 8 <= bytes.length - 20) {
    const name = decode(bytes.subarray(at, at + 4));
    if (/^[a-z]/.test(name))
      throw fatal(
        `the index uses the extension '${name}' (a split or sparse index), which this git cannot read. Run 'git update-index --no-split-index' or 'git sparse-checkout disable' with git on a computer`,
      );
    at += 8 + view.getUint32(at + 4);
  }
}

export function formatIndex(entries: readonly IndexEntry[]): Bytes {
  const sorted = [...entries].sort(
    (one, other) => compareBytewise(one.path, other.path) || one.stage - other.stage,
  );
  const isExtended = sorted.some(({ flags }) => flags.skip || flags.intent);
  const header = new Uint8Array(12);
  header.set(encode('DIRC'));
  const view = new DataView(header.buffer);
  view.setUint32(4, isExtended ? 3 : 2);
  view.setUint32(8, sorted.length);
  const body = concat([header, ...sorted.map(formatEntry)]);
  return concat([body, hashOf(body)]);
}

function formatEntry({ path, oid, mode, stage, size, modified, flags }: IndexEntry): Bytes {
  const name = encode(path);
  const extended = (flags.skip ? 0x4000 : 0) | (flags.intent ? 0x2000 : 0);
  const start = extended ? 64 : 62;
  const bytes = new Uint8Array((start + name.length + 8) & ~7);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, modified.seconds);
  view.setUint32(4, modified.nanoseconds);
  view.setUint32(8, modified.seconds);
  view.setUint32(12, modified.nanoseconds);
  view.setUint32(24, mode);
  view.setUint32(36, size);
  bytes.set(fromHex(oid), 40);
  const length = Math.min(name.length, maxNameInFlags);
  view.setUint16(60, (flags.valid ? 0x8000 : 0) | (extended ? 0x4000 : 0) | (stage << 12) | length);
  if (extended) view.setUint16(62, extended);
  bytes.set(name, start);
  return bytes;
}

function broken(reason: string): Error {
  return fatal(
    `the index file cannot be read: ${reason}. Delete .git/index and run 'git reset' to make it again`,
  );
}
