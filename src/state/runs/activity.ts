/** The activity screen: pages of the call log under a filter, kept up to date while calls come in, and its figures. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ActivityMetrics, CallFilter, CallRecord } from '#shared/tools/activity.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

const pageSize = 50;
/** Calls come in bursts; the screen need not follow each. */
const liveMs = 150;

/** What the user wants to see; all of it together. */
type ActivityFilter = { text: string; onlyErrors: boolean; tool: string | null };

const everything: ActivityFilter = { text: '', onlyErrors: false, tool: null };

export type Activity = {
  filter: ReadonlySignal<ActivityFilter>;
  /** Newest first; `null` until they are there. */
  calls: ReadonlySignal<readonly CallRecord[] | null>;
  hasMore: ReadonlySignal<boolean>;
  metrics: ReadonlySignal<ActivityMetrics | null>;
  change(change: Partial<ActivityFilter>): void;
  showAll(): void;
  loadMore(): Promise<void>;
  /** Loads, and follows the log until the function it returns is called. */
  follow(): () => void;
};

export function createActivity({ api, onEvents }: EngineConnection, toasts: Toasts): Activity {
  const filter = signal(everything);
  const calls = signal<readonly CallRecord[] | null>(null);
  const hasMore = signal(false);
  const metrics = signal<ActivityMetrics | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** An answer counts only while the filter it was asked under holds. */
  async function ask(extra: CallFilter = {}): Promise<CallRecord[] | undefined> {
    const asked = filter.value;
    const page = await toasts.attempt(api.activity.list({ ...toFilter(asked), limit: pageSize, ...extra }));
    return asked === filter.value ? page : undefined;
  }

  async function load(): Promise<void> {
    const page = await ask();
    if (!page) return;
    const shown = calls.value ?? [];
    const top = shown[0]?.seq ?? 0;
    const fresh = page.filter(({ seq }) => seq > top);
    // Where more came than one page holds, what was shown before no longer joins on.
    const joins = shown.length > 0 && fresh.length < pageSize;
    calls.value = joins ? [...fresh, ...shown] : page;
    if (!joins) hasMore.value = page.length === pageSize;
  }

  async function measure(): Promise<void> {
    metrics.value = (await toasts.attempt(api.activity.metrics())) ?? metrics.value;
  }

  const refresh = () => void Promise.all([load(), measure()]);

  function change(next: Partial<ActivityFilter>): void {
    filter.value = { ...filter.value, ...next };
    void ask().then((page) => {
      if (!page) return;
      calls.value = page;
      hasMore.value = page.length === pageSize;
    });
  }

  return {
    ...{ filter, calls, hasMore, metrics, change },
    showAll: () => change(everything),
    async loadMore() {
      const last = calls.value?.at(-1);
      if (!last) return;
      const page = await ask({ before: last.seq });
      if (!page) return;
      // Pressed twice, the same page comes twice.
      if (calls.value?.at(-1) !== last) return;
      calls.value = [...calls.value, ...page];
      hasMore.value = page.length === pageSize;
    },
    follow() {
      refresh();
      const leave = onEvents((events) => {
        if (!events.some(isActivity)) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          refresh();
        }, liveMs);
      });
      return () => {
        leave();
        clearTimeout(timer);
      };
    },
  };
}

function isActivity(event: EngineEvent): boolean {
  return event.type === 'changed' && event.kind === 'activity';
}

function toFilter({ text, onlyErrors, tool }: ActivityFilter): CallFilter {
  return {
    ...(text.trim() && { text }),
    ...(onlyErrors && { outcome: 'error' as const }),
    ...(tool !== null && { tool }),
  };
}
