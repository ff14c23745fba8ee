/**
 * Opens a document of any known kind within the size limits. Every failure becomes a `ToolError` that tells
 * the model what to do.
 */
import type { DocumentKind } from '#shared/documents/document-kind.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenDocument } from './document.ts';
import { formats } from './formats.ts';

export type DocumentSource = {
  name: string;
  kind: DocumentKind;
  signal?: AbortSignal | undefined;
  encoding?: string | undefined;
};

export async function openDocument(
  bytes: Uint8Array<ArrayBuffer>,
  { name, kind, signal, encoding }: DocumentSource,
): Promise<OpenDocument> {
  refuseLarge(name, bytes.length);
  if (bytes.length === 0)
    throw new ToolError('binary_file', `${name} is empty: it has 0 bytes. Ask the user for another copy.`);
  const open = await formats[kind].load();
  const document = await explained(name, kind, signal, () => open(bytes, { name, signal, encoding }));
  const { draw } = document;
  return {
    ...document,
    read: (number) => explained(name, kind, signal, () => document.read(number)),
    ...(draw ? { draw: (number: number) => explained(name, kind, signal, () => draw(number)) } : {}),
  };
}

export function refuseLarge(name: string, bytes: number): void {
  if (bytes > limits.documents.bytes)
    throw new ToolError(
      'file_too_large',
      `${name} has ${bytes} bytes, the maximum for a document is ${limits.documents.bytes / 1e6} MB. Ask the user for a smaller one, or take a part of it with run_python.`,
    );
}

/**
 * Converts what a library throws for a damaged file into a `ToolError`, because it is not a defect of the
 * app.
 */
async function explained<T>(
  name: string,
  kind: DocumentKind,
  signal: AbortSignal | undefined,
  work: () => Promise<T> | T,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ToolError) throw error;
    throw new ToolError(
      'binary_file',
      `${name} could not be read as ${formats[kind].label}: it is damaged, or nested too deep (${messageOf(error).slice(0, 200)}). Ask the user for another copy.`,
    );
  }
}
