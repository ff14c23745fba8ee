/**
 * Reads a commit for the page in a separate code host, because packs and diffs can be slow and terminating it
 * must not end a tool call.
 */
// valibot checks the form of the JSON text that the host sends, as it does for stored rows.
import * as v from 'valibot';
import type { CommitChanges } from '#shared/api/git.ts';
import { newId } from '#shared/ids.ts';
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { consoleSession } from '#workers/contracts/code-session.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { serveReadOnlyFiles } from './ports/serve-files.ts';
import type { ToolHost } from './tool-host.ts';
import { createToolHostPool } from './tool-host-pool.ts';

/** Contract: never throws. `folder`: path of the repository in the workspace. */
export type CommitReader = (folder: string, commit: string) => Promise<Fallible<CommitChanges>>;

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    files: v.array(
      v.object({
        path: v.string(),
        kind: v.picklist(['created', 'changed', 'deleted']),
        diff: v.exactOptional(v.string()),
      }),
    ),
    others: v.number(),
  }),
);

export function createCommitReader(spawn: () => ToolHost, files: FilePort): CommitReader {
  // A separate pool, so that reading a commit delays no tool call and evicts no warm host. It reads one
  // commit at a time.
  const pool = createToolHostPool(spawn, { busyHosts: 1, warmHostMs: 0, spare: false });
  return async (folder, commit) => {
    const execution = newId('execution');
    const outcome = await pool.run({
      call: { execution, tool: 'read_commit', arguments: { path: folder, commit } },
      overflow: { folder: 'commits', file: `${execution}.txt` },
      codeHost: { session: consoleSession, program: 'commits' },
      grants: 'files.read',
      ports: (over) => ({ files: serveReadOnlyFiles(files, over) }),
      deadlineMs: commitLimits.seconds * 1_000,
      signal: new AbortController().signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput: () => undefined,
    });
    if (outcome.type === 'error')
      return { ok: false, error: { type: outcome.errorType, message: outcome.message } };
    const parsed = v.safeParse(schema, outcome.result);
    if (parsed.success) return { ok: true, value: parsed.output };
    return { ok: false, error: { type: 'execution_error', message: 'The commit could not be read.' } };
  };
}
