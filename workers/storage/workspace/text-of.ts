/** The text of a file for a diff. */
import { isBinary } from '#workers/text/is-binary.ts';
import { isName } from './file-errors.ts';

const comparedBytes = 1024 * 1024;

/** `null` if there is no file; undefined if it is binary, too large or changed while being read. */
export async function textOf(file: Blob | undefined): Promise<string | null | undefined> {
  if (!file) return null;
  if (file.size > comparedBytes) return undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return isBinary(bytes) ? undefined : new TextDecoder().decode(bytes);
  } catch (error) {
    // It changed while being read; the next comparison will show it.
    if (isName(error, 'NotReadableError')) return undefined;
    throw error;
  }
}
