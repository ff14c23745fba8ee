/**
 * The records of a conversation's processes: one text in the folder of its code session, so that it is
 * deleted with it.
 */
import * as v from 'valibot';
import type { SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';

const recordSchema = v.object({
  id: v.string(),
  command: v.string(),
  state: v.picklist(['running', 'ended', 'failed', 'killed']),
  exitCode: v.optional(v.string()),
  startedAt: v.number(),
  endedAt: v.optional(v.number()),
  printed: v.number(),
  /** The end of what it printed. */
  log: v.string(),
});

export type ProcessRecord = v.InferOutput<typeof recordSchema>;

export type ProcessRecords = {
  read(folder: SessionId): Promise<ProcessRecord[]>;
  /** Reads, changes and writes in one step, across tabs. Writes nothing if the same array is returned. */
  change(folder: SessionId, change: (records: ProcessRecord[]) => ProcessRecord[]): Promise<void>;
};

/** Drops the oldest logs if all records together are too long for one text. */
function serialise(records: readonly ProcessRecord[]): string {
  const kept = records.map((record) => ({ ...record }));
  for (const record of kept) {
    const text = JSON.stringify(kept);
    // UTF-8 takes three bytes for a UTF-16 unit at most.
    if (3 * text.length <= limits.sessionStateBytes) return text;
    if (new TextEncoder().encode(text).length <= limits.sessionStateBytes) return text;
    record.log = '';
  }
  return JSON.stringify(kept);
}

/** The name of the text. Tools cannot write it: see `serve-session.ts`. */
const name = 'processes';

export function createProcessRecords(texts: Pick<CodeSessions, 'read' | 'write'>): ProcessRecords {
  async function read(folder: SessionId): Promise<ProcessRecord[]> {
    const text = await texts.read(folder, name);
    // The file is empty until its first write ends.
    return text === null || text === '' ? [] : v.parse(v.array(recordSchema), JSON.parse(text));
  }
  return {
    read,
    change: (folder, change) =>
      navigator.locks.request(`processes ${folder}`, async () => {
        const before = await read(folder);
        const after = change(before);
        if (after !== before) await texts.write(folder, name, serialise(after));
      }),
  };
}
