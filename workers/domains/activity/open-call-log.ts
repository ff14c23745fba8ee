/** Opens the call log; its writer is loaded after the first call. */
import type { CallStore } from './store.ts';
import { callLogLock, createCallLog, type CallLog } from './call-log.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';

export function openCallLog(openCalls: () => Promise<CallStore>, registry: Registry, bus: EventBus): CallLog {
  return createCallLog({
    openWriter: async () => {
      const [{ createCallWriter }, store] = await Promise.all([import('./call-writer.ts'), openCalls()]);
      return createCallWriter({
        store,
        lock: (work) => navigator.locks.request(callLogLock, work),
        identify: (name) => {
          const tool = registry.find(name)?.name ?? name.slice(0, 64);
          return { tool, source: registry.sourceOf(tool) ?? 'unknown' };
        },
        now: Date.now,
      });
    },
    onWritten: (ids) => bus.post({ type: 'changed', kind: 'activity', ids }),
    onProblem: (notice, error) => {
      console.error(error);
      bus.post({ type: 'notice', notice });
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: Date.now,
  });
}
