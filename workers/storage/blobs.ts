/** Images and files of conversations in OPFS: a folder per session, each file named by the SHA-256 of its content. */
import { asId, type BlobId } from '#shared/ids.ts';
import { sha256 } from '#workers/text/sha256.ts';

export type BlobStore = {
  /** Stores the same bytes once per folder. Throws a `QuotaExceededError`. */
  keep(folder: string, bytes: Uint8Array<ArrayBuffer>): Promise<BlobId>;
  /** The file itself, not a copy; undefined if it was deleted. */
  read(id: BlobId): Promise<Blob | undefined>;
  removeFolder(folder: string): Promise<void>;
};

export function createBlobStore(root: FileSystemDirectoryHandle): BlobStore {
  return {
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

    async read(id) {
      const [folder = '', name = ''] = id.split('/');
      try {
        const own = await root.getDirectoryHandle(folder);
        return await (await own.getFileHandle(name)).getFile();
      } catch (error) {
        // A TypeError is an invalid file name: treated like a deleted blob.
        if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    },

    async removeFolder(folder) {
      await root.removeEntry(folder, { recursive: true }).catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
      });
    },
  };
}
