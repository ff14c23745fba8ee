/** The tools offered to the browser's agents (WebMCP); `null` until the engine has answered. */
import { useSignal } from '@preact/signals';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';

export type Offered = { names: readonly string[] | null; offer(tool: string, isOffered: boolean): void };

export function useOffered(): Offered {
  const { connection, toasts } = useApp();
  const names = useSignal<readonly string[] | null>(null);

  useReload(['tools'], async () => {
    names.value = (await connection.api.mcp.offered()).map((tool) => tool.name);
  });

  return {
    names: names.value,
    offer: (tool, isOffered) => void toasts.attempt(connection.api.mcp.offer(tool, isOffered)),
  };
}
