/** A folder, recursively, as a zip archive; streams, so that files need not fit into memory. */
// client-zip: a streaming writer of 2.6 kB gz that knows Zip64, Unicode names and folders without files.
import { downloadZip } from 'client-zip';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';

type ZipEntry = { name: string; lastModified: Date; input: File } | { name: string };

export async function zipFolder(files: ReadOnlyFiles, path: string): Promise<Blob> {
  // Browsers keep a large blob on disk.
  return downloadZip(entriesOf(files, path)).blob();
}

/** Names are relative to the folder. */
async function* entriesOf(files: ReadOnlyFiles, path: string): AsyncGenerator<ZipEntry> {
  const { path: root } = await files.stat(path);
  const start = root === '.' ? 0 : root.length + 1;
  for await (const entry of files.walk(path)) {
    const name = entry.path.slice(start);
    if (entry.type === 'directory') yield { name: `${name}/` };
    else {
      const input = await files.read(entry.path);
      yield { name, input, lastModified: new Date(input.lastModified) };
    }
  }
}
