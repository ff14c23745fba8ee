/** The tools offered to the browser's agents (WebMCP); `null` until the engine has answered. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '#src/ui/app-context.ts';

export type Offered = { names: readonly string[] | null; offer(tool: string, isOffered: boolean): void };

export function useOffered(): Offered {
  const { connection, toasts } = useApp();
  const names = useSignal<readonly string[] | null>(null);

  async function refresh(): Promise<void> {
    const tools = await toasts.attempt(connection.api.mcp.offered());
    if (tools) names.value = tools.map((tool) => tool.name);
  }

  useEffect(() => {
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'tools')) void refresh();
    });
  }, []);

  return {
    names: names.value,
    offer: (tool, isOffered) => void toasts.attempt(connection.api.mcp.offer(tool, isOffered)),
  };
}
