/** Background processes: each has a code host of its own, is seen from every tab, and ends with its conversation. */
import type { ProcessInfo, ProcessState } from '#shared/api/processes.ts';
import { asId, type SessionId } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ProcessFacts, Processes } from '#workers/contracts/processes.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { createProcessLog, readPart, type ProcessLogBuffer } from './process-log.ts';
import type { ProcessRecord, ProcessRecords } from './records.ts';

export type ProcessesDeps = {
  records: ProcessRecords;
  /** Runs a job in a host that nothing else uses. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  now(): number;
  /** Tells the page and other tabs. */
  changed(folder: string): void;
};

type Running = { folder: string; log: ProcessLogBuffer; isKilled: boolean };

/** Processes outside a conversation. */
const outside = 'console';
const folderOf = (session: SessionId | undefined) => session ?? outside;
/** Held by the tab in which the process runs; taken from it to kill. */
const lockName = (folder: string, id: string) => `process ${folder} ${id}`;
const lockPrefix = 'process ';

export function createProcesses(deps: ProcessesDeps): Processes<ToolHostJob> {
  const { records, changed, now } = deps;
  /** Of this tab, by the name of their locks. */
  const running = new Map<string, Running>();

  const update = (folder: string, id: string, values: Partial<ProcessRecord>) =>
    records
      .change(folder, (all) => all.map((each) => (each.id === id ? { ...each, ...values } : each)))
      .finally(() => changed(folder));

  /** Adds a record and returns its id. The oldest that are over make room. */
  async function add(folder: string, command: string, held: ReadonlySet<string>): Promise<string> {
    let id = '';
    await records.change(folder, (all) => {
      id = `p${1 + Math.max(0, ...all.map((each) => Number(each.id.slice(1))))}`;
      const over = all.filter((each) => !held.has(lockName(folder, each.id)));
      const dropped = new Set(over.slice(0, Math.max(0, all.length + 1 - limits.keptProcesses)));
      const startedAt = now();
      const added = { id, command, state: 'running' as const, startedAt, printed: 0, log: '' };
      return [...all.filter((each) => !dropped.has(each)), added];
    });
    return id;
  }

  async function run(job: ToolHostJob, folder: string, id: string, onEnd: () => void): Promise<void> {
    const name = lockName(folder, id);
    const process: Running = { folder, log: createProcessLog(limits.processLogCharacters), isKilled: false };
    running.set(name, process);
    changed(folder);
    const own = new AbortController();
    const kill = () => {
      process.isKilled = true;
      own.abort();
    };
    const outcome = await holdLock(name, kill, () =>
      deps.run({
        ...job,
        codeHost: `${folder} ${id}`,
        signal: own.signal,
        deadlineMs: limits.processSeconds * 1000,
        outputCharacters: Infinity,
        onStart: () => undefined,
        onProgress: () => undefined,
        onOutput: process.log.add,
      }),
    );
    const end = describeEnd(outcome, process.isKilled);
    if (end.note) process.log.add(`\n[${end.note}]\n`);
    await update(folder, id, {
      state: end.state,
      ...(end.exitCode === undefined ? {} : { exitCode: end.exitCode }),
      endedAt: now(),
      printed: process.log.printed(),
      log: process.log.text().slice(-limits.keptLogCharacters),
    });
    running.delete(name);
    changed(folder);
    onEnd();
  }

  function describe(folder: string, record: ProcessRecord, held: ReadonlySet<string>): ProcessInfo {
    const name = lockName(folder, record.id);
    const { log: _, ...facts } = record;
    return {
      ...facts,
      ...(folder === outside ? {} : { session: asId<'session'>(folder) }),
      state: stateOf(record, held.has(name)),
      printed: running.get(name)?.log.printed() ?? record.printed,
    };
  }

  async function find(id: string, session: SessionId | undefined): Promise<Fallible<ProcessRecord>> {
    const all = await records.read(folderOf(session));
    const value = all.find((each) => each.id === id);
    if (value) return { ok: true, value };
    const known = all.map((each) => each.id).join(', ') || 'none';
    return {
      ok: false,
      error: {
        type: 'execution_error',
        message: `There is no process '${id}' in this conversation. Processes here: ${known}.`,
      },
    };
  }

  async function list(session?: SessionId): Promise<ProcessInfo[]> {
    const folder = folderOf(session);
    const [all, held] = await Promise.all([records.read(folder), heldLocks()]);
    return all.map((record) => describe(folder, record, held));
  }

  async function endIn(folder: string): Promise<void> {
    for (const name of await heldLocks()) if (name.startsWith(lockName(folder, ''))) await steal(name);
  }

  return {
    list,
    async start(job, { session, command, onEnd }: ProcessFacts) {
      const held = await heldLocks();
      if (held.size >= limits.processes)
        return {
          type: 'error',
          errorType: 'execution_error',
          message: `${held.size} background processes run already, which is the maximum. Stop one with manage_process, or run this in the foreground.`,
        };
      const folder = folderOf(session);
      const id = await add(folder, command, held);
      run(job, folder, id, onEnd).catch(console.error);
      return {
        type: 'success',
        result: `Started in the background as '${id}'. Read what it prints with manage_process (action 'log', id '${id}'); stop it with action 'kill'.`,
        metadata: { process: id },
      };
    },
    async running() {
      const held = await heldLocks();
      const folders = new Set([...held].map((name) => name.slice(lockPrefix.length, name.lastIndexOf(' '))));
      const lists = await Promise.all(
        [...folders].map((folder) => list(folder === outside ? undefined : asId<'session'>(folder))),
      );
      return lists.flat().filter(({ state }) => state === 'running');
    },
    async log(id, session, { offset, limit = limits.processPartCharacters } = {}) {
      const found = await find(id, session);
      if (!found.ok) return found;
      const record = found.value;
      const name = lockName(folderOf(session), id);
      const own = running.get(name)?.log;
      const part = readPart(own?.text() ?? record.log, own?.printed() ?? record.printed, {
        ...(offset === undefined ? {} : { offset }),
        limit: Math.min(Math.max(limit, 1), limits.processPartCharacters),
      });
      const state = stateOf(record, (await heldLocks()).has(name));
      return { ok: true, value: { ...part, state } };
    },
    async kill(id, session) {
      const found = await find(id, session);
      if (!found.ok) return found;
      const name = lockName(folderOf(session), id);
      if ((await heldLocks()).has(name)) await steal(name);
      return { ok: true, value: undefined };
    },
    async remove(id, session) {
      const found = await find(id, session);
      if (!found.ok) return found;
      const folder = folderOf(session);
      if ((await heldLocks()).has(lockName(folder, id)))
        return {
          ok: false,
          error: { type: 'execution_error', message: `The process '${id}' still runs. Kill it first.` },
        };
      await records.change(folder, (all) => all.filter((each) => each.id !== id));
      changed(folder);
      return { ok: true, value: undefined };
    },
    endAll: (session) => endIn(session),
  };
}

function stateOf({ state }: ProcessRecord, isHeld: boolean): ProcessState {
  return state === 'running' && !isHeld ? 'interrupted' : state;
}

function describeEnd(
  outcome: ToolOutcome,
  isKilled: boolean,
): { state: 'ended' | 'failed' | 'killed'; exitCode?: string; note?: string } {
  if (isKilled) return { state: 'killed', note: 'killed' };
  if (outcome.type === 'error') return { state: 'failed', note: shorten(outcome.message, 500) };
  const exitCode = outcome.metadata?.exit_code;
  return { state: 'ended', ...(exitCode === undefined ? {} : { exitCode }) };
}

/** The locks of the processes that run in any tab. */
async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name] : [])));
}

/** Holds the lock while `work` runs; `onStolen` is called when another takes it. */
async function holdLock<T>(name: string, onStolen: () => void, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, () => (result = work()));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    onStolen();
  }
  if (!result) throw new Error('The lock of a process was not granted.');
  return result;
}

/** `steal` rejects the holder's request, in whatever tab it is: https://www.w3.org/TR/web-locks/#dom-lockoptions-steal */
async function steal(name: string): Promise<void> {
  await navigator.locks.request(name, { steal: true }, () => undefined);
}
