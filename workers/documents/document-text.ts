/** The text of a document as it is read, part by part: a head that says what it is, then each part under its heading. */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import { limits } from '#shared/limits.ts';
import { countOf } from '#workers/text/count-of.ts';
import type { OpenDocument } from './document.ts';
import { formats } from './formats.ts';
import { pageNumbers } from './page-list.ts';

type Wanted = { pages?: string | undefined; signal?: AbortSignal | undefined; now?: () => number };

/** Such as `PDF, 12 pages. Title: Report.` */
export function describeDocument(kind: DocumentKind, { facts, part, count }: OpenDocument): string {
  const size = part === 'document' ? '' : `, ${countOf(count, part)}`;
  const stated = Object.entries(facts).map(
    ([name, value]) => ` ${name}: ${value.replaceAll(/\s+/g, ' ').trim()}.`,
  );
  return `${formats[kind].label}${size}.${stated.join('')}`;
}

/** Ends early, with a note, where the reading would take too long; the consumer may end it at any part. */
export async function* documentText(
  document: OpenDocument,
  { pages, signal, now = () => performance.now() }: Wanted,
): AsyncGenerator<string> {
  const { part, count } = document;
  const numbers = pageNumbers(pages, count, part);
  const until = now() + limits.documents.readMs;
  let read = 0;
  for (const number of numbers) {
    signal?.throwIfAborted();
    if (read === limits.documents.pages || (read > 0 && now() > until)) {
      yield `(Stopped before ${part} ${number} of ${count}: this is as much as one call reads. Continue with pages '${number}-'.)\n`;
      return;
    }
    const text = (await document.read(number)).trim();
    yield part === 'document'
      ? `${text}\n`
      : `${headingOf(document, number)}\n\n${text || emptyPart(document)}\n\n`;
    read++;
  }
}

function headingOf({ part, titleOf }: OpenDocument, number: number): string {
  const title = titleOf?.(number);
  const name = part.charAt(0).toUpperCase() + part.slice(1);
  return title ? `## ${name} ${number}: ${title}` : `## ${name} ${number}`;
}

function emptyPart({ part, draw }: OpenDocument): string {
  return draw
    ? `(This ${part} has no text; it may be a scan. Ask for it with as_images: true to see it.)`
    : `(This ${part} has no text.)`;
}
