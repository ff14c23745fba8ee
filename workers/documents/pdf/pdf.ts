/**
 * Reads PDF files: the text of each page by its position, the values of form fields, and pages as pictures.
 */
// PDF.js is the PDF reader of Firefox. The legacy build supports the oldest browsers that the app supports.
// It evaluates no code, and WebAssembly is switched off. It runs in this thread, which is a tool host
// already.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { isJsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { drawPage, WorkerCanvasFactory, NoFilterFactory } from './draw-page.ts';
import { pageText } from './page-text.ts';

// The data files of PDF.js, character maps (CMaps) and the standard fonts, each bundled as a chunk of the app.
// `inline` makes data URLs, because a tool host can import chunks but has no `fetch`.
const cMaps = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
  // Without `exhaustive`, Vite skips `node_modules`.
  exhaustive: true,
});
const fonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&inline',
  import: 'default',
  exhaustive: true,
});
const folders: Readonly<Record<string, Readonly<Record<string, () => Promise<string>>>>> = {
  cMapUrl: cMaps,
  standardFontDataUrl: fonts,
};

/** The `BinaryDataFactory` option of `getDocument`. */
class OwnData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const files = folders[kind] ?? {};
    const key = Object.keys(files).find((path) => path.endsWith(`/${filename}`));
    const load = key === undefined ? undefined : files[key];
    if (!load) throw new Error(`PDF.js asks for '${filename}', which the app does not have.`);
    const url = await load();
    return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  }
}

export async function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { name, signal }: OpenContext,
): Promise<OpenDocument> {
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: OwnData,
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: NoFilterFactory,
    // These paths only tell PDF.js that the data exist; `OwnData` finds the files by kind and name.
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: 'decoders/',
    useWasm: false,
    useWorkerFetch: false,
    // Draws glyphs as paths, because a worker cannot load fonts.
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
