/** Servers that are known to let pages in. */
import type { McpCatalogue } from '../../src/shared/mcp.ts';

export const catalogue: McpCatalogue = { date: '2026-11-22', servers: [] };
