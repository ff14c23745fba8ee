/** The format of undo records, and how the records of a path are combined into its history. */
import type { WorkspaceEntry } from '../workspace/entries.ts';
import { sha256 } from '#workers/text/sha256.ts';

export type PathState =
  | { type: 'absent' }
  | { type: 'directory' }
  /**
   * `hash` is set only for small files; with it, writing the same content again does not count as a change.
   * `modified` is compared only where a hash is missing. It is absent if the content was known without
   * opening the file.
   */
  | { type: 'file'; size: number; modified?: number; hash?: string };

/** An intent to change (`was`, on the first change of the path in this run), or a completed change (`is`). */
export type UndoRecord = {
  path: string;
  /** Milliseconds since the epoch, with a fraction. */
  at: number;
  was?: 'absent' | 'file' | 'directory';
  /**
   * The old content of a small file in base64; the old content of a large file is a separate file, see
   * `keptName`.
   */
  content?: string;
  is?: PathState;
};

/**
 * What all calls of a run together did to one path. `is` is absent if the call was killed between the intent
 * and the completion of the last change; `at` is the time of the last record.
 */
export type PathHistory = UndoRecord & Required<Pick<UndoRecord, 'was'>>;

const hashedBytes = 64 * 1024;

/** `content`: the content of the whole file, if the caller has it; then the file is not read. */
export async function describeState(
  entry: WorkspaceEntry | undefined,
  content?: Uint8Array<ArrayBuffer>,
): Promise<PathState> {
  if (entry?.kind !== 'file') return { type: entry ? 'directory' : 'absent' };
  if (content && content.byteLength <= hashedBytes)
    return { type: 'file', size: content.byteLength, hash: await sha256(content) };
  const file = await entry.getFile();
  const state = { type: 'file' as const, size: file.size, modified: file.lastModified };
  if (file.size > hashedBytes) return state;
  return { ...state, hash: await sha256(await file.arrayBuffer()) };
}

export function isSameState(one: PathState, other: PathState): boolean {
  if (one.type !== 'file' || other.type !== 'file') return one.type === other.type;
  if (one.size !== other.size) return false;
  return one.hash !== undefined && other.hash !== undefined
    ? one.hash === other.hash
    : one.modified === other.modified;
}

export function foldRecords(records: readonly UndoRecord[]): PathHistory[] {
  const histories = new Map<string, PathHistory>();
  for (const { path, at, was, content, is } of records.toSorted((one, other) => one.at - other.at)) {
    const known =
      histories.get(path) ?? (was && { path, was, at, ...(content !== undefined && { content }) });
    if (!known) continue;
    const { is: _, ...rest } = known;
    histories.set(path, { ...rest, at, ...(is && { is }) });
  }
  return [...histories.values()];
}

/** The records in one log file. Skips an incomplete last line, because its change was never made. */
export function parseRecords(text: string): UndoRecord[] {
  return text.split('\n').flatMap((line): UndoRecord[] => {
    try {
      // Only the app writes this file, because no tool has a handle of its folder.
      return [JSON.parse(line) as UndoRecord];
    } catch {
      return [];
    }
  });
}
