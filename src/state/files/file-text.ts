/** A text file as it is edited: whether it is text at all, how much of it, and with which line ends it goes back. */

/** Above this a file is shown in part, and only read. */
export const editedBytes = 1024 * 1024;
const probeBytes = 8_192;

export type OpenedText = {
  text: string;
  /** The file goes on after this. */
  isCut: boolean;
  /** Bytes that are no UTF-8 would be lost by saving. */
  isDamaged: boolean;
};

/** `null`: no text, told the way git does, by a NUL near the beginning. */
export async function openText(file: Blob): Promise<OpenedText | null> {
  const bytes = new Uint8Array(await file.slice(0, editedBytes).arrayBuffer());
  if (bytes.subarray(0, probeBytes).includes(0)) return null;
  const isCut = file.size > editedBytes;
  // A byte order mark stays a part of the text; half a character at the cut is held back.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  return { text, isCut, isDamaged: !isCut && !isUtf8(bytes) };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Fields of the page know one line end only. */
export function toField(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Back to the line ends the file had; a file that mixed them gets the plain ones. */
export function fromField(field: string, base: string): string {
  const isWindows = base.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(base);
  return isWindows ? field.replaceAll('\n', '\r\n') : field;
}
