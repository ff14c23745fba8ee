/** Runs the calls of one reply side by side, up to a limit, and returns their results in the order of the calls. */
import type { ToolResult } from '../../src/shared/tool.ts';
import type { LoopCall, LoopPorts } from './loop.ts';

export async function runCalls(
  ports: Pick<LoopPorts, 'call' | 'emit'>,
  calls: readonly LoopCall[],
  limit: number,
  signal: AbortSignal,
): Promise<ToolResult[]> {
  const results = new Map<number, ToolResult>();
  let next = 0;

  async function work(): Promise<void> {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index];
      if (!call) return;
      const { result, duration_ms } = await ports.call(call, signal);
      results.set(index, result);
      ports.emit({ type: 'tool-end', call: call.id, result, duration_ms });
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, calls.length) }, work));
  return calls.flatMap((_, index) => results.get(index) ?? []);
}
