/** The text of a file, to be compared with another. */
import { isBinary } from '#workers/text/is-binary.ts';
import { isName } from './file-errors.ts';

const comparedBytes = 1024 * 1024;

/** `null` for a file that is not there, nothing for what cannot be compared as text. */
export async function textOf(file: Blob | undefined): Promise<string | null | undefined> {
  if (!file) return null;
  if (file.size > comparedBytes) return undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return isBinary(bytes) ? undefined : new TextDecoder().decode(bytes);
  } catch (error) {
    // It changed while it was read; the next look will show it.
    if (isName(error, 'NotReadableError')) return undefined;
    throw error;
  }
}
