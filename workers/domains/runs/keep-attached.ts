/** Puts an attached document among the user's files, where tools and the Files screen find it. */
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { isSameContent } from '#workers/storage/workspace/same-content.ts';

const folder = 'attachments';
/** Longest name of a file in bytes is 255; room for a number. */
const nameCharacters = 80;

/** The path it has there. The same document attached again is not stored twice. */
export async function keepAttached(
  files: Pick<FilePort, 'change'>,
  name: string,
  content: Blob,
): Promise<string> {
  const safe = safeName(name);
  for (let count = 1; ; count++) {
    const path = `${folder}/${count === 1 ? safe : numbered(safe, count)}`;
    if (await keepAs(files, path, content)) return path;
  }
}

/** False if another document has the path. The path is locked from the look to the write: two messages may be sent at once. */
async function keepAs(files: Pick<FilePort, 'change'>, path: string, content: Blob): Promise<boolean> {
  let isKept = false;
  await files.change([path], async (read) => {
    const known = await read(path);
    isKept = !known || (await isSameContent(known, content));
    return known ? [] : [{ type: 'write', path, content }];
  });
  return isKept;
}

/** Without what the path gate refuses; the end is kept, because it tells the kind. */
function safeName(name: string): string {
  const simple = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return Array.from(simple).slice(-nameCharacters).join('').trim() || 'document';
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}
