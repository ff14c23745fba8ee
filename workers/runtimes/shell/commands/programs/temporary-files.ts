/** The files below /tmp, which the shell has in memory, as `node:fs` reads and writes them. */
import type { IFileSystem } from 'just-bash/browser';
import type { Temporary } from '../../../javascript/node/node-host.ts';

const root = '/tmp';

export function temporaryFiles(fs: IFileSystem): Temporary {
  const before = new Map<string, Uint8Array<ArrayBuffer> | undefined>();

  async function collect(folder: string): Promise<void> {
    for (const name of await fs.readdir(folder)) {
      const path = `${folder}/${name}`;
      const { isDirectory, isFile } = await fs.stat(path);
      if (isFile) before.set(path, new Uint8Array(await fs.readFileBuffer(path)));
      if (!isDirectory) continue;
      before.set(path, undefined);
      await collect(path);
    }
  }

  return {
    async load(put) {
      before.clear();
      if (await fs.exists(root)) await collect(root);
      for (const [path, bytes] of before) put(path, bytes);
    },
    async store(files) {
      for (const path of [...before.keys()].toReversed())
        if (!files.has(path) || typeof files.get(path) !== typeof before.get(path))
          await fs.rm(path, { recursive: true, force: true });
      for (const [path, bytes] of files) {
        if (before.has(path) && before.get(path) === bytes) continue;
        if (bytes) await fs.writeFile(path, bytes);
        else await fs.mkdir(path, { recursive: true });
      }
      before.clear();
      for (const [path, bytes] of files) before.set(path, bytes);
    },
  };
}
