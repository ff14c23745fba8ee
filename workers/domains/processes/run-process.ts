/** Runs one background process to its end, whatever that is, and writes its record. */
import { limits } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { holdLock, lockName } from './process-locks.ts';
import { createProcessLog, type ProcessLogBuffer } from './process-log.ts';
import type { ProcessRecords } from './records.ts';

export type RunDeps = {
  records: ProcessRecords;
  /** Runs a job in a host that nothing else uses. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  now(): number;
  /** Tells the page and other tabs. */
  changed(folder: string): void;
};

/** What the processes of this tab have printed so far, by the name of their locks. */
export type Logs = Map<string, ProcessLogBuffer>;

export async function runProcess(
  job: ToolHostJob,
  { folder, id }: { folder: string; id: string },
  logs: Logs,
  { records, run, now, changed }: RunDeps,
): Promise<void> {
  const name = lockName(folder, id);
  const log = createProcessLog(limits.processLogCharacters);
  const own = new AbortController();
  logs.set(name, log);
  const work = () => {
    const begun = run({
      ...job,
      codeHost: `${folder} ${id}`,
      signal: own.signal,
      deadlineMs: limits.processSeconds * 1_000,
      outputCharacters: Infinity,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput: log.add,
    });
    changed(folder);
    return begun;
  };
  try {
    const outcome = await holdLock(name, () => own.abort(), work);
    const { note, ...end } = describeEnd(outcome, own.signal.aborted);
    if (note) log.add(`\n[${note}]\n`);
    const printed = { printed: log.printed(), log: log.text().slice(-limits.keptLogCharacters) };
    await records.change(folder, (all) =>
      // The conversation may be deleted by now, and its records with it.
      all.some((each) => each.id === id)
        ? all.map((each) => (each.id === id ? { ...each, ...end, ...printed, endedAt: now() } : each))
        : all,
    );
  } finally {
    // A new process may have the name by now.
    if (logs.get(name) === log) logs.delete(name);
    changed(folder);
  }
}

type End = { state: 'ended' | 'failed' | 'killed'; exitCode?: string; note?: string };

function describeEnd(outcome: ToolOutcome, isKilled: boolean): End {
  if (isKilled) return { state: 'killed', note: 'killed' };
  if (outcome.type === 'error') return { state: 'failed', note: shorten(outcome.message, 500) };
  const exitCode = outcome.metadata?.exit_code;
  return { state: 'ended', ...(exitCode === undefined ? {} : { exitCode }) };
}
