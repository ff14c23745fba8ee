/** The files of a package: https://docs.npmjs.com/cli/commands/npm-pack */
import { gunzip, isGzip } from '../../archives/compression.ts';
import { readTar } from '../../archives/tar-format.ts';
import { CommandError } from '../../command.ts';

export const limits = { files: 5_000, bytes: 60 * 1024 * 1024 };

export type Unpacked = { files: ReadonlyMap<string, Uint8Array>; bytes: number };

/** Throws for native code, and for names that lead out of the package. Links are left out, as npm does. */
export async function unpack(name: string, archive: Uint8Array): Promise<Unpacked> {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const entry of readTar(await inflate(name, archive))) {
    if (entry.type !== 'file') continue;
    // The first folder is named `package` in most archives, and something else in some.
    const [, ...parts] = entry.name.replace(/^\.\//, '').split('/');
    if (parts.length === 0) continue;
    if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')))
      throw new CommandError(
        `${name} contains the name '${entry.name}', which leads out of it; nothing was installed`,
      );
    const path = parts.join('/');
    if (isNative(path))
      throw new CommandError(
        `${name} has native code (${path}), which cannot run here; choose a package of pure JavaScript`,
      );
    files.set(path, entry.data);
    bytes += entry.data.length;
  }
  if (!files.has('package.json'))
    throw new CommandError(`${name} has no package.json; nothing was installed`);
  return { files, bytes };
}

async function inflate(name: string, archive: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(archive)) return archive;
  // The last four bytes of a gzip file are its length without compression, modulo 2^32.
  const said = new DataView(archive.buffer, archive.byteOffset + archive.length - 4, 4).getUint32(0, true);
  if (said > limits.bytes) throw new CommandError(`${name} has more than ${limits.bytes} bytes`);
  const { data } = await gunzip(archive, limits.bytes).catch((error: unknown) => {
    throw error instanceof RangeError
      ? new CommandError(`${name} has more than ${limits.bytes} bytes`)
      : new CommandError(`${name} is damaged; nothing was installed`);
  });
  return data;
}

/** `binding.gyp` makes npm compile the package. */
function isNative(path: string): boolean {
  return path === 'binding.gyp' || /\.(?:node|so|dylib|dll|exe)$/.test(path);
}
