/** Stores what a message brings along: bytes as blobs, documents also among the user's files, with their text for models. */
import { documentKind } from '#shared/documents/document-kind.ts';
import { readAttachedText } from '#shared/conversation/attached-text.ts';
import { imageTypes, type MediaBlock } from '#shared/conversation/content.ts';
import { limits } from '#shared/limits.ts';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment, SendInput } from '#shared/rpc/protocol.ts';
import type { UserFiles } from '#workers/domains/files/user-files.ts';
import type { DocumentReader, ReadDocument } from '#workers/engine/tool-hosts/document-reader.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { keepAttached } from './keep-attached.ts';
import type { KeptInput } from './waiting-sends.ts';

export type KeepDeps = {
  blobs: Pick<BlobStore, 'keep'>;
  readDocument: DocumentReader;
  openUserFiles(): Promise<Pick<UserFiles, 'files'>>;
  /** Called when a file was added to the workspace. */
  onFileAdded(path: string): void;
};

/** The bytes of attachments go to private storage before anything else: what waits or is journaled only names them. */
export async function keepInput(
  { attachments = [], media = [], ...input }: SendInput,
  deps: KeepDeps,
  signal: AbortSignal,
): Promise<KeptInput> {
  const kept: MediaBlock[] = [];
  // One after the other: each document takes a tool host and memory.
  for (const attachment of attachments) kept.push(await keep(attachment, input.session, deps, signal));
  return { ...input, media: [...media, ...kept] };
}

async function keep(
  { blob, name }: Attachment,
  session: SessionId,
  deps: KeepDeps,
  signal: AbortSignal,
): Promise<MediaBlock> {
  const media_type = blob.type || 'application/octet-stream';
  const isImage = imageTypes.includes(media_type);
  const text = isImage ? undefined : await readAttachedText(blob);
  const document = isImage || text !== undefined ? {} : await readAttached({ blob, name }, deps, signal);
  return {
    type: isImage ? 'image' : 'file',
    media_type,
    blob: await deps.blobs.keep(session, new Uint8Array(await blob.arrayBuffer())),
    bytes: blob.size,
    ...(name ? { name } : {}),
    ...(text === undefined ? {} : { text }),
    ...document,
  };
}

/** Nothing for a file that is no document. One that cannot be read says why, so that the model can tell the user. */
async function readAttached(
  { blob, name = 'document' }: { blob: Blob; name: string | undefined },
  { readDocument, openUserFiles, onFileAdded }: KeepDeps,
  signal: AbortSignal,
): Promise<Partial<MediaBlock>> {
  const kind = documentKind(name, blob.type, new Uint8Array(await blob.slice(0, 1_024).arrayBuffer()));
  if (!kind) return {};
  const { files } = await openUserFiles();
  const path = await keepAttached(files, name, blob);
  onFileAdded(path);
  const request = { name, mediaType: blob.type, mostCharacters: limits.attachedTextBytes };
  const read = await readDocument(blob, request, signal);
  if (!read.ok) return { path, text: `(${read.error.message})` };
  const { part, count } = read.value;
  return { path, text: textOf(read.value, path), ...(part === 'page' ? { pages: count } : {}) };
}

function textOf({ description, markdown, isCut }: ReadDocument, path: string): string {
  const rest = isCut ? `\n\n(Cut here. The rest is in ${path}: read it with read_file and pages.)` : '';
  return `${description}\n\n${markdown}${rest}`;
}
