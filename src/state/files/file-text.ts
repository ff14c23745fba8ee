/** Text files for the editor: text detection, the size limit, and line endings. */

import { calmText } from './calm-text.ts';

/** A larger file is shown in part and read-only. */
export const editedBytes = 1024 * 1024;
const probeBytes = 8_192;

export type OpenedText = {
  text: string;
  /** The file is longer than `text`. */
  isCut: boolean;
  /** Not valid UTF-8: saving would lose bytes. */
  isDamaged: boolean;
  /** Parts that a browser takes seconds to lay out are left out of `text`. */
  isShortened: boolean;
};

/** `null` for binary content, detected like git does: a NUL byte near the beginning. */
export async function openText(file: Blob): Promise<OpenedText | null> {
  const bytes = new Uint8Array(await file.slice(0, editedBytes).arrayBuffer());
  if (bytes.subarray(0, probeBytes).includes(0)) return null;
  const isCut = file.size > editedBytes;
  // Keeps a byte order mark as part of the text; `stream` omits an incomplete character at the cut.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  const calm = calmText(text);
  return { text: calm, isCut, isDamaged: !isCut && !isUtf8(bytes), isShortened: calm !== text };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A textarea uses `\n` only. */
export function toField(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Restores the file's line endings; a file with mixed ones gets `\n`. */
export function fromField(field: string, base: string): string {
  const isWindows = base.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(base);
  return isWindows ? field.replaceAll('\n', '\r\n') : field;
}
