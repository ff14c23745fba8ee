/** Background processes: each has its own code host, is visible in every tab, and ends with its chat. */
import type { ProcessesApi, ProcessInfo, ProcessState } from '#shared/api/processes.ts';
import type { SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ProcessFacts, Processes } from '#workers/contracts/processes.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { codeSessionOf, consoleSession } from '#workers/contracts/code-session.ts';
import { takeLock } from '#workers/engine/held-locks.ts';
import { folderOfLock, heldProcesses, lockName } from './process-locks.ts';
import { readPart } from './process-log.ts';
import type { ProcessRecord, ProcessRecords } from './records.ts';
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
  const { id, startedAt } = await addRecord(deps, folder, command, held);
  const failure = await new Promise<ToolFailure | undefined>((resolve) => {
    void runProcess(job, { folder, id, startedAt }, tab, deps, () => resolve(undefined))
      .catch((error: unknown) => {
        console.error(error);
        resolve(notStarted(error));
      })
      .finally(onEnd);
  });
  if (failure) {
    await dropRecord(deps, folder, { id, startedAt }).catch(console.error);
    deps.changed(folder);
    return failure;
  }
  return {
    type: 'success',
    result: `Started in the background as '${id}'. Read what it prints with manage_process (action 'log', id '${id}'); stop it with action 'kill'.`,
    metadata: { process: id },
  };
}

function createReading(
  { records }: RunDeps,
  { logs, unwritten }: TabState,
): Pick<ProcessesApi, 'list' | 'running' | 'log'> {
  function withEnd(folder: SessionId, record: ProcessRecord): ProcessRecord {
    const end = unwritten.get(lockName(folder, record.id));
    return record.state === 'running' && record.startedAt === end?.startedAt ? { ...record, ...end } : record;
  }
  async function list(session?: SessionId): Promise<ProcessInfo[]> {
    const folder = codeSessionOf(session);
    const [all, held] = await Promise.all([records.read(folder), heldProcesses()]);
    return all.map((record) => {
      const { log: _, ...facts } = withEnd(folder, record);
      const name = lockName(folder, facts.id);
      return {
        ...facts,
        ...(folder === consoleSession ? {} : { session: folder }),
        state: stateOf(facts, held.has(name)),
        printed: logs.get(name)?.printed() ?? facts.printed,
      };
    });
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
      const found = await find(records, id, session);
      if (!found.ok) return found;
      const folder = codeSessionOf(session);
      const record = withEnd(folder, found.value);
      const name = lockName(folder, id);
      const log = logs.get(name);
      const part = readPart(log?.text() ?? record.log, log?.printed() ?? record.printed, {
        ...(offset === undefined ? {} : { offset }),
        limit: Math.min(Math.max(limit, 1), limits.processPartCharacters),
      });
      return { ok: true, value: { ...part, state: stateOf(record, (await heldProcesses()).has(name)) } };
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
        const found = await find(records, id, session);
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
      const found = await find(records, id, session);
      if (!found.ok) return found;
      const folder = codeSessionOf(session);
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

/** Adds a record and returns its id. Beyond the limit, the oldest records of ended processes are dropped. */
async function addRecord(
  { records, now }: RunDeps,
  folder: SessionId,
  command: string,
  held: ReadonlySet<string>,
): Promise<Pick<ProcessRecord, 'id' | 'startedAt'>> {
  let id = '';
  const startedAt = now();
  await records.change(folder, (all) => {
    id = `p${1 + Math.max(0, ...all.map((each) => Number(each.id.slice(1))))}`;
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
  return { id, startedAt };
}

/** Deletes the record of a process that did not start: it would count as interrupted. */
function dropRecord(
  { records }: RunDeps,
  folder: SessionId,
  { id, startedAt }: Pick<ProcessRecord, 'id' | 'startedAt'>,
): Promise<void> {
  const isIt = (each: ProcessRecord) => each.id === id && each.startedAt === startedAt;
  return records.change(folder, (all) => (all.some(isIt) ? all.filter((each) => !isIt(each)) : all));
}

async function find(
  records: ProcessRecords,
  id: string,
  session: SessionId | undefined,
): Promise<Fallible<ProcessRecord>> {
  const all = await records.read(codeSessionOf(session));
  const value = all.find((each) => each.id === id);
  if (value) return { ok: true, value };
  const known = all.map((each) => each.id).join(', ') || 'none';
  return refused(`There is no process '${id}' in this conversation. Processes here: ${known}.`);
}

/** A process without its lock whose record has no end was interrupted: its tab is gone. */
function stateOf({ state }: Pick<ProcessRecord, 'state'>, isHeld: boolean): ProcessState {
  return state === 'running' && !isHeld ? 'interrupted' : state;
}

function refused(message: string): Fallible<never> {
  return { ok: false, error: { type: 'execution_error', message } };
}

function notStarted(error: unknown): ToolFailure {
  return {
    type: 'error',
    errorType: 'execution_error',
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
