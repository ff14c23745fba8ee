/** Runtimes and wheels in Settings: what is on this device, downloads in progress, and how they end. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { PackageList, PackageProgressEvent } from '#shared/api/packages.ts';
import type { RuntimeName } from '#shared/packages/runtimes.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Toasts } from './base/toasts.ts';

export type Packages = {
  /** `null` until loaded. */
  list: ReadonlySignal<PackageList | null>;
  /** Downloads in progress, in any tab. */
  progress: ReadonlySignal<readonly PackageProgressEvent[]>;
  /** Undefined if the call to the engine failed, which a toast reports. */
  makeOffline(name: RuntimeName): Promise<Fallible<void> | undefined>;
  /** Downloads all runtimes one after the other; stops at the first failure. */
  makeAllOffline(): Promise<Fallible<void> | undefined>;
  cancel(name: RuntimeName): void;
  remove(name: RuntimeName): Promise<Fallible<void> | undefined>;
  removeWheel(url: string): Promise<void>;
  removeWheels(): Promise<void>;
  /** Loads, and follows changes until the returned function is called. */
  follow(): () => void;
};

export function createPackages({ api, onEvents }: EngineConnection, toasts: Toasts): Packages {
  const list = signal<PackageList | null>(null);
  const progress = signal<readonly PackageProgressEvent[]>([]);

  async function refresh(): Promise<void> {
    list.value = (await toasts.attempt(api.packages.list())) ?? list.value;
  }

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events)
      if (event.type === 'package-progress') progress.value = withProgress(progress.value, event);
    if (events.some((event) => event.type === 'changed' && event.kind === 'packages')) void refresh();
  }

  async function change<T>(work: Promise<T>): Promise<T | undefined> {
    const answer = await toasts.attempt(work);
    await refresh();
    return answer;
  }

  const makeOffline = (name: RuntimeName) => change(api.packages.makeOffline(name));
  return {
    ...{ list, progress, makeOffline },
    async makeAllOffline() {
      let last: Fallible<void> | undefined;
      for (const { name, state } of list.value?.runtimes ?? []) {
        if (state === 'here') continue;
        last = await makeOffline(name);
        if (!last?.ok) break;
      }
      return last;
    },
    cancel: (name) => void toasts.attempt(api.packages.cancel(name)),
    remove: (name) => change(api.packages.remove(name)),
    async removeWheel(url) {
      await change(api.packages.removeWheel(url));
    },
    async removeWheels() {
      await change(api.packages.removeWheels());
    },
    follow() {
      void refresh();
      return onEvents(fold);
    },
  };
}

/** Keeps the last event of each runtime; removes finished ones. */
function withProgress(
  before: readonly PackageProgressEvent[],
  event: PackageProgressEvent,
): readonly PackageProgressEvent[] {
  const others = before.filter(({ name }) => name !== event.name);
  return event.done === event.total ? others : [...others, event];
}
