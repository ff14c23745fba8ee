/**
 * Reads documents for the engine in a tool host: the parsers are not trusted with the engine's data, and a
 * decompression bomb kills only its host.
 */
import { newId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ReadFilesApi } from '#workers/contracts/tool-host-protocol.ts';
import { servePort } from './ports/serve-port.ts';
import type { ToolHostPool } from './tool-host-pool.ts';

type DocumentRequest = {
  name: string;
  mediaType: string;
  /** Such as `1-5,8`; absent: all. */
  pages?: string;
  maxCharacters: number;
};

export type ReadDocument = {
  /** One line, such as `PDF, 12 pages. Title: Report.` */
  description: string;
  markdown: string;
  isCut: boolean;
  /** The unit of the document, such as `page`; `count` is the number of these. */
  part: string;
  count: number;
};

/** Contract: never throws. */
export type DocumentReader = (
  file: Blob,
  request: DocumentRequest,
  signal: AbortSignal,
) => Promise<Fallible<ReadDocument>>;

export function createDocumentReader(pool: Pick<ToolHostPool, 'run'>): DocumentReader {
  return async (file, { name, mediaType, pages, maxCharacters }, signal) => {
    const execution = newId('execution');
    const outcome = await pool.run({
      call: {
        execution,
        tool: 'read_document',
        arguments: {
          ...{ name, media_type: mediaType, most_characters: maxCharacters },
          ...(pages === undefined ? {} : { pages }),
        },
      },
      overflow: { folder: 'documents', file: `${execution}.txt` },
      grants: 'one file',
      ports: (over) => ({ files: serveOneFile(file, name, over) }),
      deadlineMs: limits.documents.engineSeconds * 1_000,
      signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput: () => undefined,
    });
    if (outcome.type === 'error')
      return { ok: false, error: { type: outcome.errorType, message: outcome.message } };
    const { description = '', part = 'document', count, is_cut: isCut } = outcome.metadata ?? {};
    const markdown = typeof outcome.result === 'string' ? outcome.result : '';
    return {
      ok: true,
      value: { description, markdown, isCut: isCut === 'true', part, count: Number(count) },
    };
  };
}

/** Serves only `read`, so that the host can read this file and no other. */
function serveOneFile(file: Blob, name: string, over: AbortSignal): MessagePort {
  const api: Pick<ReadFilesApi, 'read'> = {
    read: () => Promise.resolve({ ok: true, value: file instanceof File ? file : new File([file], name) }),
  };
  return servePort(api, over);
}
