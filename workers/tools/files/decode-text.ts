/**
 * Decodes a file that will be changed; anything but UTF-8 is refused, because writing it back would corrupt
 * it.
 */
import * as limits from '#shared/limits.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

/** Larger files are refused, because people do not edit such files by replacing text. */
const maxBytes = 10 * limits.readBytes;

export async function decodeText(path: string, file: File | null): Promise<string> {
  if (!file)
    throw new ToolError(
      'file_not_found',
      `File not found: ${path}. Check the path with list_directory; if the file is meant to be new, use write_file.`,
    );
  if (file.size > maxBytes)
    throw new ToolError(
      'file_too_large',
      `${path} has ${file.size} bytes, the maximum to change is ${maxBytes}. It was not changed; write what is new to another file, or say that it is too large.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isBinary(bytes))
    throw new ToolError('binary_file', `${path} is a binary file and cannot be changed as text.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolError(
      'binary_file',
      `${path} is not UTF-8 text. Read it with the right 'encoding' and write it again with write_file.`,
    );
  }
}
