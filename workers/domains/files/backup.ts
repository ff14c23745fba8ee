/** The workspace in a backup: its files as they are. An import never replaces a file. */
import type { ArchiveEntry, BackupPart, FoundRecords, PartSource } from '#workers/contracts/backup-part.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { tally } from '../backup/record-list.ts';
import { placeFiles, workspaceFolder } from './place-files.ts';

export type OpenWorkspace = { folders: { workspace: FileSystemDirectoryHandle }; fileLock: WriteLock };

export function filesInBackup({ folders, fileLock }: OpenWorkspace): readonly BackupPart[] {
  const files = createWorkspace(folders.workspace, fileLock);
  return [
    {
      name: 'files',
      paths: [workspaceFolder],
      collect: () => collect(files),
      read: (source) => read(source, files),
    },
  ];
}

async function* collect(files: FilePort): AsyncGenerator<ArchiveEntry> {
  for await (const { path, type } of files.walk('.')) {
    const name = workspaceFolder + path;
    if (type === 'directory') yield { name: `${name}/` };
    else {
      const content = await files.read(path);
      yield { name, content, modified: content.lastModified };
    }
  }
}

async function read(source: PartSource, files: FilePort): Promise<FoundRecords> {
  const placement = await placeFiles(source, files);
  const wanted = placement.files.filter(({ state }) => state !== 'same');
  const { folder } = placement;
  return {
    tally: tally(placement.files),
    broken: 0,
    changes: wanted.some(({ state }) => state === 'differing')
      ? [{ name: 'folder', values: { folder } }]
      : [],
    workspace: {
      folder,
      folders: placement.folders,
      files: wanted.map(({ entry, path }) => ({
        path,
        bytes: source.size(entry),
        read: () => source.blob(entry),
      })),
    },
  };
}
