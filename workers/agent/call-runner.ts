/**
 * Runs the calls of one reply side by side, up to a limit. Calls in conflict (a write and a read of one file) run in the
 * order of the reply. Some calls may start before the reply has ended. The user can cancel a single waiting
 * call.
 */
import { createSemaphore } from '#shared/semaphore.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { areInConflict, type TouchedPlaces } from '#workers/contracts/touched-places.ts';
import type { LoopCall, LoopDeps } from './loop-deps.ts';

type CallRunner = {
  /** Takes the next call of the reply. `early` starts it now, unless it conflicts with one that starts later. */
  add(call: LoopCall, early: boolean): void;
  /** Starts the remaining calls, and resolves with all results in the order of the calls. */
  finish(calls: readonly LoopCall[]): Promise<ToolResult[]>;
  /** Aborts the running calls and drops their results. */
  discard(): void;
  hasStarted(call: LoopCall): boolean;
};

type Added = { places: TouchedPlaces; conflicts: readonly string[] } & ReturnType<LoopDeps['announce']>;

export function createCallRunner(
  deps: Pick<LoopDeps, 'announce' | 'call' | 'emit' | 'placesOf'>,
  limit: number,
  signal: AbortSignal,
): CallRunner {
  const own = new AbortController();
  const both = AbortSignal.any([signal, own.signal]);
  const semaphore = createSemaphore(limit);
  const added = new Map<string, Added>();
  const started = new Map<string, Promise<ToolResult>>();

  function start(call: LoopCall): void {
    const known = added.get(call.id);
    if (!known || started.has(call.id)) return;
    // Calls start in the order of the reply, so all of these have started, unless this call is cancelled.
    const earlier = known.conflicts.map((id) => started.get(id));
    started.set(call.id, run(call, known, earlier));
  }

  async function run(call: LoopCall, { cancelled, end }: Added, earlier: readonly unknown[]) {
    // Wait before acquiring a permit of the semaphore, so that calls without a conflict can use it.
    if (earlier.length > 0) await Promise.race([Promise.allSettled(earlier), onceAborted(cancelled)]);
    const isNext = await semaphore.acquire(cancelled);
    end();
    if (!isNext) return finishCall(call, neverStarted(call), 0);
    try {
      const { result, duration_ms } = await deps.call(call, both);
      return finishCall(call, result, duration_ms);
    } finally {
      semaphore.release();
    }
  }

  function finishCall({ id }: LoopCall, result: ToolResult, duration_ms: number): ToolResult {
    if (!own.signal.aborted) deps.emit({ type: 'tool-end', call: id, result, duration_ms });
    return result;
  }

  return {
    add(call, early) {
      const places = deps.placesOf(call);
      const conflicts = conflictsWith(places, added);
      const announced = deps.announce(call);
      added.set(call.id, { places, conflicts, ...announced });
      // A cancelled call gets its result at once, without waiting for the calls that it conflicts with.
      announced.cancelled.addEventListener('abort', () => start(call), { once: true });
      if (early && conflicts.every((id) => started.has(id))) start(call);
    },
    hasStarted: (call) => started.has(call.id),
    discard() {
      own.abort();
      endUnstarted(added, started);
    },
    async finish(calls) {
      calls.forEach(start);
      endUnstarted(added, started);
      return Promise.all(calls.flatMap((call) => started.get(call.id) ?? []));
    },
  };
}

function conflictsWith(places: TouchedPlaces, added: ReadonlyMap<string, Added>): string[] {
  return [...added].flatMap(([id, other]) => (areInConflict(other.places, places) ? id : []));
}

function endUnstarted(added: ReadonlyMap<string, Added>, started: ReadonlyMap<string, unknown>): void {
  for (const [id, { end }] of added) if (!started.has(id)) end();
}

function onceAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function neverStarted({ name }: LoopCall): ToolResult {
  const message = `${name} was stopped by the user before it started; nothing was done.`;
  return { status: 'error', error_type: 'cancelled', message };
}
