/** The API of workspace files: reads and plain writes here, edits that can be undone in `user-files.ts`. */
import type { FilesApi } from '#shared/api/files.ts';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import type { DomainContext } from '#workers/contracts/domain.ts';
import type { FileStat } from '#workers/contracts/file-port.ts';
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
    read: (path) => asFallible(() => files.read(path)),
    write: (path, content) =>
      asFallible(async () => {
        await files.write(path, content);
        needs.changed(path);
      }),
    async readDocument(path, pages) {
      const opened = await asFallible(() => files.read(path));
      if (!opened.ok) return opened;
      const request = {
        ...{ name: path, mediaType: '', mostCharacters: shownCharacters },
        ...(pages === undefined ? {} : { pages }),
      };
      const read = await needs.readDocument(opened.value, request, new AbortController().signal);
      if (!read.ok) return read;
      const { description, markdown, isCut } = read.value;
      return { ok: true, value: { description, markdown, isCut } };
    },
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

function toEntry({ path, ...stat }: FileStat): FileEntry {
  return { name: path.split('/').at(-1) ?? path, ...stat };
}
