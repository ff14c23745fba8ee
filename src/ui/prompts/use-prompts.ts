/** The saved prompts as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';

const prompts = signal<readonly SavedPrompt[] | null>(null);

export function usePrompts(): readonly SavedPrompt[] | null {
  const { api } = useApp().connection;
  useReload(['prompts'], async () => void (prompts.value = await api.prompts.list()));
  return prompts.value;
}
