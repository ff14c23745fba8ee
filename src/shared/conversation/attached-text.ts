/** Reads an attached file as text if it is UTF-8 and short enough to be sent to a model. */
import * as limits from '../limits.ts';

/** Undefined for anything else. Decided by the content, not by MIME type or name. */
export async function readAttachedText(blob: Blob): Promise<string | undefined> {
  if (blob.size > limits.attachedTextBytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, or the file no longer exists.
    return undefined;
  }
}
