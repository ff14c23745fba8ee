/** Writes the parameter `files` of a script's call: texts that the script finds in the workspace. */
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';

/** Writes all files in one transaction. `given`: texts by path. */
export async function writeInputFiles(
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
