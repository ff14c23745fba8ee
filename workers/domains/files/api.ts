/** The API of workspace files: reads and plain writes here, edits that can be undone in `user-files.ts`. */
import type { FilesApi } from '#shared/api/files.ts';
import { newId, type ExecutionId } from '#shared/ids.ts';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import type { DomainContext } from '#workers/engine/domain.ts';
import type { FilePort, FileStat } from '#workers/contracts/ports/file-port.ts';
import { asFallible } from '#workers/engine/as-fallible.ts';
import type { DocumentReader } from '#workers/engine/tool-hosts/document-reader.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { UserFiles } from './user-files.ts';

export type FilesNeeds = {
  blobs: Pick<BlobStore, 'read'>;
  readDocument: DocumentReader;
  openUserFiles(): Promise<UserFiles>;
};

/** UTF-16 units: as much as a person reads on a screen. */
const shownCharacters = 100_000;

export async function createFilesApi(needs: FilesNeeds & DomainContext): Promise<FilesApi> {
  const userFiles = await needs.openUserFiles();
  const { files } = userFiles;
  return {
    list: (path) => asFallible(async () => (await files.list(path)).map(toEntry)),
    info: (path) => asFallible(async () => toEntry(await files.stat(path))),
    look: async (paths) => (await import('./look-at.ts')).lookAt(files, paths),
    read: (path) => asFallible(() => files.read(path)),
    write: (path, content) =>
      asFallible(async () => {
        await files.write(path, content);
        needs.changed(path);
      }),
    ...documentReadings(needs.readDocument, files),
    async blob(id) {
      const blob = await needs.blobs.read(id);
      const message = `There is no content '${id}': it was deleted with its chat.`;
      return blob ? { ok: true, value: blob } : { ok: false, error: { type: 'file_not_found', message } };
    },
    edit: (run, edit) => asFallible(() => userFiles.edit(run, edit)),
    cancelEdit: async (run) => userFiles.cancel(run),
    saveText: (run, save) => asFallible(() => userFiles.saveText(run, save)),
    zip: (path) => asFallible(() => userFiles.zip(path)),
  };
}

type Readings = Pick<FilesApi, 'readDocument' | 'cancelReading'>;

function documentReadings(readDocument: DocumentReader, files: Pick<FilePort, 'read'>): Readings {
  const running = new Map<ExecutionId, AbortController>();

  async function read(path: string, pages: string | undefined, signal: AbortSignal) {
    const opened = await asFallible(() => files.read(path));
    if (!opened.ok) return opened;
    const request = {
      ...{ name: path, mediaType: '', maxCharacters: shownCharacters },
      ...(pages === undefined ? {} : { pages }),
    };
    const outcome = await readDocument(opened.value, request, signal);
    if (!outcome.ok) return outcome;
    const { description, markdown, isCut } = outcome.value;
    return { ok: true, value: { description, markdown, isCut } } as const;
  }

  return {
    async readDocument(path, pages, reading = newId('execution')) {
      const controller = new AbortController();
      running.set(reading, controller);
      try {
        return await read(path, pages, controller.signal);
      } finally {
        running.delete(reading);
      }
    },
    cancelReading: async (reading) => running.get(reading)?.abort(),
  };
}

function toEntry({ path, ...stat }: FileStat): FileEntry {
  return { name: path.split('/').at(-1) ?? path, ...stat };
}
