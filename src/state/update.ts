/** Offers a new version that is waiting or already runs in another tab, while no tab has an active run. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineEvent } from '#shared/api/engine-event.ts';

const checkEveryMs = 10_000;
const runLockPrefix = 'oneclaw-run-';

type UpdateOffer = {
  /** `replaced`: another tab applied the new version, and this one still runs the old one. */
  kind: 'ready' | 'replaced';
  /** Reloads this page with the new version. */
  apply: () => void;
};

export type Update = {
  /** For Settings; `null` also while a reload would interrupt a run. */
  available: ReadonlySignal<UpdateOffer | null>;
  /** The same for the banner, until it is dismissed. */
  offer: ReadonlySignal<UpdateOffer | null>;
  ready(apply: () => void): void;
  replaced(apply: () => void): void;
  dismiss(): void;
  fold(events: readonly EngineEvent[]): void;
};

export function createUpdate(): Update {
  const waiting = signal<UpdateOffer | null>(null);
  const isQuiet = signal(false);
  const isDismissed = signal(false);
  const available = computed(() => (isQuiet.value ? waiting.value : null));
  let timer: ReturnType<typeof setInterval> | undefined;

  async function check(): Promise<void> {
    isQuiet.value = !(await isAnyRunActive());
  }

  function wait(offer: UpdateOffer): void {
    waiting.value = offer;
    isDismissed.value = false;
    timer ??= setInterval(() => void check(), checkEveryMs);
    void check();
  }

  return {
    available,
    offer: computed(() => (isDismissed.value ? null : available.value)),
    ready: (apply) => wait({ kind: 'ready', apply }),
    replaced: (apply) => wait({ kind: 'replaced', apply }),
    dismiss: () => (isDismissed.value = true),
    fold(events) {
      if (waiting.value && events.some(({ type }) => type === 'run-start' || type === 'run-end'))
        void check();
    },
  };
}

/** Every run holds a Web Lock, in whichever tab it is. */
async function isAnyRunActive(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith(runLockPrefix));
}
