/** The text of an attached file, where it is text and short enough to be read to a model with the message. */
import { limits } from '../limits.ts';

/** Undefined for anything else. The bytes decide: a type or a name only claims. */
export async function readAttachedText(blob: Blob): Promise<string | undefined> {
  if (blob.size > limits.attachedTextBytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    // No UTF-8, or a file that is gone.
    return undefined;
  }
}
