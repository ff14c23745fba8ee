/** Reads the call log: pages, figures, the export, and the verification of its hash chain. Loaded at first use. */
import type {
  ActivityMetrics,
  CallFilter,
  CallRecord,
  ChainPoint,
  ChainVerdict,
} from '#shared/tools/activity.ts';
import type { CallStore } from './store.ts';
import { verifyChain } from './call-chain.ts';
import { measureCalls, type MeasuredCall } from './call-metrics.ts';

const pageSize = 500;
const defaultLimit = 50;

/** Newest first. */
export async function listCalls(store: CallStore, filter: CallFilter = {}): Promise<CallRecord[]> {
  const limit = Math.max(1, Math.min(filter.limit ?? defaultLimit, pageSize));
  const matches = createMatcher(filter);
  const { checkpoint, head } = await store.chain();
  const found: CallRecord[] = [];
  let before = Math.min(filter.before ?? Infinity, head.seq + 1);
  while (found.length < limit && before > checkpoint.seq + 1) {
    const page = await store.before(before, pageSize);
    found.push(...page.reverse().filter(matches));
    before -= pageSize;
  }
  return found.slice(0, limit);
}

export async function measureLog(store: CallStore): Promise<Omit<ActivityMetrics, 'loop'>> {
  return measureCalls(await readMeasured(store));
}

/** The whole log, reduced to the fields that the figures need. */
export async function readMeasured(store: CallStore): Promise<MeasuredCall[]> {
  const calls: MeasuredCall[] = [];
  for await (const page of pagesOf(store)) {
    for (const { tool, outcome, message, at, run, duration_ms, concurrent } of page)
      calls.push({ tool, outcome, message, at, run, duration_ms, concurrent });
  }
  return calls;
}

/** JSON Lines: a header with the format and both ends of the chain, then the records in order. */
export async function exportLog(store: CallStore): Promise<string> {
  const { checkpoint, head } = await store.chain();
  const lines = [JSON.stringify({ format: 'oneclaw-call-log', version: 1, checkpoint, head })];
  for await (const page of pagesOf(store)) lines.push(...page.map((record) => JSON.stringify(record)));
  return `${lines.join('\n')}\n`;
}

export async function verifyLog(store: CallStore, known?: ChainPoint): Promise<ChainVerdict> {
  const { checkpoint, head } = await store.chain();
  return verifyChain(checkpoint, pagesOf(store), head, known);
}

async function* pagesOf(store: CallStore): AsyncGenerator<CallRecord[], void> {
  for (let from = 0; ;) {
    const page = await store.from(from, pageSize);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    from = last.seq + 1;
  }
}

function createMatcher({ tool, outcome, session, text, since, until }: CallFilter) {
  const wanted = text?.trim().toLowerCase();
  return (record: CallRecord): boolean =>
    (tool === undefined || record.tool === tool) &&
    (outcome === undefined ||
      (outcome === 'error' ? record.outcome !== 'success' : record.outcome === outcome)) &&
    (session === undefined || record.session === session) &&
    (since === undefined || record.at >= since) &&
    (until === undefined || record.at <= until) &&
    (!wanted || textOf(record).includes(wanted));
}

function textOf({ tool, agent, arguments: values, outcome, message }: CallRecord): string {
  const shown = typeof values === 'string' ? values : JSON.stringify(values);
  return [tool, agent, shown, outcome, message ?? ''].join('\n').toLowerCase();
}
