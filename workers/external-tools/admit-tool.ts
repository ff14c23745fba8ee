/**
 * Admits one announced tool as a tool definition, or refuses it with a reason: name, texts, schema, deadline.
 */
import * as limits from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { ExternalTool } from '#shared/tools/tool.ts';
import { admitSchema } from './admit-schema.ts';
import { cleanText } from './clean-text.ts';
import { externalName, sourceId } from './external-name.ts';
import type { AnnouncedTool, ExternalServer } from './external-server.ts';

export type AdmittedTool = { ok: true; definition: ExternalTool } | { ok: false; refusal: ToolRefusal };

const { titleCharacters, descriptionCharacters, deadlineSeconds, schemaValues } = limits.external;

export function admitTool(
  tool: AnnouncedTool,
  server: Pick<ExternalServer, 'prefix' | 'name' | 'category' | 'capabilities'>,
): AdmittedTool {
  const named = externalName(server.prefix, server.name, tool.name);
  if (!named.ok) return named;
  if (tool.parameters === null)
    return { ok: false, refusal: { reason: 'schema_too_large', detail: `${schemaValues}` } };
  const admitted = admitSchema(tool.parameters);
  if (!admitted.ok) return admitted;
  const { timeoutSeconds = deadlineSeconds } = tool;
  return {
    ok: true,
    definition: {
      source: sourceId(server.prefix, server.name),
      name: named.name,
      title: cleanText(tool.title ?? '', titleCharacters) || cleanText(tool.name, titleCharacters),
      description: cleanText(tool.description ?? '', descriptionCharacters),
      category: server.category,
      parameters: admitted.schema,
      permissions: [],
      capabilities: server.capabilities,
      timeoutSeconds: timeoutSeconds > 0 ? Math.min(timeoutSeconds, deadlineSeconds) : deadlineSeconds,
      runs: 'engine',
      repeatable: tool.repeatable ?? false,
      returns: ['server'],
      contacts: { type: 'server' },
    },
  };
}
