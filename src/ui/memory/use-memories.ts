/** The memories and the settings of memory as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Memory, MemorySettings } from '#shared/memory/memory.ts';
import { useApp } from '#src/ui/app-context.ts';

export type ShownMemories = { memories: readonly Memory[]; settings: MemorySettings };

const shown = signal<ShownMemories | null>(null);

export function useMemories(): ShownMemories | null {
  const { connection, toasts } = useApp();
  useEffect(() => {
    const { memory } = connection.api;
    const refresh = async () => {
      const loaded = await toasts.attempt(Promise.all([memory.list(), memory.settings()]));
      if (loaded?.[1].ok) shown.value = { memories: loaded[0], settings: loaded[1].value };
    };
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'memory')) void refresh();
    });
  }, []);
  return shown.value;
}
