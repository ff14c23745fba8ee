/**
 * Runs the calls of one reply side by side, up to a limit. Calls in conflict (a write and a read of one file) run in the
 * order of the reply. Some calls may start before the reply has ended.
 */
import { createSemaphore } from '#shared/semaphore.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { areInConflict, type Places } from '#workers/contracts/places.ts';
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

export function createCallRunner(
  deps: Pick<LoopDeps, 'call' | 'emit' | 'placesOf'>,
  limit: number,
  signal: AbortSignal,
): CallRunner {
  const own = new AbortController();
  const both = AbortSignal.any([signal, own.signal]);
  const semaphore = createSemaphore(limit);
  const added = new Map<string, { places: Places; conflicts: readonly string[] }>();
  const started = new Map<string, Promise<ToolResult>>();

  function start(call: LoopCall): void {
    if (started.has(call.id)) return;
    // All of them have started: `start` is called in the order of the reply.
    const earlier = added.get(call.id)?.conflicts.map((id) => started.get(id)) ?? [];
    started.set(call.id, run(call, earlier));
  }

  async function run(call: LoopCall, earlier: readonly unknown[]): Promise<ToolResult> {
    // It holds no permit while it waits: calls without a conflict can use it.
    if (earlier.length > 0) await Promise.allSettled(earlier);
    await semaphore.acquire();
    try {
      const { result, duration_ms } = await deps.call(call, both);
      if (!own.signal.aborted) deps.emit({ type: 'tool-end', call: call.id, result, duration_ms });
      return result;
    } finally {
      semaphore.release();
    }
  }

  return {
    add(call, early) {
      const places = deps.placesOf(call);
      const conflicts = [...added].flatMap(([id, other]) => (areInConflict(other.places, places) ? id : []));
      added.set(call.id, { places, conflicts });
      if (early && conflicts.every((id) => started.has(id))) start(call);
    },
    hasStarted: (call) => started.has(call.id),
    discard: () => own.abort(),
    async finish(calls) {
      calls.forEach(start);
      return Promise.all(calls.flatMap((call) => started.get(call.id) ?? []));
    },
  };
}
