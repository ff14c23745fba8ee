/** Opens the database, the private folders and the index of the workspace's files. */
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Storage } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import { createBlobStore } from '#workers/storage/blobs.ts';
import { openFolders } from '#workers/storage/folders.ts';
import type { FileIndex } from '#workers/storage/workspace/file-index.ts';
import { watchLock, type WriteLock } from '#workers/storage/workspace/workspace-locks.ts';

const webLock: WriteLock = async (name, mode, work) => navigator.locks.request(name, { mode }, work);

export async function openStorage(onOutdated: () => void): Promise<Storage> {
  const [database, folders] = await Promise.all([openDatabase({ onOutdated }), openFolders()]);
  return { database, folders, blobs: createBlobStore(folders.blobs), ...openFileIndex(folders.workspace) };
}

/** Writers of this tab announce each written path, so that the indexes of all tabs know what changed. */
function openFileIndex(workspace: FileSystemDirectoryHandle): Pick<Storage, 'fileLock' | 'fileIndex'> {
  // Undefined until it is first used. It needs no earlier changes, because it starts with a scan of the whole
  // workspace.
  let index: FileIndex | undefined;
  const open = once(async () => {
    const [{ createFileIndex }, { createWorkspace }] = await Promise.all([
      import('#workers/storage/workspace/file-index.ts'),
      import('#workers/storage/workspace/workspace.ts'),
    ]);
    return (index = createFileIndex(createWorkspace(workspace, webLock)));
  });
  const channel = new BroadcastChannel('oneclaw-file-changes');
  receiveValidated(channel, isPath, (path) => index?.changed(path));
  const fileLock = watchLock(webLock, (path) => {
    index?.changed(path);
    channel.postMessage(path);
  });
  return { fileLock, fileIndex: { since: async (mark) => (await open()).since(mark) } };
}

function isPath(data: unknown): data is string | null {
  return data === null || typeof data === 'string';
}
