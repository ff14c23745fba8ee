/** A server as the page is told of it: everything but its secrets. */
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { OneServer } from './server-list.ts';

export function describeServer({ record, server }: OneServer, sampledToday: number): McpServerInfo {
  const { created: _, ...settings } = record;
  const { offers, instructions } = server.known();
  return {
    ...settings,
    title: record.title || record.name,
    sampledToday,
    state: record.enabled ? server.state() : { type: 'off' },
    tools: server.tools(),
    offers,
    instructions,
  };
}
