/** What the Files screen shows: a folder or a file of the workspace, kept up to date while anybody changes it. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { fileKind, sortEntries } from './file-kinds.ts';
import { editedBytes, openText, type OpenedText } from './file-text.ts';
import { language } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** Agents write in bursts; the screen need not follow each. */
const liveMs = 150;

export type OpenFile = {
  type: 'file';
  path: string;
  entry: FileEntry;
  /** Read when it is used; a change of the file makes it unreadable, and brings a new one. */
  blob: Blob;
  /** `null` for what is no text. */
  text: OpenedText | null;
};

export type Place =
  | { type: 'folder'; path: string; entries: readonly FileEntry[] }
  | OpenFile
  | { type: 'missing'; path: string };

export type Files = {
  /** `null` until something is known. */
  place: ReadonlySignal<Place | null>;
  open(path: string): void;
  refresh(): Promise<void>;
  /** Follows changes until the function it returns is called. */
  follow(): () => void;
};

type FilesApi = { files: Pick<EngineApi['files'], 'info' | 'list' | 'read'> };
type FilesConnection = { api: FilesApi; onEvents: EngineConnection['onEvents'] };

export function createFiles({ api, onEvents }: FilesConnection, toasts: Pick<Toasts, 'attempt'>): Files {
  const place = signal<Place | null>(null);
  let wanted = '';
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** An answer counts only while nothing newer was asked. */
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
    follow() {
      const leave = onEvents((events) => {
        if (!events.some(isFileChange)) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          void refresh();
        }, liveMs);
      });
      return () => {
        leave();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}

/** A film or a PDF would begin again, whatever other file has changed. */
function isSameFile(one: Place | null, other: Place): boolean {
  if (one?.type !== 'file' || other.type !== 'file' || one.path !== other.path) return false;
  const { size, modified } = one.entry;
  const isSame = size === other.entry.size && modified === other.entry.modified;
  return isSame && one.text?.text === other.text?.text;
}

function isFileChange(event: EngineEvent): boolean {
  return event.type === 'changed' && event.kind === 'files';
}

async function load(api: FilesApi, path: string): Promise<Place> {
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

/** A picture in SVG is a text, too, unless it is too large to be drawn from one. */
function isShownAsText(path: string, { size }: Blob): boolean {
  if (/\.svg$/i.test(path)) return size <= editedBytes;
  return ['text', 'markdown', 'html', 'other'].includes(fileKind(path));
}
