/** Servers that are switched on and offer resources or prompts; `null` until loaded. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useOfferingServers(): readonly McpServerInfo[] | null {
  const { connection } = useApp();
  const servers = useSignal<readonly McpServerInfo[] | null>(null);
  useEffect(() => {
    // On an error, only files can be attached.
    const show = (list: readonly McpServerInfo[]) =>
      (servers.value = list.filter(({ enabled, offers }) => enabled && (offers.resources || offers.prompts)));
    connection.api.mcp.list().then(show, () => show([]));
  }, []);
  return servers.value;
}
