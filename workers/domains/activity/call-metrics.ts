/** Figures from the call log: per tool, and the time saved by running calls in parallel. */
import { refusals, type ActivityMetrics, type CallRecord, type ToolMetrics } from '#shared/tools/activity.ts';

/** The fields of a record that the figures need. */
export type MeasuredCall = Pick<
  CallRecord,
  'tool' | 'outcome' | 'message' | 'at' | 'run' | 'duration_ms' | 'concurrent'
>;

export function measureCalls(calls: readonly MeasuredCall[]): Omit<ActivityMetrics, 'loop'> {
  const tools = [...groupBy(calls, ({ tool }) => tool)].map(([tool, own]) => measureTool(tool, own));
  const batches = findBatches(calls);
  return {
    calls: calls.length,
    successes: tools.reduce((sum, { successes }) => sum + successes, 0),
    refused: tools.reduce((sum, { refused }) => sum + refused, 0),
    parallelBatches: batches.length,
    peakConcurrency: calls.reduce((peak, { concurrent }) => Math.max(peak, concurrent), 0),
    savedMs: batches.reduce((sum, batch) => sum + savedBy(batch), 0),
    tools: tools.sort((one, other) => other.calls - one.calls || (one.tool < other.tool ? -1 : 1)),
  };
}

function measureTool(tool: string, calls: readonly MeasuredCall[]): ToolMetrics {
  const ran = calls.filter((call) => !isRefused(call));
  const failed = ran.filter(({ outcome }) => outcome !== 'success');
  const durations = ran.map(({ duration_ms }) => duration_ms).sort((one, other) => one - other);
  const sum = durations.reduce((total, each) => total + each, 0);
  return {
    tool,
    calls: calls.length,
    successes: ran.length - failed.length,
    errors: failed.length,
    refused: calls.length - ran.length,
    timeouts: failed.filter(({ outcome }) => outcome === 'timeout').length,
    averageMs: Math.round(sum / Math.max(1, ran.length)),
    p95Ms: durations[Math.ceil(durations.length * 0.95) - 1] ?? 0,
    lastError: describeError(failed.at(-1)),
  };
}

export function isRefused({ outcome }: Pick<MeasuredCall, 'outcome'>): boolean {
  return refusals.includes(outcome);
}

function describeError(call: MeasuredCall | undefined): ToolMetrics['lastError'] {
  if (!call || call.outcome === 'success') return null;
  return { outcome: call.outcome, message: call.message ?? '', at: call.at };
}

/** A batch starts with a call that ran alone, and includes every call that started before all of them had ended. */
function findBatches(calls: readonly MeasuredCall[]): MeasuredCall[][] {
  const batches: MeasuredCall[][] = [];
  for (const [run, own] of groupBy(calls, ({ run }) => run)) {
    // Console calls of different tabs count separately, but their records do not name the tab.
    if (run === null) continue;
    let batch: MeasuredCall[] = [];
    for (const call of own.toSorted((one, other) => one.at - other.at || one.concurrent - other.concurrent)) {
      if (call.concurrent === 1) batches.push((batch = []));
      batch.push(call);
    }
  }
  return batches.filter((batch) => batch.length > 1);
}

/** `Map.groupBy` needs Node 21; the tests run on Node 20, too. */
function groupBy<Key>(calls: readonly MeasuredCall[], keyOf: (call: MeasuredCall) => Key) {
  const groups = new Map<Key, MeasuredCall[]>();
  for (const call of calls) {
    const group = groups.get(keyOf(call));
    if (group) group.push(call);
    else groups.set(keyOf(call), [call]);
  }
  return groups;
}

function savedBy(batch: readonly MeasuredCall[]): number {
  const together = batch.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const begin = Math.min(...batch.map(({ at }) => at));
  const end = Math.max(...batch.map(({ at, duration_ms }) => at + duration_ms));
  return Math.max(0, together - (end - begin));
}
