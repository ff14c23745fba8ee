/** What the user allowed: private addresses, and what the browser says of its own permissions. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { PermissionOverview } from '#shared/tools/permission.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

export type Hosts = {
  /** `null` until asked for. */
  list: ReadonlySignal<readonly string[] | null>;
  /** Empty until asked for. */
  browser: ReadonlySignal<PermissionOverview['browser']>;
  refresh(): Promise<void>;
  revoke(host: string): Promise<void>;
  fold(events: readonly EngineEvent[]): void;
};

export function createHosts(api: EngineApi, toasts: Toasts): Hosts {
  const list = signal<readonly string[] | null>(null);
  const browser = signal<PermissionOverview['browser']>([]);

  async function refresh(): Promise<void> {
    const state = await toasts.attempt(api.permissions.list());
    if (!state) return;
    list.value = state.hosts;
    browser.value = state.browser;
  }

  return {
    list,
    browser,
    refresh,
    async revoke(host) {
      await toasts.attempt(api.permissions.revokeHost(host));
      await refresh();
    },
    fold(events) {
      const changed = events.some((event) => event.type === 'changed' && event.kind === 'permissions');
      if (changed && list.value) void refresh();
    },
  };
}
