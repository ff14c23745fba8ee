/**
 * Yields the text of a document part by part: each part under its heading, and a note if reading stops early.
 */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import type { OpenDocument } from './document.ts';
import { formats } from './formats.ts';
import { pageNumbers } from './page-list.ts';

type Wanted = {
  pages?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds after which reading stops early. */
  readMs?: number | undefined;
  now?: () => number;
};

/** `endsEarly`: this piece is the note that reading stopped before the last part that was requested. */
export type TextPiece = { text: string; endsEarly: boolean };

/** Such as `PDF, 12 pages. Title: Report.` */
export function describeDocument(kind: DocumentKind, { facts, part, count }: OpenDocument): string {
  const size = part === 'document' ? '' : `, ${countOf(count, part)}`;
  const stated = Object.entries(facts).map(
    ([name, value]) => ` ${name}: ${value.replaceAll(/\s+/g, ' ').trim()}.`,
  );
  return `${formats[kind].label}${size}.${stated.join('')}`;
}

/**
 * Stops early, with a note as its last piece, after `readMs` or the maximum number of parts. The consumer may
 * stop it too. A damaged part is replaced by a note, unless no part can be read.
 */
export async function* documentText(
  document: OpenDocument,
  { pages, signal, readMs = limits.documents.readMs, now = () => performance.now() }: Wanted,
): AsyncGenerator<TextPiece> {
  const { part, count } = document;
  const numbers = pageNumbers(pages, count, part);
  const until = now() + readMs;
  let read = 0;
  const damages: ToolError[] = [];
  for (const number of numbers) {
    signal?.throwIfAborted();
    if (read === limits.documents.pages || (read > 0 && now() > until)) {
      const note = `(Stopped before ${part} ${number} of ${count}: this is as much as one call reads. Continue with pages '${number}-'.)\n`;
      yield { text: note, endsEarly: true };
      return;
    }
    const content = await readPart(document, number, damages);
    const text = part === 'document' ? `${content}\n` : `${headingOf(document, number)}\n\n${content}\n\n`;
    yield { text, endsEarly: false };
    read++;
  }
  if (damages[0] && damages.length === read) throw damages[0];
}

async function readPart(document: OpenDocument, number: number, damages: ToolError[]): Promise<string> {
  const { part } = document;
  try {
    const content = (await document.read(number)).trim();
    return content || part === 'document' ? content : await emptyPart(document, number);
  } catch (error) {
    if (!(error instanceof ToolError) || error.type !== 'binary_file') throw error;
    damages.push(error);
    return `(This ${part} is left out. ${error.message})`;
  }
}

function headingOf({ part, titleOf }: OpenDocument, number: number): string {
  const title = titleOf?.(number);
  const name = part.charAt(0).toUpperCase() + part.slice(1);
  return title ? `## ${name} ${number}: ${title}` : `## ${name} ${number}`;
}

async function emptyPart({ part, draw, whyEmpty }: OpenDocument, number: number): Promise<string> {
  const reason = await whyEmpty?.(number);
  if (reason !== undefined) return `(This ${part} has no text. ${reason})`;
  return draw
    ? `(This ${part} has no text; it may be a scan. Ask for it with as_images: true to see it.)`
    : `(This ${part} has no text.)`;
}
