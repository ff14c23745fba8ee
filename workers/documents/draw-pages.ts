/** Renders pages of a document as pictures, for models that accept images. */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import * as limits from '#shared/limits.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { describeDocument } from './document-text.ts';
import type { OpenDocument } from './document.ts';
import { pageNumbers } from './page-list.ts';

/** `name`: the file name in error messages. `pages`: such as `1-5,8`; absent: all. */
type Wanted = { name: string; kind: DocumentKind; pages: string | undefined; signal: AbortSignal };

/** `description`: one line that lists the pages in `pictures` and how to request the next ones. */
export type DrawnPages = { description: string; pictures: ToolMedia[] };

export async function drawPages(
  document: OpenDocument,
  { name, kind, pages, signal }: Wanted,
): Promise<DrawnPages> {
  const { draw, part, count } = document;
  if (!draw)
    throw new ToolError(
      'validation_error',
      `Parameter 'as_images': only PDF files have pages that can be drawn. Read ${name} without it.`,
    );
  const numbers = pageNumbers(pages, count, part);
  const shown = numbers.slice(0, limits.documents.pictures);
  const rest = numbers[shown.length];
  const next = rest === undefined ? '' : ` Continue with pages '${rest}-'.`;
  const pictures: ToolMedia[] = [];
  for (const number of shown) {
    signal.throwIfAborted();
    pictures.push({ type: 'image', ...(await draw(number)), name: `page-${number}.png` });
  }
  return {
    description: `${describeDocument(kind, document)} Pages as pictures: ${shown.join(', ')}.${next}`,
    pictures,
  };
}
