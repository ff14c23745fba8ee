/** Unified diff of two texts; the library is loaded at first use. */

/** A diff that takes longer would be too large to be read. */
const timeoutMs = 1_000;

/** Undefined after the timeout. `null` means that the file does not exist. */
export async function unifiedDiff(
  path: string,
  before: string | null,
  after: string | null,
): Promise<string | undefined> {
  // diff: Myers' algorithm with a time limit, and the hunk format of git.
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  return createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, timeout: timeoutMs, headerOptions: FILE_HEADERS_ONLY },
  );
}
