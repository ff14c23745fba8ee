/** The connections that are set up, with their health, and the tests of them that go on. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ConnectionHealth } from '#shared/models/connection-health.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Toasts } from '../base/toasts.ts';

export type Connections = {
  /** `null` until they are there. */
  list: ReadonlySignal<readonly ConnectionHealth[] | null>;
  testing: ReadonlySignal<ReadonlySet<string>>;
  test(connection: ConnectionHealth): Promise<void>;
  /** Loads, and follows until the function it returns is called. */
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

/** A run that is over has used one; a provider may have come or gone. */
function mayChange(event: EngineEvent): boolean {
  return (
    event.type === 'run-end' ||
    (event.type === 'changed' && (event.kind === 'providers' || event.kind === 'mcp'))
  );
}
