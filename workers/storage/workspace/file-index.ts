/**
 * An index of the files in the workspace that is kept between calls, because asking the browser for 2,000
 * files takes one to two seconds. Every writer in every tab holds a lock, so the index knows which paths may
 * have changed and asks the browser only for those.
 */
import type { FileChanges, FilePort } from '#workers/contracts/ports/file-port.ts';
import { isHidden } from './path-gate.ts';

/** The number of files that are opened at the same time. */
const filesAtOnce = 500;
/** With more changed paths than this, scanning the whole workspace is faster. */
const maxSinglePaths = 200;
/**
 * After this time the whole workspace is scanned again in the background, because a tab with an older version
 * of the app does not report its changes.
 */
const verifyMs = 60_000;

export type FileIndex = {
  /** Reports a path that may have changed; `null` stands for every path. */
  changed(path: string | null): void;
  /** The changes since the answer that contained `mark`; all files if there is no mark. */
  since(mark: number | undefined): Promise<FileChanges>;
};

type Files = Pick<FilePort, 'walk' | 'readMany' | 'stat'>;
/** `at`: the number of the refresh that found this state. */
type Known = { file: File | 'folder' | 'gone'; at: number };

export function createFileIndex(files: Files, now: () => number = () => performance.now()): FileIndex {
  const known = new Map<string, Known>();
  let dirty: Set<string> | 'all' = 'all';
  let refreshes = 0;
  let verifiedAt = -Infinity;
  let work: Promise<unknown> = Promise.resolve();

  function note(path: string, file: Known['file']): void {
    const before = known.get(path)?.file;
    if (before === undefined ? file === 'gone' : isSame(before, file)) return;
    known.set(path, { file, at: refreshes });
  }

  async function refresh(): Promise<void> {
    const changes = dirty;
    dirty = new Set();
    if (changes !== 'all' && changes.size === 0) return;
    refreshes++;
    try {
      if (changes === 'all' || changes.size > maxSinglePaths) {
        verifiedAt = now();
        await lookAtAll(files, known, note);
      } else await lookAt([...changes], files, known, note);
    } catch (error) {
      dirty = 'all';
      throw error;
    }
  }

  /** Runs the steps one after the other. */
  function next<T>(step: () => Promise<T>): Promise<T> {
    const result = work.then(step);
    work = result.catch(() => undefined);
    return result;
  }

  return {
    changed(path) {
      if (path === null) dirty = 'all';
      else if (dirty !== 'all') dirty.add(path);
    },
    async since(mark) {
      // Both are one step, so that the next refresh does not begin in between.
      const answer = await next(async () => {
        await refresh();
        return collect(known, mark, refreshes);
      });
      if (now() - verifiedAt > verifyMs) {
        dirty = 'all';
        void next(refresh).catch((error: unknown) => console.warn('The workspace could not be read.', error));
      }
      return answer;
    },
  };
}

type Note = (path: string, file: Known['file']) => void;

async function lookAtAll(files: Files, known: ReadonlyMap<string, Known>, note: Note): Promise<void> {
  const found = new Map<string, Known['file']>();
  const paths: string[] = [];
  for await (const { path, type } of files.walk('.'))
    if (type === 'directory') found.set(path, 'folder');
    else paths.push(path);
  for (let from = 0; from < paths.length; from += filesAtOnce) {
    const part = paths.slice(from, from + filesAtOnce);
    // `null`: the file was removed after the names were listed.
    (await files.readMany(part)).forEach((file, at) => file && found.set(part[at] ?? '', file));
  }
  for (const path of known.keys()) if (!found.has(path)) note(path, 'gone');
  for (const [path, file] of found) note(path, file);
}

async function lookAt(
  paths: readonly string[],
  files: Files,
  known: ReadonlyMap<string, Known>,
  note: Note,
): Promise<void> {
  const shown = paths.filter((path) => !isHidden(path.split('/')));
  const opened = await files.readMany(shown);
  for (const [at, path] of shown.entries()) {
    note(path, opened[at] ?? ((await isFolder(files, path)) ? 'folder' : 'gone'));
    // A writer creates missing folders, even if it fails afterwards.
    for (const folder of foldersAbove(path)) {
      const isThere = known.get(folder)?.file === 'folder' || (await isFolder(files, folder));
      if (isThere) note(folder, 'folder');
    }
  }
}

function collect(known: ReadonlyMap<string, Known>, mark = -1, refreshes: number): FileChanges {
  const changes: FileChanges = { mark: refreshes, folders: [], files: [], gone: [] };
  for (const [path, { file, at }] of known) {
    if (at <= mark) continue;
    if (file === 'gone') changes.gone.push(path);
    else if (file === 'folder') changes.folders.push(path);
    else changes.files.push({ path, file });
  }
  return changes;
}

function isSame(one: Known['file'], other: Known['file']): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.size === other.size && one.lastModified === other.lastModified;
}

async function isFolder(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.stat(path)).type === 'directory';
  } catch {
    // Not found: it is gone.
    return false;
  }
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
