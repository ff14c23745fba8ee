/** The configured tool servers (MCP), kept current while a screen shows them. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ServerId } from '#shared/ids.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { serverSentence } from '../text/server-sentences.ts';
import type { Toasts } from '../base/toasts.ts';

export type Servers = {
  /** `null` until loaded. */
  list: ReadonlySignal<readonly McpServerInfo[] | null>;
  find(id: string | null): McpServerInfo | undefined;
  refresh(): Promise<void>;
  /** Switches all tools of a server. */
  setEnabled(id: ServerId, isEnabled: boolean): Promise<void>;
  /** Awaits a change, shows an error as a toast, and reloads the list either way. */
  change<T>(work: Promise<McpAnswer<T>>): Promise<T | undefined>;
  /** Loads the list, and keeps it current until the returned function is called. */
  follow(): () => void;
};

export function createServers({ api, onEvents }: EngineConnection, toasts: Toasts): Servers {
  const list = signal<readonly McpServerInfo[] | null>(null);

  async function refresh(): Promise<void> {
    list.value = (await toasts.attempt(api.mcp.list())) ?? list.value;
  }

  async function change<T>(work: Promise<McpAnswer<T>>): Promise<T | undefined> {
    const answer = await toasts.attempt(work);
    await refresh();
    return answer && valueOf(answer, toasts);
  }

  return {
    list,
    refresh,
    change,
    find: (id) => list.value?.find((server) => server.id === id),
    async setEnabled(id, enabled) {
      // Optimistic: the switch moves at once, the list follows from the engine.
      list.value = list.value?.map((server) => (server.id === id ? { ...server, enabled } : server)) ?? null;
      await change(api.mcp.setEnabled(id, enabled));
    },
    follow() {
      void refresh();
      return onEvents((events) => {
        if (events.some(isOfServers)) void refresh();
      });
    },
  };
}

/** The value, or undefined and a toast that says why. */
export function valueOf<T>(answer: McpAnswer<T>, toasts: Pick<Toasts, 'show'>): T | undefined {
  if (answer.ok) return answer.value;
  toasts.show(serverSentence(answer.error));
  return undefined;
}

function isOfServers(event: EngineEvent): boolean {
  return event.type === 'changed' && event.kind === 'mcp';
}
