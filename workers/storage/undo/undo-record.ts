/** The records a run leaves of what it changed, and the state of a path as they tell it. */
import type { Entry } from '../workspace/entries.ts';
import { sha256 } from '#workers/text/sha256.ts';

export type PathState =
  | { type: 'absent' }
  | { type: 'directory' }
  /** `hash` for files small enough: the same words written again are no change. */
  | { type: 'file'; size: number; modified: number; hash?: string };

/** A change announced (`was` where it is the path's first in this run), or one that was made (`is`). */
export type UndoRecord = {
  path: string;
  /** Milliseconds since the epoch, with a fraction. */
  at: number;
  was?: 'absent' | 'file' | 'directory';
  /** The old content in base64, of a small file; a large one is kept under its mark. */
  content?: string;
  is?: PathState;
};

/** What a run did to one path, all its calls together. */
export type PathHistory = {
  path: string;
  was: 'absent' | 'file' | 'directory';
  content?: string;
  /** Absent: the last change was announced, and its call did not live to say that it was made. */
  is?: PathState;
  /** When the last change was announced or made. */
  at: number;
};

const hashedBytes = 64 * 1024;

export async function describeState(entry: Entry | undefined): Promise<PathState> {
  if (entry?.kind !== 'file') return { type: entry ? 'directory' : 'absent' };
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

/** The records of one file; a torn last line announced a change that was never made. */
export function parseRecords(text: string): UndoRecord[] {
  return text.split('\n').flatMap((line): UndoRecord[] => {
    try {
      // We wrote it; nobody else has a handle of this folder.
      return [JSON.parse(line) as UndoRecord];
    } catch {
      return [];
    }
  });
}
