/** Renders a page of a PDF file on an `OffscreenCanvas`. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Picture } from '../document.ts';

type Drawing = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

/** `side`: the longest side of the picture, in pixels. */
export async function drawPage(page: PDFPageProxy, side: number): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(width, height, 1) });
  const { canvas, context } = new WorkerCanvasFactory().create(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  const drawing: Record<string, unknown> = {
    canvas: null,
    canvasContext: context,
    viewport,
    background: 'white',
  };
  // The types of PDF.js allow only a canvas of the DOM, but `render` also accepts an `OffscreenCanvas`.
  await page.render(drawing as Parameters<PDFPageProxy['render']>[0]).promise;
  page.cleanup();
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const data = new Uint8Array(await blob.arrayBuffer());
  return { media_type: 'image/png', data };
}

/** The `CanvasFactory` option of `getDocument`. */
export class WorkerCanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser provides no 2D context for an OffscreenCanvas.');
    return { canvas, context };
  }
  reset({ canvas }: Drawing, width: number, height: number): void {
    if (!canvas) return;
    canvas.width = width;
    canvas.height = height;
  }
  destroy(drawing: Drawing): void {
    this.reset(drawing, 0, 0);
    drawing.canvas = null;
    drawing.context = null;
  }
}

/** PDF.js implements filters as SVG elements, which a worker does not have; colours are drawn unfiltered. */
export class NoFilterFactory {
  addFilter = none;
  addHCMFilter = none;
  addAlphaFilter = none;
  addLuminosityFilter = none;
  addKnockoutFilter = none;
  addHighlightHCMFilter = none;
  addSelectionHCMFilter = none;
  addSelectionFilter = none;
  destroy(): void {
    // Nothing to release.
  }
}

function none(): string {
  return 'none';
}
