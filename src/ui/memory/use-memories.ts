/** The memories and the settings of memory as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MemoryId } from '#shared/ids.ts';
import type { Memory, MemorySettings } from '#shared/memory/memory.ts';
import { useApp } from '#src/ui/app-context.ts';

export type ShownMemories = {
  memories: readonly Memory[];
  settings: MemorySettings;
  /** The memory that a waiting one would replace, by the id of the waiting one. */
  replaced: ReadonlyMap<MemoryId, Memory>;
};

const shown = signal<ShownMemories | null>(null);

export function useMemories(): ShownMemories | null {
  const { connection, toasts } = useApp();
  useEffect(() => {
    const { memory } = connection.api;
    const refresh = async () => {
      const loading = Promise.all([memory.list(), memory.settings(), memory.replacements()]);
      const [memories = [], settings, replacements = []] = (await toasts.attempt(loading)) ?? [];
      if (!settings?.ok) return;
      const byId = new Map(memories.map((each) => [each.id, each]));
      const replaced = new Map(
        replacements.flatMap(({ id, replaces }) => {
          const kept = byId.get(replaces);
          return kept ? [[id, kept] as const] : [];
        }),
      );
      shown.value = { memories, settings: settings.value, replaced };
    };
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'memory')) void refresh();
    });
  }, []);
  return shown.value;
}
