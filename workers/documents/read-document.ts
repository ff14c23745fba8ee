/** Converts a document (an attachment, a download or a previewed file) to Markdown. */
import { documentKind, type DocumentKind } from '#shared/documents/document-kind.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { PartName } from './document.ts';
import { describeDocument, documentText } from './document-text.ts';
import { openDocument } from './open-document.ts';

export type ReadOptions = {
  /**
   * The file name. It determines the kind, together with `mediaType` and the first bytes, and appears in
   * error messages.
   */
  name: string;
  mediaType?: string | undefined;
  /** Such as `1-5,8`; absent: all. */
  pages?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The encoding of a text table; absent: the bytes decide. */
  encoding?: string | undefined;
  /** Reading ends at the first part that reaches this length. Absent: no limit. */
  maxCharacters?: number | undefined;
  /** Milliseconds, opening included. Reading stops after the first part that ends later. */
  readMs?: number | undefined;
};

export type DocumentText = {
  kind: DocumentKind;
  /** One line, such as `PDF, 12 pages. Title: Report.` */
  description: string;
  markdown: string;
  /** True if `markdown` is incomplete because of a limit. */
  isCut: boolean;
  part: PartName;
  count: number;
};

/** Contract: fails only with a `ToolError`, or the reason of `signal`. */
export async function readDocument(
  bytes: Uint8Array<ArrayBuffer>,
  {
    name,
    mediaType,
    pages,
    signal,
    encoding,
    maxCharacters = Infinity,
    readMs = limits.documents.readMs,
  }: ReadOptions,
): Promise<DocumentText> {
  const kind = documentKind(name, mediaType, bytes);
  if (!kind)
    throw new ToolError(
      'binary_file',
      `${name} is of no kind that is read as text. Known are PDF, docx, xlsx, csv, pptx, epub and ipynb.`,
    );
  const until = performance.now() + readMs;
  const document = await openDocument(bytes, { name, kind, signal, encoding });
  try {
    let markdown = '';
    let isCut = false;
    const left = until - performance.now();
    for await (const { text, endsEarly } of documentText(document, { pages, signal, readMs: left })) {
      const isLong = markdown.length + text.length > maxCharacters;
      markdown += isLong ? text.slice(0, maxCharacters - markdown.length).toWellFormed() : text;
      isCut = isLong || endsEarly;
      if (isCut) break;
    }
    const { part, count } = document;
    return {
      kind,
      description: describeDocument(kind, document),
      markdown: markdown.trimEnd(),
      isCut,
      part,
      count,
    };
  } finally {
    await document.close?.();
  }
}
