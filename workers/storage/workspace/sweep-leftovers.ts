/** Deletes the `.crswap` files that killed writers leave behind. */

/** Contract: the caller holds the exclusive workspace lock. Returns the number of deleted files. */
export async function sweepLeftovers(folder: FileSystemDirectoryHandle): Promise<number> {
  let swept = 0;
  // Listed first: an iterator over a changing folder may skip entries.
  for (const entry of await Array.fromAsync(folder.values())) {
    // Long tool results are written without the lock, so a writer may be active there.
    if (entry.name === '.results') continue;
    if (entry.kind === 'directory') swept += await sweepLeftovers(entry);
    else if (entry.name.endsWith('.crswap')) {
      await folder.removeEntry(entry.name);
      swept++;
    }
  }
  return swept;
}
