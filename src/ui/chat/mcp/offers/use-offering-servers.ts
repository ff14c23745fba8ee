/** The servers that are on and have something for a message; `null` until it is known. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useOfferingServers(): readonly McpServerInfo[] | null {
  const { connection } = useApp();
  const servers = useSignal<readonly McpServerInfo[] | null>(null);
  useEffect(() => {
    // Without them there are files as before.
    const show = (list: readonly McpServerInfo[]) =>
      (servers.value = list.filter(({ enabled, offers }) => enabled && (offers.resources || offers.prompts)));
    connection.api.mcp.list().then(show, () => show([]));
  }, []);
  return servers.value;
}
