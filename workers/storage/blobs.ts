/**
 * Stores images and files of conversations in OPFS: a folder per session, each file named by the SHA-256 of
 * its content.
 */
import { asId, type BlobId } from '#shared/ids.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { isName, removeIfThere } from './workspace/file-errors.ts';

export type BlobStore = {
  /** Stores bytes, once per folder if they are equal. Throws a `QuotaExceededError`. */
  keep(folder: string, bytes: Uint8Array<ArrayBuffer>): Promise<BlobId>;
  /** Returns the file itself instead of a copy; undefined if it was deleted. */
  read(id: BlobId): Promise<Blob | undefined>;
  has(id: BlobId): Promise<boolean>;
  remove(id: BlobId): Promise<void>;
  removeFolder(folder: string): Promise<void>;
};

export function createBlobStore(root: FileSystemDirectoryHandle): BlobStore {
  async function read(id: BlobId): Promise<Blob | undefined> {
    const [folder = '', name = ''] = id.split('/');
    try {
      const own = await root.getDirectoryHandle(folder);
      return await (await own.getFileHandle(name)).getFile();
    } catch (error) {
      // A TypeError means an invalid file name, which is treated like a deleted blob.
      if (isName(error, 'NotFoundError') || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  return {
    read,
    has: async (id) => (await read(id)) !== undefined,
    async keep(folder, bytes) {
      const name = await sha256(bytes);
      const own = await root.getDirectoryHandle(folder, { create: true });
      const file = await own.getFileHandle(name, { create: true });
      if ((await file.getFile()).size !== bytes.byteLength) {
        const writable = await file.createWritable();
        await writable.write(bytes);
        await writable.close();
      }
      return asId<'blob'>(`${folder}/${name}`);
    },

    async remove(id) {
      const [folder = '', name = ''] = id.split('/');
      try {
        const own = await root.getDirectoryHandle(folder);
        await removeIfThere(own, name);
        const { done: isEmpty } = await own.keys().next();
        if (isEmpty) await root.removeEntry(folder);
      } catch (error) {
        if (!isName(error, 'NotFoundError')) throw error;
      }
    },

    removeFolder: (folder) => removeIfThere(root, folder),
  };
}
