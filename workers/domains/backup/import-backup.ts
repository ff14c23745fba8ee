/**
 * Imports a checked backup: files as a run, then records and settings in transactions. The whole import can
 * be rolled back.
 */
import type { BackupReport, ExistingChoice, RecordsName } from '#shared/rpc/backup.ts';
import { newId, type RunId } from '#shared/ids.ts';
import type { Batch, WorkspaceFiles } from '#workers/contracts/backup-part.ts';
import { BackupError } from './format.ts';
import type { BackupDeps } from './deps.ts';
import {
  createImportJournal,
  forgetImports,
  lastNote,
  startNote,
  type ImportJournal,
} from './import-journal.ts';
import type { ReadBackup } from './read-backup.ts';
import type { ImportNote } from './tables.ts';
import { rollBackImport } from './roll-back-import.ts';

/** The import failed, and so did its rollback. `left`: what stays imported. */
export class ImportError extends Error {
  readonly left: BackupReport;
  constructor(cause: unknown, left: BackupReport) {
    super('The import failed, and so did taking it back.', { cause });
    this.left = left;
  }
}

export async function importBackup(
  backup: ReadBackup,
  existing: ExistingChoice,
  deps: BackupDeps,
): Promise<BackupReport> {
  const { database } = deps;
  if ((await lastNote(database))?.state === 'writing') throw new BackupError('unfinished');
  const note = { id: newId('run'), at: deps.now(), counts: {} };
  const report: BackupReport = { counts: note.counts };
  // Stored before anything is changed, so that the next engine finds it if the tab dies.
  await startNote(database, { ...note, state: 'writing' });
  try {
    await write(backup, existing, note.id, deps, report);
  } catch (error) {
    await rollBackFailed({ ...note, state: 'writing' }, error, deps, report);
    throw error;
  }
  if (Object.keys(report.counts).length === 0) {
    await database.delete('imports', note.id);
    return report;
  }
  await startNote(database, { ...note, state: 'done' });
  await forgetImports(database, note.id);
  return { ...report, run: note.id };
}

async function rollBackFailed(
  note: ImportNote,
  cause: unknown,
  deps: BackupDeps,
  report: BackupReport,
): Promise<void> {
  let kept: number;
  try {
    ({ kept } = await rollBackImport(note, deps));
  } catch (error) {
    console.warn(error);
    throw new ImportError(cause, { ...report, run: note.id });
  }
  if (kept > 0) throw new ImportError(cause, report);
}

async function write(
  { records, settings, plan, meter }: ReadBackup,
  existing: ExistingChoice,
  run: RunId,
  deps: BackupDeps,
  { counts }: BackupReport,
): Promise<void> {
  const journal = createImportJournal(run, deps);
  const progress = (meter.progress = deps.progress('importing', plan.bytes));
  // Files first: they are the most likely to fail.
  for (const { part, found } of records)
    if (found.workspace) count(counts, part.name, await writeFiles(found.workspace, run, deps));
  for (const { part, found } of records)
    for await (const batch of found.batches?.(existing) ?? [])
      count(counts, part.name, await writeBatch(batch, journal, deps));
  for (const { batch } of settings)
    if (batch) count(counts, 'settings', await writeBatch(batch(existing), journal, deps));
  progress.end();
}

function count(counts: BackupReport['counts'], name: RecordsName, amount: number): void {
  if (amount > 0) counts[name] = (counts[name] ?? 0) + amount;
}

/** Resolves to how many files and folders were written. */
async function writeFiles({ folders, files }: WorkspaceFiles, run: RunId, deps: BackupDeps): Promise<number> {
  if (files.length + folders.length === 0) return 0;
  await deps.asRun(run, async (port) => {
    for (const path of folders) await port.makeDirectory(path);
    for (const { path, read } of files) await port.write(path, await read());
  });
  return files.length || folders.length;
}

async function writeBatch(batch: Batch, journal: ImportJournal, deps: BackupDeps): Promise<number> {
  let written = 0;
  const work = async () => void (written = await journal.write(await batch.items()));
  if (batch.lock === undefined) await work();
  else await deps.withLock(batch.lock, work);
  return written;
}
