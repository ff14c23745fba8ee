/** Runs one background process to its end, whatever that is, and writes its record. */
import type { SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { createOutputBuffer, type OutputBuffer } from '#workers/text/output-buffer.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { holdLock } from '#workers/engine/held-locks.ts';
import { lockName } from './process-locks.ts';
import type { ProcessRecord, ProcessRecords } from './records.ts';

export type RunDeps = {
  records: ProcessRecords;
  /** Runs a job in a host that nothing else uses. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /** False for a conversation that was deleted. */
  exists(folder: SessionId): Promise<boolean>;
  now(): number;
  /** Tells the page and other tabs. */
  changed(folder: SessionId): void;
  /** Calls after `limits.processLogMs`. */
  later(work: () => void): void;
};

/** Facts about processes that only this tab has, by the names of their locks. */
export type TabState = {
  /** The output of running processes so far. */
  logs: Map<string, OutputBuffer>;
  /** The ends of processes that could not be stored, as with full storage. */
  unwritten: Map<string, Omit<ProcessRecord, 'id' | 'command'>>;
};

/** `begin` writes the record, with the lock of the process held. Rejects if the process cannot begin. */
export async function runProcess(
  job: ToolHostJob,
  { folder, id, startedAt }: { folder: SessionId; id: string; startedAt: number },
  { logs, unwritten }: TabState,
  deps: RunDeps,
  begin: () => Promise<void>,
): Promise<void> {
  const { records, run, exists, now, changed } = deps;
  const name = lockName(folder, id);
  const log = createOutputBuffer({ head: 0, tail: limits.processLogCharacters });
  const own = new AbortController();
  logs.set(name, log);
  const isOwn = (each: ProcessRecord) => each.id === id && each.startedAt === startedAt;
  const kept = keepLog(log, folder, isOwn, deps);
  const end = async (outcome: ToolOutcome) => {
    const { note, ...facts } = describeEnd(outcome, own.signal.aborted);
    if (note) log.add(`\n[${note}]\n`);
    kept.stop();
    const ended = { ...facts, ...printedBy(log), startedAt, endedAt: now() };
    try {
      await records.change(folder, (all) =>
        // The conversation may be deleted by now, and its records with it; an id can be used again.
        all.some(isOwn) ? all.map((each) => (isOwn(each) ? { ...each, ...ended } : each)) : all,
      );
    } catch (error) {
      console.error(error);
      unwritten.set(name, ended);
    }
  };
  const work = async () => {
    if (!(await exists(folder))) throw new Error('Its chat was deleted.');
    await begin();
    const begun = run({
      ...job,
      codeHost: { session: folder, program: id },
      signal: own.signal,
      deadlineMs: limits.processSeconds * 1_000,
      outputCharacters: Infinity,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput(text) {
        log.add(text);
        kept.soon();
      },
    });
    changed(folder);
    // Stores the end while the lock is held: without its lock, a process whose record has no end counts as
    // interrupted.
    return end(await begun);
  };
  try {
    await holdLock(name, () => own.abort(), work);
  } finally {
    kept.stop();
    // A new process may have the name by now.
    if (logs.get(name) === log) logs.delete(name);
    changed(folder);
  }
}

function printedBy(log: OutputBuffer): Pick<ProcessRecord, 'printed' | 'log'> {
  return { printed: log.printed(), log: log.text().slice(-limits.keptLogCharacters) };
}

/** Stores the output from time to time (`later`), so that most of it survives a reload. */
function keepLog(
  log: OutputBuffer,
  folder: SessionId,
  isOwn: (record: ProcessRecord) => boolean,
  { records, later }: RunDeps,
) {
  let isOver = false;
  let isPlanned = false;
  async function write(): Promise<void> {
    isPlanned = false;
    await records.change(folder, (all) =>
      isOver || !all.some(isOwn)
        ? all
        : all.map((each) => (isOwn(each) ? { ...each, ...printedBy(log) } : each)),
    );
  }
  return {
    soon(): void {
      if (isPlanned || isOver) return;
      isPlanned = true;
      // A failure is reported when the end of the process is stored.
      later(() => void write().catch(() => undefined));
    },
    stop: () => (isOver = true),
  };
}

type End = { state: 'ended' | 'failed' | 'killed'; exitCode?: string; note?: string };

function describeEnd(outcome: ToolOutcome, isKilled: boolean): End {
  if (isKilled) return { state: 'killed', note: 'killed' };
  if (outcome.type === 'error') return { state: 'failed', note: shorten(outcome.message, 500) };
  const exitCode = outcome.metadata?.exit_code;
  return { state: 'ended', ...(exitCode === undefined ? {} : { exitCode }) };
}
