/** Tool servers (MCP) that are documented to allow requests from web pages (CORS), with date and source. */
import type { McpCatalogue } from '#shared/mcp/mcp.ts';

/** Taken from documentation only; no connection was tried. */
export const catalogue: McpCatalogue = {
  date: '2026-11-22',
  servers: [
    {
      name: 'Exa',
      title: 'Exa',
      about: 'Search the web and read pages as text.',
      url: 'https://mcp.exa.ai/mcp',
      transport: 'http',
      // Rate limited without a key in `x-api-key` or a sign-in.
      entry: { type: 'open' },
      evidence: {
        type: 'documented',
        date: '2026-11-22',
        source: 'https://github.com/exa-labs/exa-mcp-server/pull/321',
      },
    },
    {
      name: 'Twenty',
      title: 'Twenty CRM',
      about: 'Read and change the contacts, companies and tasks of a Twenty workspace.',
      url: 'https://api.twenty.com/mcp',
      transport: 'http',
      entry: { type: 'sign_in' },
      evidence: {
        type: 'documented',
        date: '2026-11-22',
        source: 'https://github.com/twentyhq/twenty/pull/19836',
      },
    },
  ],
};
