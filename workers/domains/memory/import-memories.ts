/** Imports a file of memories, all of it or nothing, and undoes an import. */
import * as v from 'valibot';
import type { Agent } from '#shared/agents/agent.ts';
import {
  memoryLimits,
  type ImportedMemory,
  type MemoryAnswer,
  type MemoryImportReport,
} from '#shared/memory/memory.ts';
import type { Database } from '#workers/storage/database.ts';
import { id, list, record, time } from '../backup/shape.ts';
import { fail } from './check.ts';
import { planImport, readFile } from './import-file.ts';
import { isMemory, memoryShape } from './shape.ts';

type Writing = { database: Database; changed(...ids: string[]): void };
type Importing = Writing & { agents: { list(): Promise<readonly Pick<Agent, 'id'>[]> } };

export async function importMemories(
  file: string | Blob,
  { database, changed, agents }: Importing,
): Promise<MemoryAnswer<MemoryImportReport>> {
  const read = await readFile(file, new Set((await agents.list()).map((agent) => agent.id)));
  if ('error' in read) return { ok: false, error: read.error };
  const transaction = database.transaction('memories', 'readwrite');
  const existing = await transaction.store.getAll();
  const { writes, report } = planImport(existing, read.drafts);
  if (existing.length + report.added > memoryLimits.memories) return fail('limit');
  await Promise.all([...writes.map((memory) => transaction.store.put(memory)), transaction.done]);
  if (writes.length > 0) changed(...writes.map((memory) => memory.id));
  return { ok: true, value: report };
}

const writtenShape = list(
  record<ImportedMemory>({ id: id(), updated: time, before: v.nullable(memoryShape) }),
  memoryLimits.memories,
);

/** Skips memories that were changed since the import. Resolves to how many were undone. */
export async function undoImport(
  written: readonly ImportedMemory[],
  { database, changed }: Writing,
): Promise<MemoryAnswer<number>> {
  if (!v.is(writtenShape, written) || !written.every(isWhole)) return fail('invalid');
  const transaction = database.transaction('memories', 'readwrite');
  const known = new Map((await transaction.store.getAll()).map((memory) => [memory.id, memory]));
  const untouched = written.filter((each) => known.get(each.id)?.updated === each.updated);
  const changes = untouched.map(({ id: each, before }) =>
    before ? transaction.store.put(before) : transaction.store.delete(each),
  );
  await Promise.all([...changes, transaction.done]);
  if (untouched.length > 0) changed(...untouched.map((each) => each.id));
  return { ok: true, value: untouched.length };
}

function isWhole(written: ImportedMemory): boolean {
  return written.before === null || (written.before.id === written.id && isMemory(written.before));
}
