/** Tool servers (MCP) the user has added. */
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { McpNeeds } from './api.ts';
import type { ServersNeeds } from './backup.ts';

type Needs = McpNeeds & {
  /** Does nothing if the code of tool servers is not loaded yet. */
  reloadServers(): Promise<void>;
};

export const mcp: Domain<McpApi, Needs, ServersNeeds> = {
  backup: async (needs) => (await import('./backup.ts')).serversInBackup(needs),
  reload: ({ reloadServers }) => reloadServers(),
  open: async (needs) => (await import('./api.ts')).createMcpApi(needs),
};
