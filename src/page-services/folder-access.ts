/** Access to folders of the device: the browser's picker and its permission prompt, which needs a user gesture. */

type Mode = 'read' | 'readwrite';

declare global {
  interface Window {
    /** Chromium only; on Android since version 132. https://wicg.github.io/file-system-access/ */
    showDirectoryPicker?(options: { id: string; mode: Mode }): Promise<FileSystemDirectoryHandle>;
  }
  interface FileSystemHandle {
    queryPermission?(descriptor: { mode: Mode }): Promise<PermissionState>;
    requestPermission?(descriptor: { mode: Mode }): Promise<PermissionState>;
  }
}

export function canPickFolder(): boolean {
  return typeof window.showDirectoryPicker === 'function';
}

/** Requests read access only; `null` if the user cancelled or the browser blocks that folder. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await window.showDirectoryPicker?.({ id: 'oneclaw', mode: 'read' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && ['AbortError', 'SecurityError'].includes(error.name)) return null;
    throw error;
  }
}

export async function hasAccess(handle: FileSystemHandle, mode: Mode): Promise<boolean> {
  return (await handle.queryPermission?.({ mode })) === 'granted';
}

/** Requests access to the handle; call it from a user gesture. False if the user or the browser refuses. */
export async function askAccess(handle: FileSystemHandle, mode: Mode): Promise<boolean> {
  if (await hasAccess(handle, mode)) return true;
  try {
    return (await handle.requestPermission?.({ mode })) === 'granted';
  } catch (error) {
    // The gesture is too long ago, or the page requested access too often.
    if (error instanceof DOMException) return false;
    throw error;
  }
}
