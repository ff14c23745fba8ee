/**
 * Stores the attachments of a message: their bytes among the user's files, where tools read them; as blobs what the
 * message shows and sends, a picture in a size that models accept; and the text of documents for models.
 */
import { documentKind } from '#shared/documents/document-kind.ts';
import { readAttachedText } from '#shared/conversation/attached-text.ts';
import { imageTypes, type MediaBlock } from '#shared/conversation/content.ts';
import { pictureTypeOf } from '#shared/images/picture-type.ts';
import * as limits from '#shared/limits.ts';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import type { UserFiles } from '#workers/domains/files/user-files.ts';
import type { DocumentReader, ReadDocument } from '#workers/engine/tool-hosts/document-reader.ts';
import { pictureForModel, sizeOfPicture } from '#workers/images/picture-for-model.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { isSameContent } from '#workers/storage/workspace/same-content.ts';

const folder = 'attachments';
/** File systems allow 255 bytes for a name; this leaves room for a number. */
const nameCharacters = 80;

export type StoreAttachmentsDeps = {
  blobs: Pick<BlobStore, 'keep'>;
  readDocument: DocumentReader;
  openUserFiles(): Promise<Pick<UserFiles, 'files'>>;
  /** Called when a file was added to the workspace. */
  onFileAdded(path: string): void;
};

/** Stores the bytes first, because queued messages and journals only contain references to them. */
export async function storeAttachments(
  attachments: readonly Attachment[],
  session: SessionId,
  deps: StoreAttachmentsDeps,
  signal: AbortSignal,
): Promise<MediaBlock[]> {
  const kept: MediaBlock[] = [];
  // One after the other: each document takes a tool host and memory.
  for (const attachment of attachments) kept.push(await keep(attachment, session, deps, signal));
  return kept;
}

async function keep(
  attachment: Attachment,
  session: SessionId,
  deps: StoreAttachmentsDeps,
  signal: AbortSignal,
): Promise<MediaBlock> {
  const { name } = attachment;
  const blob = await fitPicture(attachment);
  const picture = await pictureTypeOf(blob);
  return {
    type: picture === undefined ? 'file' : 'image',
    media_type: picture ?? typeOf(blob),
    blob: await deps.blobs.keep(session, new Uint8Array(await blob.arrayBuffer())),
    bytes: blob.size,
    ...(name ? { name } : {}),
    ...(picture === undefined
      ? await keepFile(attachment, deps, signal)
      : { path: await keepOriginal(attachment, deps), ...(await sizes(attachment, blob)) }),
  };
}

/** A model measures in the picture that it gets, and tools count the pixels of the file. */
async function sizes(
  { blob, original = blob }: Attachment,
  sent: Blob,
): Promise<Pick<MediaBlock, 'size' | 'shown'>> {
  const [size, shown] = await Promise.all([sizeOfPicture(original), sizeOfPicture(sent)]);
  return { ...(size && { size }), ...(shown && { shown }) };
}

/** Scripts attach pictures of any size. Files of other types are returned as they are. */
async function fitPicture({ blob, name = '' }: Attachment): Promise<Blob> {
  const type = (await pictureTypeOf(blob)) ?? blob.type;
  return type.startsWith('image/') ? pictureForModel(new File([blob], name, { type })) : blob;
}

/** The file as it was given: a picture keeps its size and its metadata for tools. */
async function keepOriginal(
  { blob, name, original = blob }: Attachment,
  deps: StoreAttachmentsDeps,
): Promise<string> {
  const { files } = await deps.openUserFiles();
  const path = await storeFile(files, name ?? unnamed(original), original);
  deps.onFileAdded(path);
  return path;
}

/** A pasted picture has no name. */
function unnamed({ type }: Blob): string {
  return type.startsWith('image/') ? `picture.${type.slice('image/'.length)}` : 'file';
}

function typeOf(blob: Blob): string {
  return blob.type || 'application/octet-stream';
}

/** A model may need all of a long file, or change it, or run it. */
async function keepFile(
  attachment: Attachment,
  deps: StoreAttachmentsDeps,
  signal: AbortSignal,
): Promise<Partial<MediaBlock>> {
  const { blob, name } = attachment;
  const path = await keepOriginal(attachment, deps);
  const text = await textFor(blob, typeOf(blob));
  if (text !== undefined) return { path, text };
  return { path, ...(await readAttached({ blob, name, path }, deps, signal)) };
}

/** What is called a picture and is none is a file that says so. */
async function textFor(blob: Blob, type: string): Promise<string | undefined> {
  if (!imageTypes.includes(type)) return readAttachedText(blob);
  return `The file says that it is ${type}, but its bytes are no picture of a type that can be shown. Tell the user.`;
}

/**
 * Empty for a file that is no document. If a document cannot be read, its text is the reason, for the model
 * to tell the user.
 */
async function readAttached(
  { blob, name = 'document', path }: { blob: Blob; name: string | undefined; path: string },
  { readDocument }: Pick<StoreAttachmentsDeps, 'readDocument'>,
  signal: AbortSignal,
): Promise<Partial<MediaBlock>> {
  const kind = documentKind(name, blob.type, new Uint8Array(await blob.slice(0, 1_024).arrayBuffer()));
  if (!kind) return {};
  const request = { name, mediaType: blob.type, maxCharacters: limits.attachedTextBytes };
  const read = await readDocument(blob, request, signal);
  if (!read.ok) return { text: `(${read.error.message})` };
  const { part, count } = read.value;
  return { text: textOf(read.value, path), ...(part === 'page' ? { pages: count } : {}) };
}

function textOf({ description, markdown, isCut }: ReadDocument, path: string): string {
  const rest = isCut ? `\n\n(Cut here. The rest is in ${path}: read it with read_file and pages.)` : '';
  return `${description}\n\n${markdown}${rest}`;
}

/** Stores a file once among the user's files, where tools and the Files screen find it. */
export async function storeFile(
  files: Pick<FilePort, 'change'>,
  name: string,
  content: Blob,
): Promise<string> {
  const safe = safeName(name);
  for (let count = 1; ; count++) {
    const path = `${folder}/${count === 1 ? safe : numbered(safe, count)}`;
    if (await keepAs(files, path, content)) return path;
  }
}

/** False if another file has the path. Checks and writes under one lock: messages may be concurrent. */
async function keepAs(files: Pick<FilePort, 'change'>, path: string, content: Blob): Promise<boolean> {
  let isKept = false;
  await files.change([path], async (read) => {
    const known = await read(path);
    isKept = !known || (await isSameContent(known, content));
    return known ? [] : [{ type: 'write', path, content }];
  });
  return isKept;
}

/** Replaces characters that the path gate refuses. A long name keeps its end, with the extension. */
function safeName(name: string): string {
  const simple = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return Array.from(simple).slice(-nameCharacters).join('').trim() || 'file';
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}
