/** Private hosts that the user allowed, and the browser permissions of this site. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { PermissionOverview } from '#shared/tools/permission.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

export type AllowedHosts = {
  /** `null` until loaded. */
  list: ReadonlySignal<readonly string[] | null>;
  /** Empty until loaded. */
  browser: ReadonlySignal<PermissionOverview['browser']>;
  refresh(): Promise<void>;
  revoke(host: string): Promise<void>;
  fold(events: readonly EngineEvent[]): void;
};

export function createAllowedHosts(api: EngineApi, toasts: Toasts): AllowedHosts {
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
