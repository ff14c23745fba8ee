/** The activity screen: pages of the filtered call log, updated while it is shown, and its figures. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ActivityMetrics, CallFilter, CallRecord } from '#shared/tools/activity.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

const pageSize = 50;
/** Throttles updates: calls are logged in bursts. */
const liveMs = 150;

/** The conditions are joined with AND. */
type ActivityFilter = { text: string; onlyErrors: boolean; tool: string | null };

const everything: ActivityFilter = { text: '', onlyErrors: false, tool: null };

type ActivitySignals = {
  filter: Signal<ActivityFilter>;
  /** Newest first; `null` until loaded. */
  calls: Signal<readonly CallRecord[] | null>;
  hasMore: Signal<boolean>;
  metrics: Signal<ActivityMetrics | null>;
};

export type Activity = { [Name in keyof ActivitySignals]: ReadonlySignal<ActivitySignals[Name]['value']> } & {
  change(change: Partial<ActivityFilter>): void;
  showAll(): void;
  loadMore(): Promise<void>;
  /** Loads, and follows the log until the returned function is called. */
  follow(): () => void;
};

type ActivityContext = ActivitySignals & { connection: EngineConnection; toasts: Toasts };

export function createActivity(connection: EngineConnection, toasts: Toasts): Activity {
  const signals: ActivitySignals = {
    filter: signal(everything),
    calls: signal(null),
    hasMore: signal(false),
    metrics: signal(null),
  };
  const context: ActivityContext = { ...signals, connection, toasts };
  return {
    ...signals,
    change: (change) => void changeFilter(context, change),
    showAll: () => void changeFilter(context, everything),
    loadMore: () => loadMore(context),
    follow: () => follow(context),
  };
}

/** `undefined` if the request failed or the filter has changed since. */
async function request(
  { connection, toasts, filter }: ActivityContext,
  extra: CallFilter = {},
): Promise<CallRecord[] | undefined> {
  const requested = filter.value;
  const query = { ...toCallFilter(requested), limit: pageSize, ...extra };
  const page = await toasts.attempt(connection.api.activity.list(query));
  return requested === filter.value ? page : undefined;
}

async function changeFilter(context: ActivityContext, change: Partial<ActivityFilter>): Promise<void> {
  const { filter, calls, hasMore } = context;
  filter.value = { ...filter.value, ...change };
  const page = await request(context);
  if (!page) return;
  calls.value = page;
  hasMore.value = page.length === pageSize;
}

async function loadMore(context: ActivityContext): Promise<void> {
  const { calls, hasMore } = context;
  const last = calls.value?.at(-1);
  if (!last) return;
  const page = await request(context, { before: last.seq });
  // Two taps request the same page twice.
  if (!page || calls.value?.at(-1) !== last) return;
  calls.value = [...calls.value, ...page];
  hasMore.value = page.length === pageSize;
}

function follow(context: ActivityContext): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  refresh(context);
  const unsubscribe = context.connection.onEvents((events) => {
    if (!events.some(isActivity)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh(context);
    }, liveMs);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function refresh(context: ActivityContext): void {
  void loadNewest(context);
  void loadMetrics(context);
}

async function loadNewest(context: ActivityContext): Promise<void> {
  const { calls, hasMore } = context;
  const page = await request(context);
  if (!page) return;
  const shown = calls.value ?? [];
  const top = shown[0]?.seq ?? 0;
  const added = page.filter(({ seq }) => seq > top);
  // If a whole page is new, there may be a gap before the calls shown so far.
  const isContiguous = shown.length > 0 && added.length < pageSize;
  calls.value = isContiguous ? [...added, ...shown] : page;
  if (!isContiguous) hasMore.value = page.length === pageSize;
}

async function loadMetrics({ connection, toasts, metrics }: ActivityContext): Promise<void> {
  metrics.value = (await toasts.attempt(connection.api.activity.metrics())) ?? metrics.value;
}

function isActivity(event: EngineEvent): boolean {
  return event.type === 'changed' && event.kind === 'activity';
}

function toCallFilter({ text, onlyErrors, tool }: ActivityFilter): CallFilter {
  return {
    ...(text.trim() && { text }),
    ...(onlyErrors && { outcome: 'error' as const }),
    ...(tool !== null && { tool }),
  };
}
