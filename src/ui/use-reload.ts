/** Loads something from the engine while a component is shown, and again after each change of its domains. */
import { useEffect } from 'preact/hooks';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { useApp } from '#src/ui/app-context.ts';

type Kind = Extract<EngineEvent, { type: 'changed' }>['kind'];

/** A failure becomes a toast. Loads also when one of the `inputs` has changed. */
export function useReload(
  kinds: readonly Kind[],
  load: () => Promise<void>,
  inputs: readonly unknown[] = [],
): void {
  const { connection, toasts } = useApp();
  useEffect(() => {
    void toasts.attempt(load());
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && kinds.includes(event.kind)))
        void toasts.attempt(load());
    });
  }, inputs);
}
