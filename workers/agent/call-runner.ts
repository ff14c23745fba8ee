/** Runs the calls of one reply side by side, up to a limit; some may start before the reply has ended. */
import type { ToolResult } from '#shared/tools/tool.ts';
import type { LoopCall, LoopPorts } from './loop.ts';

export type CallRunner = {
  /** Starts a call as soon as there is room; one that was started already is left alone. */
  start(call: LoopCall): void;
  /** Starts what is left, and resolves with all results in the order of the calls. */
  finish(calls: readonly LoopCall[]): Promise<ToolResult[]>;
  /** Stops what runs; nothing more is heard of it. */
  discard(): void;
  hasStarted(call: LoopCall): boolean;
};

export function createCallRunner(
  ports: Pick<LoopPorts, 'call' | 'emit'>,
  limit: number,
  signal: AbortSignal,
): CallRunner {
  const own = new AbortController();
  const both = AbortSignal.any([signal, own.signal]);
  const started = new Map<string, Promise<ToolResult>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run(call: LoopCall): Promise<ToolResult> {
    // A place is handed over, not given up and taken: in between, an early call could take it as well.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      const { result, duration_ms } = await ports.call(call, both);
      if (!own.signal.aborted) ports.emit({ type: 'tool-end', call: call.id, result, duration_ms });
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
