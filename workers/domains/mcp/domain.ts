/** Tool servers (MCP) the user has added. */
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { startToolServers, type ToolServerNeeds, type ToolServers } from './start.ts';
import type { McpNeeds } from './api.ts';
import type { ServersNeeds } from './backup.ts';

type Needs = McpNeeds & ToolServerNeeds & Pick<ToolServers, 'reloadServers'>;

export const mcp = {
  start: startToolServers,
  backup: async (needs) => (await import('./backup.ts')).serversInBackup(needs),
  reload: ({ reloadServers }) => reloadServers(),
  secretAddress: async (owner, database) => (await import('./store.ts')).readServerAddress(database, owner),
  open: async (needs) => (await import('./api.ts')).createMcpApi(needs),
} satisfies Domain<McpApi, Needs, ServersNeeds>;
