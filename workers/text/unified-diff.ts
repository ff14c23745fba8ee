/** What changed between two texts, as a unified diff; the library is fetched when the first diff is wanted. */

/** A diff that takes longer is of no use to a reader. */
const patienceMs = 1_000;

/** Absent where the texts differ in so much that a diff would take too long. `null` stands for a file that is not there. */
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
    { context: 3, timeout: patienceMs, headerOptions: FILE_HEADERS_ONLY },
  );
}
