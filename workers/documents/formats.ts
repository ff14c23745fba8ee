/**
 * The registry of document formats, one line per format. The code of a format is loaded with the first
 * document of it.
 */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import type { OpenFormat } from './document.ts';

type Format = { /** The name of the format in messages. */ label: string; load(): Promise<OpenFormat> };

export const formats: Readonly<Record<DocumentKind, Format>> = {
  pdf: { label: 'PDF', load: async () => (await import('./pdf/pdf.ts')).openPdf },
  docx: { label: 'Word document', load: async () => (await import('./docx/docx.ts')).openDocx },
  xlsx: { label: 'Excel workbook', load: async () => (await import('./xlsx/xlsx.ts')).openXlsx },
  csv: { label: 'Table of separated values', load: async () => (await import('./csv/csv.ts')).openCsv },
  pptx: { label: 'PowerPoint presentation', load: async () => (await import('./pptx/pptx.ts')).openPptx },
  epub: { label: 'EPUB book', load: async () => (await import('./epub/epub.ts')).openEpub },
  ipynb: { label: 'Jupyter notebook', load: async () => (await import('./ipynb/ipynb.ts')).openIpynb },
};
