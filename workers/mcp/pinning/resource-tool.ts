/**
 * The built-in tool with which a model reads a server's resources; listed among the server's tools, so that
 * agents that may use these get it, too.
 */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { AnnouncedTool } from '#workers/external-tools/external-server.ts';
import type { ToolFingerprint } from './pinned-tools.ts';
import type { CallToolResult, Link } from '../connection/link.ts';

export const resourceToolName = 'read_resource';

const [title, description] = [
  'Read a resource',
  'Read a resource of this server by its uri; without one, list the resources there are.',
];

/** Matches no tool of a server, because real hashes are never empty. */
export const resourceToolFingerprint: ToolFingerprint = {
  title,
  description,
  hashes: { texts: '', schemas: '', annotations: '' },
};

/**
 * Empty if the server has no resources, or if an accepted tool of the server already has the name
 * (`isTaken`).
 */
export function readResourceTool(offers: McpServerInfo['offers'], isTaken: boolean): AnnouncedTool[] {
  if (!offers.resources || isTaken) return [];
  return [
    {
      name: resourceToolName,
      title,
      description,
      parameters: {
        type: 'object',
        properties: {
          uri: {
            type: 'string',
            description: 'The uri from the list, or from a template that is filled in.',
          },
        },
      },
      repeatable: true,
    },
  ];
}

/** Lists resources and templates as a tool result. */
export async function listForModel(link: Link, signal: AbortSignal): Promise<CallToolResult> {
  const [resources, templates] = await Promise.all([link.resources(signal), link.templates(signal)]);
  const lines = [
    ...resources.map(({ uri, name, description }) => line(uri, name, description)),
    ...templates.map(({ uriTemplate, name, description }) =>
      line(`${uriTemplate} (template)`, name, description),
    ),
  ];
  const shown = lines.slice(0, mcpLimits.entries).join('\n') || 'There are no resources.';
  return { content: [{ type: 'text', text: shown }] };
}

function line(uri: string, name: string, description: string | undefined): string {
  return `${uri} — ${[name, description?.slice(0, 200)].filter(Boolean).join(': ')}`;
}
