/** The memories that match the query, ranked by the engine; all of them without a query. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MemoryId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useFound(query: string, kept: readonly Memory[]): readonly Memory[] {
  const { connection, toasts } = useApp();
  const found = useSignal<{ query: string; ids: readonly MemoryId[] } | null>(null);
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') return;
    let isOver = false;
    void toasts.attempt(connection.api.memory.search(wanted, { isWaiting: false })).then((answer) => {
      // A later query gets its own answer.
      if (answer && !isOver) found.value = { query: wanted, ids: answer.map(({ id }) => id) };
    });
    return () => void (isOver = true);
  }, [wanted, kept]);
  if (wanted === '' || !found.value) return kept;
  const byId = new Map(kept.map((memory) => [memory.id, memory]));
  return found.value.ids.flatMap((id) => byId.get(id) ?? []);
}
