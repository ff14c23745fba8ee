/** The saved prompts as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { useApp } from '#src/ui/app-context.ts';

const prompts = signal<readonly SavedPrompt[] | null>(null);

export function usePrompts(): readonly SavedPrompt[] | null {
  const { connection, toasts } = useApp();
  useEffect(() => {
    const refresh = async () => {
      const list = await toasts.attempt(connection.api.prompts.list());
      if (list) prompts.value = list;
    };
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'prompts')) void refresh();
    });
  }, []);
  return prompts.value;
}
