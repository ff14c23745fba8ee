/** The private addresses the user allowed tools to reach. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineApi } from '../shared/protocol.ts';
import type { EngineEvent } from '../shared/run-event.ts';
import type { Toasts } from './toasts.ts';

export type Hosts = {
  /** `null` until asked for. */
  list: ReadonlySignal<readonly string[] | null>;
  refresh(): Promise<void>;
  revoke(host: string): Promise<void>;
  fold(events: readonly EngineEvent[]): void;
};

export function createHosts(api: EngineApi, toasts: Toasts): Hosts {
  const list = signal<readonly string[] | null>(null);

  async function refresh(): Promise<void> {
    const state = await toasts.attempt(api.listPermissions());
    if (state) list.value = state.hosts;
  }

  return {
    list,
    refresh,
    async revoke(host) {
      await toasts.attempt(api.revokeHost(host));
      await refresh();
    },
    fold(events) {
      const changed = events.some((event) => event.type === 'changed' && event.kind === 'permissions');
      if (changed && list.value) void refresh();
    },
  };
}
