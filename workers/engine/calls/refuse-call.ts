/** Error results for calls that are not executed: each tells the model the reason and the alternative. */
import type { Agent } from '#shared/agents/agent.ts';
import { deniedCapability } from '#shared/agents/admitted-tools.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolDefinition, ToolErrorType, ToolResult } from '#shared/tools/tool.ts';
import type { Registry } from './registry.ts';
import { sameTools } from './same-tools.ts';

export function notFound(name: string, agent: Agent, registry: Registry): ToolResult {
  const names = registry.select(agent).map((tool) => tool.name);
  const same = sameTools(name, names);
  const hint =
    same.length > 0
      ? `Use ${same.map((each) => `'${each}'`).join(' or ')} instead, with its own parameters.`
      : 'No tool here is known to do the same: do it with the available tools only if they fit, else say that it cannot be done here.';
  return fail(
    'tool_not_found',
    `Tool '${shorten(name, 200)}' not found. ${hint} Available tools: ${names.join(', ') || 'none'}.`,
  );
}

export function refused(name: string, registry: Registry): ToolResult | undefined {
  const refusal = registry.refusalOf(name);
  if (!refusal) return undefined;
  const reason = [refusal.reason.replaceAll('_', ' '), refusal.detail].filter(Boolean).join(': ');
  return fail(
    'tool_not_available',
    `Tool '${name}' cannot be used: its definition was refused when it arrived (${reason}). The Tools screen says why. Go on without it.`,
  );
}

export function notAvailable(tool: ToolDefinition, agent: Agent, registry: Registry): ToolResult {
  const capability = deniedCapability(agent, tool);
  const reason = capability
    ? `it needs '${capability}', which is denied to this agent`
    : 'it is not in its tool list';
  const available = registry.select(agent).map(({ name }) => name);
  return fail(
    'tool_not_available',
    `Tool '${tool.name}' is not available for the agent '${agent.name}': ${reason}. The user can change that in the agent's settings. Available here: ${available.join(', ') || 'none'}.`,
  );
}

export function notInBrowser({ name }: ToolDefinition, lack: string): ToolResult {
  return fail(
    'tool_not_available',
    `Tool '${name}' cannot work here: this browser has no ${lack}. Nothing was done, and trying again does not help. Go on without it, or tell the user that another browser or device may have it.`,
  );
}

export function switchedOff({ name, capabilities }: ToolDefinition): ToolResult {
  if (capabilities.includes('tasks'))
    return fail(
      'tool_not_available',
      `Tool '${name}' is not available: the user switched tasks off, or this tool. They can switch tasks on again on the Tasks screen. Go on without it.`,
    );
  if (capabilities.includes('memory'))
    return fail(
      'tool_not_available',
      `Tool '${name}' is not available: the user switched memory off, or this tool. They can switch memory on again on the Memory screen. Go on without it.`,
    );
  return fail(
    'tool_not_available',
    `Tool '${name}' is not available: the user switched it off for every agent. The user can switch it on again on the Tools screen, at '${name}'. Go on without it, or say what it is needed for.`,
  );
}

export function fail(error_type: ToolErrorType, message: string): ToolResult {
  return {
    status: 'error',
    error_type,
    message: shorten(message, limits.errorCharacters),
  };
}
