/** Progress of loading an on-device model into memory, for the status line. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineEvent } from '#shared/api/engine-event.ts';

export type ModelLoad = {
  /** 0 to 99; `null` while none is loading. */
  percent: ReadonlySignal<number | null>;
  fold(events: readonly EngineEvent[]): void;
};

export function createModelLoad(): ModelLoad {
  const percent = signal<number | null>(null);
  return {
    percent,
    fold(events) {
      for (const event of events) {
        if (event.type !== 'model-progress' || event.work !== 'load') continue;
        const isRunning = event.done < event.total;
        percent.value = isRunning ? Math.floor((event.done / event.total) * 100) : null;
      }
    },
  };
}
