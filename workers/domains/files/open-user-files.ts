/** The user's own changes of files. Shared by files and linked folders, so that either can cancel a running edit. */
import type { FilePort } from '#workers/contracts/file-port.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createUserFiles, type UserFiles, type UserFilesPorts } from './user-files.ts';

export type OpenUserFiles = Omit<UserFilesPorts, 'files'>;

let opened: { files: FilePort; userFiles: UserFiles } | undefined;

export function openUserFiles(needs: OpenUserFiles): { files: FilePort; userFiles: UserFiles } {
  if (!opened) {
    const files = createWorkspace(needs.folders.workspace, needs.fileLock);
    opened = { files, userFiles: createUserFiles({ ...needs, files }) };
  }
  return opened;
}
