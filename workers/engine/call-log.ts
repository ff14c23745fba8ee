/** Writes one record per finished call, behind the calls and in their order; no call ever waits for it. */
import type { CallEntry } from '../../src/shared/activity.ts';
import type { RunId, SessionId } from '../../src/shared/ids.ts';
import type { Json } from '../../src/shared/json.ts';
import type { LogProblem } from '../../src/shared/run-event.ts';
import type { CallStore } from '../storage/calls.ts';
import { appendToChain } from './call-chain.ts';
import { entryArguments, entryMessage } from './call-entry.ts';
import type { CallReport, CallRequest, CallScope } from './executor.ts';

/** Held by whoever writes the log; shared by whoever reads it as a whole. */
export const callLogLock = 'oneclaw-call-log';

const retryAfterMs = [0, 100, 1_000];
const batchSize = 200;
/** Entries kept in memory while nothing can be written; the oldest go first. */
const mostWaiting = 1_000;
const expireEveryMs = 3_600_000;
const dayMs = 86_400_000;
const expirePage = 500;

export type CallLogPorts = {
  store: CallStore;
  /** One writer at a time in all tabs: the chain has one end. */
  lock(work: () => Promise<void>): Promise<void>;
  /** The canonical name and the origin of a tool. */
  identify(name: string): { tool: string; source: string };
  /** These calls can be read now. */
  onWritten(ids: string[]): void;
  /** Told once; the calls go on without their log. */
  onProblem(problem: LogProblem, error: unknown): void;
  wait(milliseconds: number): Promise<void>;
  now(): number;
};

/** A call that a dead tab left in its journal. */
export type JournaledCall = {
  session: SessionId;
  run: RunId;
  agent: string;
  name: string;
  arguments: Json;
  at: number;
} & CallReport & { id: CallRequest['id'] };

export type CallLog = {
  /** Counts a call in, and returns what takes its report. */
  begin(call: CallRequest, scope: CallScope): (report: CallReport) => void;
  /** Logs those calls of a run that are not in the log yet. */
  recover(run: RunId, calls: readonly JournaledCall[]): Promise<void>;
  /** Resolves when everything that ended before is written, or cannot be. */
  written(): Promise<void>;
};

export function createCallLog(ports: CallLogPorts): CallLog {
  const inFlight = new Map<string, number>();
  /** Masking and measuring wait until the result is on its way. */
  const queue: (() => CallEntry)[] = [];
  let writing: Promise<void> | undefined;
  let hasProblem = false;
  let expiredAt = 0;

  function problem(error: unknown): void {
    if (hasProblem) return;
    hasProblem = true;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    ports.onProblem(isFull ? 'log_full' : 'log_failed', error);
  }

  function add(...entries: (() => CallEntry)[]): void {
    queue.push(...entries);
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    try {
      // The results go first: hashing and storing begin when the engine has nothing better to do.
      await ports.wait(0);
      // What comes while the last are written, or old ones leave, is written too.
      while (queue.length > 0) {
        if (!(await writeNext())) return;
        if (queue.length === 0) await expireNowAndThen();
      }
    } finally {
      // At once after the last look at the queue: an entry that comes now finds nobody writing.
      writing = undefined;
    }
  }

  async function writeNext(): Promise<boolean> {
    const batch = queue.slice(0, batchSize).map((describeCall) => describeCall());
    if (!(await writeBatch(batch, ports, problem))) {
      queue.splice(0, queue.length - mostWaiting);
      return false;
    }
    queue.splice(0, batch.length);
    ports.onWritten(batch.map(({ id }) => id));
    return true;
  }

  async function expireNowAndThen(): Promise<void> {
    if (ports.now() - expiredAt < expireEveryMs) return;
    expiredAt = ports.now();
    await ports.lock(() => expire(ports)).catch(problem);
  }

  return {
    begin(call, { agent, origin }) {
      const group = origin?.run ?? '';
      const concurrent = (inFlight.get(group) ?? 0) + 1;
      inFlight.set(group, concurrent);
      const at = ports.now();
      return (report) => {
        const left = (inFlight.get(group) ?? 1) - 1;
        if (left > 0) inFlight.set(group, left);
        else inFlight.delete(group);
        const who = { session: origin?.session ?? null, run: origin?.run ?? null, agent: agent.name };
        add(() => ({ ...describe({ ...call, ...report }, ports), ...who, at, concurrent }));
      };
    },
    async recover(run, calls) {
      const known = new Set((await ports.store.ofRun(run)).map(({ id }) => id));
      const missing = calls.filter(({ id }) => !known.has(id));
      const entries = missing.map(({ session, agent, at, ...call }) => () => ({
        ...describe(call, ports),
        ...{ session, run, agent, at, concurrent: 1 },
      }));
      if (entries.length > 0) add(...entries);
      await writing;
    },
    written: async () => writing,
  };
}

type Described = Omit<CallEntry, 'session' | 'run' | 'agent' | 'at' | 'concurrent'>;

function describe(call: CallRequest & CallReport, ports: CallLogPorts): Described {
  const { id, name, result, duration_ms } = call;
  const text = result.status === 'success' ? result.result : result.message;
  return {
    id,
    ...ports.identify(name),
    arguments: entryArguments(call.arguments),
    outcome: result.status === 'success' ? 'success' : result.error_type,
    message: result.status === 'success' ? null : entryMessage(text),
    duration_ms,
    bytes: new TextEncoder().encode(text).byteLength,
  };
}

/** False where it could not be written, after a few tries; the entries are still in the queue then. */
async function writeBatch(
  batch: readonly CallEntry[],
  { store, lock, wait }: CallLogPorts,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  let failure: unknown;
  for (const pause of retryAfterMs) {
    await wait(pause);
    try {
      await lock(async () => {
        const chain = await store.chain();
        await store.append(await appendToChain(chain.head, batch), chain);
      });
      return true;
    } catch (error) {
      failure = error;
    }
  }
  onFailure(failure);
  return false;
}

/** Old entries leave from the front; the last of them stays as the checkpoint that the rest is verified from. */
async function expire({ store, now }: CallLogPorts): Promise<void> {
  const chain = await store.chain();
  const oldest = now() - (await store.keepDays()) * dayMs;
  let last = chain.checkpoint;
  for (;;) {
    const page = await store.from(last.seq + 1, expirePage);
    const young = page.findIndex(({ at }) => at >= oldest);
    last = (young < 0 ? page : page.slice(0, young)).at(-1) ?? last;
    if (young >= 0 || page.length < expirePage) break;
  }
  if (last.seq > chain.checkpoint.seq) await store.removeUpTo(last, chain);
}
