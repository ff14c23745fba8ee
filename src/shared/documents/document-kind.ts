/** The kinds of documents that are read as Markdown, by name, media type and first bytes. */

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'pptx' | 'epub' | 'ipynb';

/** Templates and files with macros have the same content; macros are never run. */
const byExtension: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  csv: 'csv',
  tsv: 'csv',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  potx: 'pptx',
  epub: 'epub',
  ipynb: 'ipynb',
};

const office = 'application/vnd.openxmlformats-officedocument';

const byMediaType: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  [`${office}.wordprocessingml.document`]: 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/epub+zip': 'epub',
  'application/x-ipynb+json': 'ipynb',
};

/** Some programs write bytes before the header, such as a byte order mark; viewers search this far for it. */
const pdfHeaderBytes = 1_024;

/**
 * Undefined for anything that is not a document. If the first bytes are those of a PDF, they
 * override name and media type.
 */
export function documentKind(name: string, mediaType = '', start?: Uint8Array): DocumentKind | undefined {
  if (start && isPdf(start)) return 'pdf';
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (name.includes('.') && Object.hasOwn(byExtension, extension)) return byExtension[extension];
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(byMediaType, type) ? byMediaType[type] : undefined;
}

function isPdf(start: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(start.subarray(0, pdfHeaderBytes)).includes('%PDF-');
}
