/** A new version waits: offered only while no tab is in the middle of a run. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineEvent } from '../shared/run-event.ts';

const checkEveryMs = 10_000;
const runLockPrefix = 'oneclaw-run-';

export type Update = {
  /** Applies the update and reloads; `null` while there is none to offer. */
  offer: ReadonlySignal<(() => void) | null>;
  ready(apply: () => void): void;
  dismiss(): void;
  fold(events: readonly EngineEvent[]): void;
};

export function createUpdate(): Update {
  const waiting = signal<(() => void) | null>(null);
  const isQuiet = signal(false);
  let timer: ReturnType<typeof setInterval> | undefined;

  async function check(): Promise<void> {
    isQuiet.value = !(await isAnyRunActive());
  }

  function stopChecking(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    offer: computed(() => (isQuiet.value ? waiting.value : null)),
    ready(apply) {
      waiting.value = apply;
      timer ??= setInterval(() => void check(), checkEveryMs);
      void check();
    },
    dismiss() {
      stopChecking();
      waiting.value = null;
    },
    fold(events) {
      if (waiting.value && events.some(({ type }) => type === 'run-start' || type === 'run-end'))
        void check();
    },
  };
}

/** Every run holds a Web Lock, in whichever tab it goes on. */
export async function isAnyRunActive(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith(runLockPrefix));
}
