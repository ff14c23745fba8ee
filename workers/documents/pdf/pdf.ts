/** Reads PDF files: the text of each page as it stands on it, what was filled into forms, and pages as pictures. */
// PDF.js: Mozilla's reader, the one of Firefox. The legacy build runs in browsers as old as the app does. It evaluates no
// code, and WebAssembly is switched off. It runs in this thread, which is a tool host already.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { isJsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { drawPage, WorkerCanvasFactory, NoFilterFactory } from './draw-page.ts';
import { OwnData } from './own-data.ts';
import { pageText } from './page-text.ts';

export async function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { name, signal }: OpenContext,
): Promise<OpenDocument> {
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: OwnData,
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: NoFilterFactory,
    // Only marks that the factory has them.
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: 'decoders/',
    useWasm: false,
    useWorkerFetch: false,
    // Letters are drawn as shapes: a worker has no fonts of its own.
    disableFontFace: true,
    useSystemFonts: false,
    // Pixels; larger pictures on a page are left out.
    maxImageSize: 50_000_000,
    disableWorkerRendering: true,
    enableXfa: false,
    verbosity: 0,
  });
  signal?.addEventListener('abort', () => void task.destroy(), { once: true });
  try {
    const pdf = await task.promise;
    return {
      facts: await factsOf(pdf),
      part: 'page',
      count: pdf.numPages,
      read: async (number) => pageText(await pdf.getPage(number)),
      draw: async (number) => drawPage(await pdf.getPage(number), limits.documents.pictureSide),
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    throw explain(error, name);
  }
}

async function factsOf(pdf: PDFDocumentProxy): Promise<Record<string, string>> {
  const { info } = await pdf.getMetadata();
  const { Title: title, Author: author } = info as Record<string, unknown>;
  return {
    ...(typeof title === 'string' && title.trim() ? { Title: title } : {}),
    ...(typeof author === 'string' && author.trim() ? { Author: author } : {}),
  };
}

function explain(error: unknown, name: string): unknown {
  const kind = error instanceof Error ? error.name : isJsonObject(error) ? error.name : '';
  if (kind === 'PasswordException')
    return new ToolError(
      'binary_file',
      `${name} is protected by a password and cannot be read. Ask the user for a copy without one.`,
    );
  return error;
}
