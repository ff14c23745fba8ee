/** Tool servers (MCP) as a hook: kept current while the screen is shown. */
import { useEffect, useState } from 'preact/hooks';
import { createServers, type Servers } from '#src/state/connections/servers.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useServers(): Servers {
  const { connection, toasts } = useApp();
  const [servers] = useState(() => createServers(connection, toasts));
  useEffect(() => servers.follow(), []);
  return servers;
}
