/** Background processes: each has its own code host, is visible in every tab, and ends with its chat. */
import type { ProcessesApi, ProcessInfo, ProcessState } from '#shared/api/processes.ts';
import type { SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ProcessFacts, Processes } from '#workers/contracts/processes.ts';
import { ToolError, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { codeSessionOf, consoleSession } from '#workers/contracts/code-session.ts';
import { takeLock } from '#workers/engine/held-locks.ts';
import { folderOfLock, heldProcesses, lockName } from './process-locks.ts';
import { readPart } from './process-log.ts';
import type { ProcessRecord } from './records.ts';
import { runProcess, type RunDeps, type TabState } from './run-process.ts';

export function createProcesses(deps: RunDeps): Processes<ToolHostJob> {
  const tab: TabState = { logs: new Map(), unwritten: new Map() };
  return {
    ...createReading(deps, tab),
    ...createEnding(deps),
    // One start at a time across tabs, so that the next start counts the lock of this one.
    start: (job, facts) => navigator.locks.request('start-process', () => start(job, facts, tab, deps)),
  };
}

async function start(
  job: ToolHostJob,
  { session: folder, command, onEnd }: ProcessFacts,
  tab: TabState,
  deps: RunDeps,
): Promise<ToolOutcome> {
  const held = await heldProcesses();
  if (held.size >= limits.processes) return tooMany(held.size);
  // Only a start adds records, and the lock `start-process` is held, so the id stays free.
  const id = freeId(await deps.records.read(folder));
  const startedAt = deps.now();
  const failure = await new Promise<ToolFailure | undefined>((resolve) => {
    const begin = async () => {
      await addRecord(deps, folder, { id, command, startedAt }, held);
      resolve(undefined);
    };
    void runProcess(job, { folder, id, startedAt }, tab, deps, begin)
      .catch((error: unknown) => {
        console.error(error);
        resolve(notStarted(error));
      })
      .finally(onEnd);
  });
  if (failure) {
    deps.changed(folder);
    return failure;
  }
  return {
    type: 'success',
    result: `Started in the background as '${id}'. Read what it prints with manage_process (action 'log', id '${id}'); stop it with action 'kill'.`,
    metadata: { process: id },
  };
}

type StatedRecord = Omit<ProcessRecord, 'state'> & { state: ProcessState };

function createReading(
  { records }: RunDeps,
  { logs, unwritten }: TabState,
): Pick<ProcessesApi, 'list' | 'running' | 'log'> {
  function withEnd(folder: SessionId, record: ProcessRecord): ProcessRecord {
    const end = unwritten.get(lockName(folder, record.id));
    return record.state === 'running' && record.startedAt === end?.startedAt ? { ...record, ...end } : record;
  }
  /**
   * A process holds its lock from before its record is written until its end is written. It was interrupted if
   * its lock is free and its record, read again after that, still has no end.
   */
  async function readStates(folder: SessionId): Promise<StatedRecord[]> {
    const before = await records.read(folder);
    const held = await heldProcesses();
    const suspects = before.filter(({ id, state }) => state === 'running' && !held.has(lockName(folder, id)));
    const all = suspects.length > 0 ? await records.read(folder) : before;
    return all.map((each) => {
      const record = withEnd(folder, each);
      const isSuspect = suspects.some((suspect) => isSame(suspect, each));
      return { ...record, state: isSuspect && record.state === 'running' ? 'interrupted' : record.state };
    });
  }
  async function list(session?: SessionId): Promise<ProcessInfo[]> {
    const folder = codeSessionOf(session);
    return (await readStates(folder)).map(({ log: _, ...facts }) => ({
      ...facts,
      ...(folder === consoleSession ? {} : { session: folder }),
      printed: logs.get(lockName(folder, facts.id))?.printed() ?? facts.printed,
    }));
  }
  return {
    list,
    async running() {
      const folders = new Set([...(await heldProcesses())].map(folderOfLock));
      const lists = await Promise.all(
        [...folders].map((folder) => list(folder === consoleSession ? undefined : folder)),
      );
      return lists.flat().filter(({ state }) => state === 'running');
    },
    async log(id, session, { offset, limit = limits.processPartCharacters } = {}) {
      const folder = codeSessionOf(session);
      const found = find(await readStates(folder), id);
      if (!found.ok) return found;
      const record = found.value;
      const log = logs.get(lockName(folder, id));
      const part = readPart(log?.text() ?? record.log, log?.printed() ?? record.printed, {
        ...(offset === undefined ? {} : { offset }),
        limit: Math.min(Math.max(limit, 1), limits.processPartCharacters),
      });
      return { ok: true, value: { ...part, state: record.state } };
    },
  };
}

function createEnding({
  records,
  exists,
  changed,
  now,
}: RunDeps): Pick<Processes<ToolHostJob>, 'kill' | 'remove' | 'endAll'> {
  /** Called before the lock is stolen: without it, a process that has no end counts as interrupted. */
  function markKilled(folder: SessionId, isMeant: (record: ProcessRecord) => boolean): Promise<void> {
    const endedAt = now();
    const isChanged = (each: ProcessRecord) => each.state === 'running' && isMeant(each);
    return records.change(folder, (all) =>
      all.some(isChanged)
        ? all.map((each) => (isChanged(each) ? { ...each, state: 'killed', endedAt } : each))
        : all,
    );
  }
  return {
    async kill(id, session) {
      const folder = codeSessionOf(session);
      const name = lockName(folder, id);
      if (!(await heldProcesses()).has(name)) {
        const found = find(await records.read(folder), id);
        return found.ok ? { ok: true, value: undefined } : found;
      }
      await tryFor(
        markMs,
        markKilled(folder, (each) => each.id === id),
      );
      await takeLock(name);
      changed(folder);
      return { ok: true, value: undefined };
    },
    async remove(id, session) {
      const folder = codeSessionOf(session);
      const found = find(await records.read(folder), id);
      if (!found.ok) return found;
      if ((await heldProcesses()).has(lockName(folder, id)))
        return refused(`The process '${id}' still runs. Kill it first.`);
      await records.change(folder, (all) => all.filter((each) => each.id !== id));
      changed(folder);
      return { ok: true, value: undefined };
    },
    async endAll(session) {
      const held = [...(await heldProcesses())].filter((name) => folderOfLock(name) === session);
      const mark = async () => (await exists(session)) && (await markKilled(session, () => true));
      if (held.length > 0) await tryFor(markMs, mark());
      for (const name of held) await takeLock(name);
    },
  };
}

/** How long a kill waits for `markKilled`. */
const markMs = 1_000;

/**
 * Full or damaged storage, or a frozen tab that locks the records, must not prevent a kill. A late write of
 * `markKilled` does no harm: a new process with the same id is written after it.
 */
async function tryFor(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work.catch(console.error), late]);
  clearTimeout(timer);
}

function freeId(all: readonly ProcessRecord[]): string {
  return `p${1 + Math.max(0, ...all.map(({ id }) => Number(id.slice(1))))}`;
}

type NewRecord = Pick<ProcessRecord, 'id' | 'command' | 'startedAt'>;

/** Beyond the limit, the oldest records of ended processes are dropped. */
function addRecord(
  { records }: RunDeps,
  folder: SessionId,
  { id, command, startedAt }: NewRecord,
  held: ReadonlySet<string>,
): Promise<void> {
  return records.change(folder, (all) => {
    const over = all.filter((each) => !held.has(lockName(folder, each.id)));
    const dropped = new Set(over.slice(0, Math.max(0, all.length + 1 - limits.keptProcesses)));
    const added = {
      id,
      command: shorten(command, 2_000),
      state: 'running' as const,
      startedAt,
      printed: 0,
      log: '',
    };
    return [...all.filter((each) => !dropped.has(each)), added];
  });
}

/** An id is used again after its record was removed. */
function isSame(one: NewRecord, other: NewRecord): boolean {
  return one.id === other.id && one.startedAt === other.startedAt;
}

function find<Entry extends { id: string }>(all: readonly Entry[], id: string): Fallible<Entry> {
  const value = all.find((each) => each.id === id);
  if (value) return { ok: true, value };
  const known = all.map((each) => each.id).join(', ') || 'none';
  return refused(`There is no process '${id}' in this conversation. Processes here: ${known}.`);
}

function refused(message: string): Fallible<never> {
  return { ok: false, error: { type: 'execution_error', message } };
}

function notStarted(error: unknown): ToolFailure {
  return {
    type: 'error',
    errorType: error instanceof ToolError ? error.type : 'execution_error',
    message: `The background process could not be started: ${messageOf(error)}`,
  };
}

function tooMany(count: number): ToolFailure {
  return {
    type: 'error',
    errorType: 'execution_error',
    message: `${count} background processes run already, which is the maximum in all chats together. Stop one of this chat with manage_process, ask the user to stop one of another, or run this in the foreground.`,
  };
}
