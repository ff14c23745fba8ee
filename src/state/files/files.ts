/** What the Files screen shows: a folder or a file of the workspace, updated while the user or an agent changes it. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import { fileKind, sortEntries } from './file-kinds.ts';
import { editedBytes, openText, type OpenedText } from './file-text.ts';
import { followFiles } from './follow-files.ts';
import { language } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** A folder listing is cheap to reload, so it may be nearly live. */
const refreshEveryMs = 150;

export type OpenFile = {
  type: 'file';
  path: string;
  entry: FileEntry;
  /** Reads lazily; becomes unreadable when the file changes, and is then replaced. */
  blob: Blob;
  /** `null` for binary content. */
  text: OpenedText | null;
};

export type FilesLocation =
  | { type: 'folder'; path: string; entries: readonly FileEntry[] }
  | OpenFile
  | { type: 'missing'; path: string };

export type Files = {
  /** `null` until the first answer. */
  place: ReadonlySignal<FilesLocation | null>;
  open(path: string): void;
  refresh(): Promise<void>;
  /** Follows changes until the function it returns is called. */
  follow(): () => void;
};

type FilesApi = { files: Pick<EngineApi['files'], 'info' | 'list' | 'read'> };
type FilesConnection = { api: FilesApi; onEvents: EngineConnection['onEvents'] };

export function createFiles({ api, onEvents }: FilesConnection, toasts: Pick<Toasts, 'attempt'>): Files {
  const place = signal<FilesLocation | null>(null);
  let wanted = '';
  let asked = 0;

  /** Ignores an answer if a newer request was made meanwhile. */
  async function refresh(): Promise<void> {
    const turn = ++asked;
    const next = await toasts.attempt(load(api, wanted));
    if (next && turn === asked && !isSameFile(place.value, next)) place.value = next;
  }

  return {
    place,
    refresh,
    open(path) {
      wanted = path;
      void refresh();
    },
    follow: () => followFiles(onEvents, refreshEveryMs, () => void refresh()),
  };
}

/** An unchanged file keeps its blob, or a playing video would restart when another file changes. */
function isSameFile(one: FilesLocation | null, other: FilesLocation): boolean {
  if (one?.type !== 'file' || other.type !== 'file' || one.path !== other.path) return false;
  const { size, modified } = one.entry;
  const isSame = size === other.entry.size && modified === other.entry.modified;
  return isSame && one.text?.text === other.text?.text;
}

async function load(api: FilesApi, path: string): Promise<FilesLocation> {
  const info = await api.files.info(path || '.');
  if (!info.ok) return { type: 'missing', path };
  if (info.value.type === 'directory') {
    const listed = await api.files.list(path || '.');
    if (!listed.ok) return { type: 'missing', path };
    return { type: 'folder', path, entries: sortEntries(listed.value, language.value) };
  }
  const read = await api.files.read(path);
  if (!read.ok) return { type: 'missing', path };
  const { value: blob } = read;
  return {
    type: 'file',
    path,
    entry: info.value,
    blob,
    text: isShownAsText(path, blob) ? await openText(blob) : null,
  };
}

/** An SVG is also editable as text, up to the size the editor takes. */
function isShownAsText(path: string, { size }: Blob): boolean {
  if (/\.svg$/i.test(path)) return size <= editedBytes;
  return ['text', 'markdown', 'html', 'other'].includes(fileKind(path));
}
