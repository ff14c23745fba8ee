/** Bounds a result: cuts the middle out of a long text and saves the full text for paging; limits media. */
import { limits } from '#shared/limits.ts';
import type { ToolHostJob } from '../tool-hosts/tool-host-job.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolContent, ToolMedia } from '#workers/contracts/tool-content.ts';

export async function capResult(
  content: ToolContent,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<ToolContent> {
  if (typeof content === 'string') return capText(content, overflow, results);
  const media = content.filter((block) => block.type !== 'text');
  checkMedia(media);
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  if (media.length === 0) return capText(text, overflow, results);
  if (text.length <= limits.resultCharacters) return content;
  // Too much text to keep its position between the images: it comes first, as one block.
  const capped = await capText(text, overflow, results);
  return [{ type: 'text', text: capped }, ...media];
}

async function capText(
  text: string,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<string> {
  return text.length <= limits.resultCharacters ? text : cutMiddle(text, await save(text, overflow, results));
}

function checkMedia(media: readonly ToolMedia[]): void {
  const { mediaBytes, mediaBlocks } = limits;
  if (media.length > mediaBlocks)
    throw new ToolError(
      'file_too_large',
      `The result has ${media.length} images and files, the maximum is ${mediaBlocks}. Ask for fewer at once.`,
    );
  const large = media.find(({ data }) => data.byteLength > mediaBytes);
  if (large)
    throw new ToolError(
      'file_too_large',
      `The result holds ${large.media_type} of ${large.data.byteLength} bytes, the maximum is ${mediaBytes} (20 MB). Ask for a smaller one, or save it to a file.`,
    );
}

async function save(
  text: string,
  { folder, file }: ToolHostJob['overflow'],
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
    // A full disk must not turn a result into an error; the model is told that the rest is lost.
    return 'The full text could not be saved, because storage is full.';
  }
}

/** Exported for its property test: never longer than the cap plus the note, never splits a surrogate pair. */
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
