/** The folder tree of the workspace; children are loaded when a folder is opened. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { sortEntries } from './file-kinds.ts';
import { crumbsOf, joinPath, baseName } from './file-paths.ts';
import { followFiles } from './follow-files.ts';
import { language } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type TreeRow = {
  path: string;
  name: string;
  /** The workspace itself is level 1. */
  level: number;
  /** `null` for a folder without subfolders. */
  isOpen: boolean | null;
  /** The position among its siblings, from 1, and their number: `aria-posinset` and `aria-setsize`. */
  place: number;
  of: number;
};

/** Loaded folders: from the path to the names of the subfolders. */
type Known = ReadonlyMap<string, readonly string[]>;

export type FolderTree = {
  rows: ReadonlySignal<readonly TreeRow[]>;
  open(path: string): void;
  close(path: string): void;
  /** Expands the ancestors of a path. */
  reveal(path: string): void;
  follow(): () => void;
};

type TreeConnection = {
  api: { files: Pick<EngineApi['files'], 'list'> };
  onEvents: EngineConnection['onEvents'];
};

/** Every refresh lists all loaded folders again. */
const refreshEveryMs = 300;

export function createFolderTree(
  { api, onEvents }: TreeConnection,
  toasts: Pick<Toasts, 'attempt'>,
): FolderTree {
  const known = signal<Known>(new Map());
  const opened = signal<ReadonlySet<string>>(new Set(['']));

  async function read(path: string): Promise<void> {
    const listed = await toasts.attempt(api.files.list(path || '.'));
    const next = new Map(known.value);
    if (listed?.ok) {
      const sorted = sortEntries(listed.value, language.value);
      next.set(
        path,
        sorted.flatMap(({ name, type }) => (type === 'directory' ? [name] : [])),
      );
    } else next.delete(path);
    known.value = next;
  }

  function open(...paths: string[]): void {
    opened.value = new Set([...opened.value, ...paths]);
    for (const path of paths) if (!known.value.has(path)) void read(path);
  }

  return {
    rows: computed(() => rowsOf(known.value, opened.value)),
    open: (path) => open(path),
    close: (path) => void (opened.value = new Set([...opened.value].filter((each) => each !== path))),
    reveal: (path) => open('', ...crumbsOf(path).map((crumb) => crumb.path)),
    follow: () =>
      followFiles(onEvents, refreshEveryMs, () => {
        for (const path of known.value.keys()) void read(path);
      }),
  };
}

/** The visible rows, top to bottom. */
export function rowsOf(known: Known, opened: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  function add(path: string, level: number, place: number, of: number): void {
    const below = known.get(path);
    const isOpen = below?.length === 0 ? null : opened.has(path);
    rows.push({ path, name: baseName(path), level, isOpen, place, of });
    if (!isOpen || !below) return;
    for (const [at, name] of below.entries()) add(joinPath(path, name), level + 1, at + 1, below.length);
  }
  add('', 1, 1, 1);
  return rows;
}
