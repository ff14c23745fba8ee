/** Tool servers (MCP) the user has added. */
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { McpNeeds } from './api.ts';
import type { ServersNeeds } from './backup.ts';

export const mcp: Domain<McpApi, McpNeeds, ServersNeeds> = {
  backup: async (needs) => (await import('./backup.ts')).serversInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createMcpApi(needs),
};
