/** The runs that go on now, in whatever tab: each has a journal, which says what it does. */
import { foldRunning, type RunningRun } from '#shared/runs/running-run.ts';
import { listJournals, readJournal } from './journal.ts';

export async function readRunningRuns(journals: FileSystemDirectoryHandle): Promise<RunningRun[]> {
  const names = await listJournals(journals);
  const runs = await Promise.all(
    names.map(async (name) =>
      (await readJournal(journals, name)).reduce<readonly RunningRun[]>(foldRunning, []),
    ),
  );
  return runs.flat().sort((one, other) => one.startedAt - other.startedAt);
}
