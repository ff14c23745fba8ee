/** The part of `read_file` that reads documents: as Markdown, or their pages as pictures. */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import type { ToolContent, ToolReturn } from '#workers/contracts/tool-content.ts';
import { describeDocument, documentText } from '#workers/documents/document-text.ts';
import type { OpenDocument } from '#workers/documents/document.ts';
import { drawPages } from '#workers/documents/draw-pages.ts';
import { openDocument, refuseLarge } from '#workers/documents/open-document.ts';
import { cutPieces } from './text-lines.ts';
import type { Slice } from './text-slice.ts';

type Source = {
  file: File;
  path: string;
  kind: DocumentKind;
  pages: string | undefined;
  /** For tables as text; the others state their own. */
  encoding: string | undefined;
  signal: AbortSignal;
};

/** Lines are counted from the first requested page. Reading ends with the page at which the slice is full. */
export async function readDocumentSlice(source: Source, slice: Slice): Promise<ToolReturn> {
  const { kind, pages, signal } = source;
  return withDocument(source, async (document) => {
    let isWhole = true;
    for await (const { text } of documentText(document, { pages, signal })) {
      cutPieces(text).forEach(slice.add);
      isWhole = !slice.isFull() && !slice.isCut();
      if (!isWhole) break;
    }
    const hint = kind === 'csv' || kind === 'ipynb' ? " Use raw: true for the file's own text." : '';
    const { part, count } = document;
    return {
      content: `${describeDocument(kind, document)}${hint}\n\n${slice.text(isWhole)}`.trimEnd(),
      metadata: {
        ...{ bytes: String(source.file.size), part, count: String(count) },
        ...slice.facts(isWhole),
      },
    };
  });
}

export async function drawDocument(source: Source): Promise<ToolContent> {
  return withDocument(source, async (document) => {
    const { description, pictures } = await drawPages(document, { ...source, name: source.path });
    return [{ type: 'text', text: description }, ...pictures];
  });
}

async function withDocument<T>(
  { file, path, kind, encoding, signal }: Source,
  work: (document: OpenDocument) => Promise<T>,
): Promise<T> {
  refuseLarge(path, file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const document = await openDocument(bytes, { name: path, kind, signal, encoding });
  try {
    return await work(document);
  } finally {
    await document.close?.();
  }
}
