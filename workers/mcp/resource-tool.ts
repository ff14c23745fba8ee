/** The tool by which a model reads what a server offers besides tools; it is the server's, so that agents have it with them. */
import { mcpLimits } from '../../src/shared/mcp-limits.ts';
import type { AnnouncedTool } from '../outside/outside-server.ts';
import type { KnownServer } from './known-server.ts';
import type { CallToolResult, Link } from './protocol-client.ts';

export const resourceToolName = 'read_resource';

/** None where the server has nothing to read, or a tool of that name. */
export function readResourceTool({ offers, tools }: KnownServer): AnnouncedTool[] {
  if (!offers.resources || tools.some(({ name }) => name === resourceToolName)) return [];
  return [
    {
      name: resourceToolName,
      title: 'Read a resource',
      description: 'Read a resource of this server by its uri; without one, list the resources there are.',
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

/** As if it were a tool that answers with a list. */
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
