/** Reads a fetched PDF or office file as Markdown, with the reader that `read_file` uses. */
import { documentKind, type DocumentKind } from '#shared/documents/document-kind.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import type { NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

/** `isText`: the file can be shown as text if it turns out not to be such a document. */
export type FetchedDocument = { name: string; mediaType: string; kind: DocumentKind; isText: boolean };

type Wanted = { asked: string; pages: string | undefined; asImages: boolean; signal: AbortSignal };

type Fetched = { facts: string[]; text: string; pictures?: ToolMedia[] };

/** Undefined for a page, text or JSON. */
export function documentIn(
  { url, body }: NetworkResponse,
  mediaType: string,
  asked: string,
): FetchedDocument | undefined {
  const name = new URL(url || asked).pathname.split('/').at(-1) ?? '';
  // The name counts only without a specific media type, because the address of a page about a file contains
  // the file's name, too.
  const isUntyped = /^(application\/octet-stream|binary\/octet-stream)?($|;)/i.test(mediaType.trim());
  const kind = documentKind(isUntyped ? name : '', mediaType, body) ?? textKind(name, mediaType);
  return kind && { name, mediaType, kind, isText: kind === 'csv' || kind === 'ipynb' };
}

/** Hosts of source code serve tables and notebooks as plain text or JSON. */
function textKind(name: string, mediaType: string): DocumentKind | undefined {
  if (!/^(text\/plain|application\/json)\s*($|;)/i.test(mediaType.trim())) return undefined;
  const kind = documentKind(name);
  return kind === 'csv' || kind === 'ipynb' ? kind : undefined;
}

/** Undefined for text that is neither a table nor a notebook, whatever type it states. */
export async function readFetched(
  { body, truncated }: NetworkResponse,
  { name, mediaType, kind, isText }: FetchedDocument,
  { asked, pages, asImages, signal }: Wanted,
): Promise<Fetched | undefined> {
  if (truncated && isText) return undefined;
  if (truncated)
    throw new ToolError(
      'binary_file',
      `${asked} is a document of more than ${Math.floor(body.length / 1e6)} MB, which cannot be read. Look for a smaller one, or for the same as a web page.`,
    );
  if (asImages) return drawFetched(body, { name: name || asked, kind, pages, signal });
  // The readers are large and most pages do not need them, so they are loaded here.
  const { readDocument } = await import('#workers/documents/read-document.ts');
  const reading = readDocument(body.slice(), { name: name || asked, mediaType, pages, signal });
  const document = await reading.catch((error: unknown) => {
    if (isText && error instanceof ToolError && error.type === 'binary_file') return undefined;
    throw error;
  });
  return document && { facts: [`Document: ${document.description}`], text: document.markdown };
}

type Drawn = { name: string; kind: DocumentKind; pages: string | undefined; signal: AbortSignal };

async function drawFetched(body: Uint8Array<ArrayBuffer>, wanted: Drawn): Promise<Fetched> {
  const [{ openDocument }, { drawPages }] = await Promise.all([
    import('#workers/documents/open-document.ts'),
    import('#workers/documents/draw-pages.ts'),
  ]);
  const document = await openDocument(body.slice(), wanted);
  try {
    const { description, pictures } = await drawPages(document, wanted);
    return { facts: [`Document: ${description}`], text: '', pictures };
  } finally {
    await document.close?.();
  }
}
