/** Parameter `files` of a script's call: texts that it finds in the workspace. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';

/** All of them, or none where the workspace refuses one. `given`: texts by path. */
export async function writeGiven(
  files: Pick<ToolFiles, 'change'>,
  given: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const writes = Object.entries(given ?? {}).map(([path, content]) => ({
    ...{ type: 'write' as const, path, content },
  }));
  if (writes.length === 0) return;
  await files.change(
    writes.map(({ path }) => path),
    async () => writes,
  );
}
