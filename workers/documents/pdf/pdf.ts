/**
 * Reads PDF files: the text of each page by its position, the values of form fields, and pages as pictures.
 */
// PDF.js is the PDF reader of Firefox. The legacy build supports the oldest browsers that the app supports.
// It evaluates no code, and WebAssembly is switched off. It runs in this thread, which is a tool host
// already.
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { isJsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
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

const options = {
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
  // Pixels; larger pictures on a page are left out, and not decoded. Only drawing needs them.
  maxImageSize: 1,
  disableWorkerRendering: true,
  enableXfa: false,
  verbosity: 0,
};

export async function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { name, signal }: OpenContext,
): Promise<OpenDocument> {
  const tasks: PDFDocumentLoadingTask[] = [];
  const open = (data: Uint8Array, changed: { maxImageSize?: number; stopAtErrors?: boolean }) => {
    const task = getDocument({ ...options, ...changed, data });
    tasks.push(task);
    return task.promise;
  };
  const close = async () => {
    await Promise.all(tasks.map((task) => task.destroy()));
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  try {
    const pdf = await open(bytes, {});
    const copy = async (changed: Parameters<typeof open>[1]) => open(await pdf.getData(), changed);
    let strict: Promise<PDFDocumentProxy> | undefined;
    let drawn: Promise<PDFDocumentProxy> | undefined;
    const openStrict = () => (strict ??= copy({ stopAtErrors: true }));
    const openDrawn = () => (drawn ??= copy({ maxImageSize: 50_000_000 }));
    return {
      facts: await factsOf(pdf),
      part: 'page',
      count: pdf.numPages,
      read: pageReader(pdf),
      whyEmpty: async (number) =>
        explainEmpty(await pdf.getPage(number), async () => (await openStrict()).getPage(number)),
      draw: async (number) =>
        drawPage(await (await openDrawn()).getPage(number), limits.documents.pictureSide),
      close,
    };
  } catch (error) {
    await close();
    throw explain(error, name);
  }
}

/** Reads no page twice: a page tree may list one page any number of times, if it loops. */
function pageReader(pdf: PDFDocumentProxy): OpenDocument['read'] {
  const numberOf = new Map<string, number>();
  return async (number) => {
    const page = await pdf.getPage(number);
    const key = page.ref ? `${page.ref.num} ${page.ref.gen}` : undefined;
    const first = key === undefined ? undefined : numberOf.get(key);
    if (first !== undefined && first !== number)
      return `(This is page ${first} again: the page tree of the file loops, or lists it twice.)`;
    if (key !== undefined) numberOf.set(key, number);
    return pageText(page);
  };
}

/**
 * Finds out why a page has no text: PDF.js skips content that it cannot read, and reports nothing.
 * `openStrict`: opens the same page with `stopAtErrors`. Returns undefined if nothing is wrong and the page
 * draws something, such as the picture of a scan.
 */
async function explainEmpty(
  page: PDFPageProxy,
  openStrict: () => Promise<PDFPageProxy>,
): Promise<string | undefined> {
  try {
    const strict = await openStrict();
    await strict.getTextContent();
    strict.cleanup();
  } catch (error) {
    const message = messageOf(error);
    const fault = message.includes('circular reference') ? 'loops' : 'is damaged';
    return `Its content ${fault}: ${message.slice(0, 200)}.`;
  }
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray.length > 0
    ? undefined
    : 'It draws nothing: it is blank, or its content cannot be found, as if the file refers to itself there.';
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
