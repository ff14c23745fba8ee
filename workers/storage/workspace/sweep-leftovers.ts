/** Deletes what killed writers left beside their files (platform.md, 3.4); only while nobody writes. */

/** Contract: the caller holds the workspace lock alone. */
export async function sweepLeftovers(folder: FileSystemDirectoryHandle): Promise<number> {
  let swept = 0;
  // Listed first: an iterator over a folder that changes may leave entries out.
  for (const entry of await Array.fromAsync(folder.values())) {
    // Long results are written without the lock.
    if (entry.name === '.results') continue;
    if (entry.kind === 'directory') swept += await sweepLeftovers(entry);
    else if (entry.name.endsWith('.crswap')) {
      await folder.removeEntry(entry.name);
      swept++;
    }
  }
  return swept;
}
