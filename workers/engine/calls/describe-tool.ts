/** A tool as the page lists it: what it can do, where it comes from, and whether anyone can use it. */
import { limits } from '#shared/limits.ts';
import type { ToolDefinition, ToolInfo } from '#shared/tools/tool.ts';
import type { RefusedTool } from '#workers/contracts/tool-source.ts';

export function describeTool(definition: ToolDefinition, source: string, enabled: boolean): ToolInfo {
  const { urlParameters: _, summaryParameter: __, runs: ___, ...info } = definition;
  return { ...info, source, enabled };
}

/** Only its name and the reason: nothing else of it is worth trusting. */
export function describeRefused({ name, refusal, source }: RefusedTool & { source: string }): ToolInfo {
  return {
    name,
    title: name,
    description: '',
    category: 'network',
    parameters: { type: 'object', properties: {} },
    permissions: [],
    capabilities: [],
    timeoutSeconds: limits.external.deadlineSeconds,
    repeatable: false,
    source,
    enabled: false,
    unusable: refusal,
  };
}
