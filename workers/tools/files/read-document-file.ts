/** The part of `read_file` that reads documents: as Markdown, or their pages as pictures. */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import { limits } from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolContent, ToolReturn } from '#workers/contracts/tool-content.ts';
import { describeDocument, documentText } from '#workers/documents/document-text.ts';
import type { OpenDocument } from '#workers/documents/document.ts';
import { openDocument, refuseLarge } from '#workers/documents/open-document.ts';
import { pageNumbers } from '#workers/documents/page-list.ts';
import { cutPieces } from './text-lines.ts';
import type { Slice } from './text-slice.ts';

type Source = {
  file: File;
  path: string;
  kind: DocumentKind;
  pages: string | undefined;
  signal: AbortSignal;
};

/** Lines count from the first page asked for; reading ends with the first that does not fit. */
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
  const { kind, pages, signal } = source;
  return withDocument(source, async (document) => {
    const { draw, part, count } = document;
    if (!draw)
      throw new ToolError(
        'validation_error',
        `Parameter 'as_images': only PDF files have pages that can be drawn. Read ${source.path} without it.`,
      );
    const numbers = pageNumbers(pages, count, part);
    const shown = numbers.slice(0, limits.documents.pictures);
    const rest = numbers[shown.length];
    const next = rest === undefined ? '' : ` Continue with pages '${rest}-'.`;
    const content: ToolContent & object = [
      {
        type: 'text',
        text: `${describeDocument(kind, document)} Pages as pictures: ${shown.join(', ')}.${next}`,
      },
    ];
    for (const number of shown) {
      signal.throwIfAborted();
      content.push({ type: 'image', ...(await draw(number)), name: `page-${number}.png` });
    }
    return content;
  });
}

async function withDocument<T>(
  { file, path, kind, signal }: Source,
  work: (document: OpenDocument) => Promise<T>,
): Promise<T> {
  refuseLarge(path, file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const document = await openDocument(bytes, { name: path, kind, signal });
  try {
    return await work(document);
  } finally {
    await document.close?.();
  }
}
