/** A list that a server gives in pages; the protocol's library would read 64 of them and keep them all. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';

export async function readPages<T>(
  most: number,
  read: (params: { cursor?: string }) => Promise<{ items: T[]; next?: string | undefined }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mcpLimits.pages && all.length < most; page++) {
    const { items, next } = await read(cursor === undefined ? {} : { cursor });
    all.push(...items.slice(0, most - all.length));
    if (next === undefined || next === cursor) return all;
    cursor = next;
  }
  return all;
}
