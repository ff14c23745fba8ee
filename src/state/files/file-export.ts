/** Exports from the workspace: download, zip, share with another app. */
import type { EngineApi } from '#shared/api/index.ts';
import { fileErrorText } from './file-errors.ts';
import { mediaType } from './file-kinds.ts';
import { baseName } from './file-paths.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** A slow save of a large file still needs the object URL. */
const urlLifetimeMs = 10 * 60_000;

type ExportDeps = { api: { files: Pick<EngineApi['files'], 'read' | 'zip'> }; toasts: Toasts };

export async function downloadFile(path: string, deps: ExportDeps): Promise<void> {
  const blob = await readFor(path, deps);
  if (blob) saveBlob(blob, baseName(path));
}

export async function downloadZip(path: string, { api, toasts }: ExportDeps): Promise<void> {
  const name = baseName(path) || t('files.zip-name');
  const note = toasts.show(t('files.zipping', { name }), undefined, urlLifetimeMs);
  const zipped = await toasts.attempt(api.files.zip(path || '.'));
  toasts.dismiss(note);
  if (zipped?.ok) saveBlob(zipped.value, `${name}.zip`);
  else if (zipped) toasts.show(fileErrorText(zipped.error, name));
}

/** Whether this browser can share such a file with other apps; most desktop browsers cannot. */
export function canShare(path: string): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [asFile(new Blob(['-']), baseName(path))] });
}

export async function shareFile(path: string, deps: ExportDeps): Promise<void> {
  const blob = await readFor(path, deps);
  if (!blob) return;
  try {
    await navigator.share({ files: [asFile(blob, baseName(path))] });
  } catch (error) {
    // The user cancelled.
    if (error instanceof Error && error.name === 'AbortError') return;
    deps.toasts.show(t('files.share-failed', { name: baseName(path) }));
  }
}

async function readFor(path: string, { api, toasts }: ExportDeps): Promise<Blob | undefined> {
  const read = await toasts.attempt(api.files.read(path));
  if (read && !read.ok) toasts.show(fileErrorText(read.error, baseName(path)));
  return read?.ok ? read.value : undefined;
}

function asFile(blob: Blob, name: string): File {
  return new File([blob], name, { type: mediaType(name) || 'text/plain' });
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
