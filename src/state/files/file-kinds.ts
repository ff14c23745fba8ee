/** The kind of a file by its extension: decides the icon and the viewer. */
import type { FileEntry } from '#shared/rpc/protocol.ts';

export type FileKind =
  'text' | 'markdown' | 'html' | 'image' | 'pdf' | 'audio' | 'video' | 'archive' | 'other';

/** From the extension to the kind and the media type. */
const types: Readonly<Record<string, readonly [FileKind, string]>> = {
  md: ['markdown', 'text/markdown'],
  markdown: ['markdown', 'text/markdown'],
  html: ['html', 'text/html'],
  htm: ['html', 'text/html'],
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  gif: ['image', 'image/gif'],
  webp: ['image', 'image/webp'],
  avif: ['image', 'image/avif'],
  svg: ['image', 'image/svg+xml'],
  ico: ['image', 'image/x-icon'],
  bmp: ['image', 'image/bmp'],
  pdf: ['pdf', 'application/pdf'],
  mp3: ['audio', 'audio/mpeg'],
  wav: ['audio', 'audio/wav'],
  ogg: ['audio', 'audio/ogg'],
  opus: ['audio', 'audio/ogg'],
  m4a: ['audio', 'audio/mp4'],
  flac: ['audio', 'audio/flac'],
  mp4: ['video', 'video/mp4'],
  webm: ['video', 'video/webm'],
  mov: ['video', 'video/quicktime'],
  zip: ['archive', 'application/zip'],
  gz: ['archive', 'application/gzip'],
  tar: ['archive', 'application/x-tar'],
  '7z': ['archive', 'application/x-7z-compressed'],
  json: ['text', 'application/json'],
  csv: ['text', 'text/csv'],
  ics: ['text', 'text/calendar'],
  txt: ['text', 'text/plain'],
};

/** `other` for unknown extensions: the viewer then detects text by its bytes. */
export function fileKind(name: string): FileKind {
  return types[extensionOf(name)]?.[0] ?? 'other';
}

export function mediaType(name: string): string {
  return types[extensionOf(name)]?.[1] ?? '';
}

function extensionOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(types, extension) ? extension : '';
}

/** Folders first, then by name in natural order: `2.txt` before `10.txt`. */
export function sortEntries(entries: readonly FileEntry[], language: string): FileEntry[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return entries.toSorted((one, other) => {
    if (one.type !== other.type) return one.type === 'directory' ? -1 : 1;
    // Names that collate as equal still need a stable order.
    return compare(one.name, other.name) || (one.name < other.name ? -1 : 1);
  });
}
