/** Bounds a result: cuts the middle out of a long text and saves the full text for paging; limits media. */
import { svgType, type TextBlock } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import type { ToolHostJob } from '../tool-hosts/tool-host-job.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { fullTextLost, fullTextNote } from '#workers/text/full-text.ts';
import type { ToolContent, ToolMedia } from '#workers/contracts/tool-content.ts';

export async function capResult(
  returned: ToolContent,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
  full?: string,
): Promise<ToolContent> {
  const content = typeof returned === 'string' ? returned : await Promise.all(returned.map(withoutBomb));
  if (full !== undefined) return capWith(await save(full, overflow, results), content, overflow);
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

/** A drawing that would take the browser long is a file, which nobody draws unasked. */
async function withoutBomb(block: TextBlock | ToolMedia): Promise<TextBlock | ToolMedia> {
  if (block.type !== 'image' || block.media_type !== svgType) return block;
  const { maxSvgBytes, readSvg } = await import('#workers/text/read-svg.ts');
  const isSmall = block.data.byteLength <= maxSvgBytes && readSvg(new TextDecoder().decode(block.data));
  return isSmall ? block : { ...block, type: 'file' };
}

/** Saves the full text of an error message whose output was shortened; the message says so if that fails. */
export async function capMessage(
  message: string,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
  full: string,
): Promise<string> {
  return withSaveNote(message, await save(full, overflow, results), overflow);
}

/** Replaces the note that refers to the saved full text if it could not be saved. */
function withSaveNote(text: string, note: string, overflow: ToolHostJob['overflow']): string {
  return note === fullTextLost ? text.replaceAll(fullTextNote(pathOf(overflow)), note) : text;
}

/** Caps a result that its tool has already shortened; `note` says whether its full text could be saved. */
function capWith(note: string, content: ToolContent, overflow: ToolHostJob['overflow']): ToolContent {
  const told = (text: string) => {
    const known = withSaveNote(text, note, overflow);
    return known.length <= limits.resultCharacters ? known : cutMiddle(known, note);
  };
  if (typeof content === 'string') return told(content);
  checkMedia(content.filter((block) => block.type !== 'text'));
  return content.map((block) => (block.type === 'text' ? { ...block, text: told(block.text) } : block));
}

/** The path of the saved full text, as `read_file` accepts it. */
export function pathOf({ folder, file }: ToolHostJob['overflow']): string {
  return `.results/${folder}/${file}`;
}

async function capText(
  text: string,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<string> {
  return text.length <= limits.resultCharacters ? text : cutMiddle(text, await save(text, overflow, results));
}

function checkMedia(media: readonly ToolMedia[]): void {
  if (media.length > limits.mediaBlocks)
    throw new ToolError(
      'file_too_large',
      `The result has ${media.length} images and files, the maximum is ${limits.mediaBlocks}. Ask for fewer at once.`,
    );
  const large = media.find(({ data }) => data.byteLength > limits.mediaBytes);
  if (large)
    throw new ToolError(
      'file_too_large',
      `The result holds ${large.media_type} of ${large.data.byteLength} bytes, the maximum is ${limits.mediaBytes} (20 MB). Ask for a smaller one, or save it to a file.`,
    );
}

async function save(
  text: string,
  overflow: ToolHostJob['overflow'],
  results: FileSystemDirectoryHandle,
): Promise<string> {
  try {
    const own = await results.getDirectoryHandle(overflow.folder, { create: true });
    const handle = await own.getFileHandle(overflow.file, { create: true });
    const writable = await handle.createWritable();
    await writable.write(text);
    await writable.close();
    return fullTextNote(pathOf(overflow));
  } catch {
    // A full disk must not turn a result into an error; the model is told that the rest is lost.
    return fullTextLost;
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
