/** A PDF or an office file that was fetched: as Markdown, by the reader that `read_file` uses. */
import { documentKind } from '#shared/documents/document-kind.ts';
import type { NetworkResponse } from '#workers/contracts/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export type FetchedDocument = { name: string; mediaType: string };

/** Undefined for a page, text or JSON; tables and notebooks in a text format are text. */
export function documentIn(
  { url, body }: NetworkResponse,
  mediaType: string,
  asked: string,
): FetchedDocument | undefined {
  const name = new URL(url || asked).pathname.split('/').at(-1) ?? '';
  // A page about a file has the file's name in its address, too.
  const isUntyped = /^(application\/octet-stream|binary\/octet-stream)?($|;)/i.test(mediaType.trim());
  const kind = documentKind(isUntyped ? name : '', mediaType, body);
  return kind === undefined || kind === 'csv' || kind === 'ipynb' ? undefined : { name, mediaType };
}

/** @throws ToolError where the file is damaged, protected or too large */
export async function readFetched(
  { body, truncated }: NetworkResponse,
  { name, mediaType }: FetchedDocument,
  { asked, pages, signal }: { asked: string; pages: string | undefined; signal: AbortSignal },
): Promise<{ facts: string[]; text: string }> {
  if (truncated)
    throw new ToolError(
      'binary_file',
      `${asked} is a document of more than ${Math.floor(body.length / 1e6)} MB, which cannot be read. Look for a smaller one, or for the same as a web page.`,
    );
  // The readers are large, and most pages need none.
  const { readDocument } = await import('#workers/documents/read-document.ts');
  const document = await readDocument(body.slice(), { name: name || asked, mediaType, pages, signal });
  return { facts: [`Document: ${document.description}`], text: document.markdown };
}
