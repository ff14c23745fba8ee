/** Cuts a long result in the middle, keeps head and tail, and saves the whole text where the model can page it. */
import { limits } from '../../src/shared/limits.ts';
import type { HostCall } from '../engine/host-protocol.ts';

export async function capResult(
  text: string,
  overflow: HostCall['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<string> {
  if (text.length <= limits.resultCharacters) return text;
  return cutMiddle(text, await save(text, overflow, results));
}

async function save(
  text: string,
  { folder, file }: HostCall['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<string> {
  try {
    const own = await results.getDirectoryHandle(folder, { create: true });
    const handle = await own.getFileHandle(file, { create: true });
    const writable = await handle.createWritable();
    await writable.write(text);
    await writable.close();
    return `The full text is in '.results/${folder}/${file}'; read it with read_file, offset and limit.`;
  } catch {
    // A full disk must not turn a good result into an error; the model hears that the rest is gone.
    return 'The full text could not be saved, because storage is full.';
  }
}

/** Exported for its property test: never longer than the cap plus the note, never half a character. */
export function cutMiddle(text: string, note: string): string {
  const half = limits.resultCharacters / 2;
  const head = text.slice(0, safeCut(text, half));
  const tail = text.slice(safeCut(text, text.length - half));
  const cut = text.length - head.length - tail.length;
  return `${head}\n\n[${cut} of ${text.length} characters cut here. ${note}]\n\n${tail}`;
}

/** Moves a cut back by one where it would split a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
