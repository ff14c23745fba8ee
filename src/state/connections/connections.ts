/** The configured connections with their health, and the tests in progress. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ConnectionHealth } from '#shared/models/connection-health.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

export type Connections = {
  /** `null` until loaded. */
  list: ReadonlySignal<readonly ConnectionHealth[] | null>;
  testing: ReadonlySignal<ReadonlySet<string>>;
  test(connection: ConnectionHealth): Promise<void>;
  /** Loads the list, and keeps it current until the returned function is called. */
  follow(): () => void;
};

export function createConnections({ api, onEvents }: EngineConnection, toasts: Toasts): Connections {
  const list = signal<readonly ConnectionHealth[] | null>(null);
  const testing = signal<ReadonlySet<string>>(new Set());

  async function load(): Promise<void> {
    list.value = (await toasts.attempt(api.connections.list())) ?? list.value;
  }

  return {
    list,
    testing,
    async test({ kind, id }) {
      testing.value = new Set(testing.value).add(id);
      await toasts.attempt(api.connections.test(kind, id));
      await load();
      testing.value = new Set([...testing.value].filter((each) => each !== id));
    },
    follow() {
      void load();
      return onEvents((events) => {
        if (events.some(mayChange)) void load();
      });
    },
  };
}

/**
 * Whether the health or the list may have changed: a run that ended used a connection, or one was
 * added or removed.
 */
function mayChange(event: EngineEvent): boolean {
  return (
    event.type === 'run-end' ||
    (event.type === 'changed' && (event.kind === 'providers' || event.kind === 'mcp'))
  );
}
