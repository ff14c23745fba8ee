/** Runs the calls of one reply concurrently, up to a limit; some may start before the reply has ended. */
import type { ToolResult } from '#shared/tools/tool.ts';
import type { LoopCall, LoopDeps } from './loop-deps.ts';

type CallRunner = {
  /** Starts a call as soon as there is a free slot; idempotent. */
  start(call: LoopCall): void;
  /** Starts the remaining calls, and resolves with all results in the order of the calls. */
  finish(calls: readonly LoopCall[]): Promise<ToolResult[]>;
  /** Aborts the running calls and drops their results. */
  discard(): void;
  hasStarted(call: LoopCall): boolean;
};

export function createCallRunner(
  deps: Pick<LoopDeps, 'call' | 'emit'>,
  limit: number,
  signal: AbortSignal,
): CallRunner {
  const own = new AbortController();
  const both = AbortSignal.any([signal, own.signal]);
  const started = new Map<string, Promise<ToolResult>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run(call: LoopCall): Promise<ToolResult> {
    // A slot is handed over, not released and taken: in between, an early call could take it.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      const { result, duration_ms } = await deps.call(call, both);
      if (!own.signal.aborted) deps.emit({ type: 'tool-end', call: call.id, result, duration_ms });
      return result;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  function start(call: LoopCall): void {
    if (!started.has(call.id)) started.set(call.id, run(call));
  }

  return {
    start,
    hasStarted: (call) => started.has(call.id),
    discard: () => own.abort(),
    async finish(calls) {
      calls.forEach(start);
      return Promise.all(calls.flatMap((call) => started.get(call.id) ?? []));
    },
  };
}
