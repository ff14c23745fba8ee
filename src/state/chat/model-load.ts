/** How far a model of this device is read into memory, for the line that says why the answer takes a while. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineEvent } from '#shared/api/engine-event.ts';

export type ModelLoad = {
  /** 0 to 99; `null` while none is read. */
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
        percent.value = event.done === event.total ? null : Math.floor((event.done / event.total) * 100);
      }
    },
  };
}
