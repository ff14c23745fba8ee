/** Error results for calls that are not executed: each tells the model the reason and the alternative. */
import type { Agent } from '#shared/agents/agent.ts';
import { deniedCapability } from '#shared/agents/admitted-tools.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolDefinition, ToolErrorType, ToolResult } from '#shared/tools/tool.ts';
import type { CallRequest, CheckedArguments } from './check-arguments.ts';
import { rankTools } from './rank-tools.ts';
import type { Registry } from './registry.ts';
import { sameTools } from './same-tools.ts';

/** Tools that are named because they share words with one that does not exist. */
const maxNear = 5;

export async function notFound(name: string, agent: Agent, registry: Registry): Promise<ToolResult> {
  const refusal = refused(name, registry);
  if (refusal) return refusal;
  const tools = registry.select(agent);
  const names = tools.map((tool) => tool.name);
  const same = sameTools(name, names);
  const hint =
    same.length > 0
      ? `Use ${same.map((each) => `'${each}'`).join(' or ')} instead, with its own parameters.`
      : 'No tool here is known to do the same: do it with the available tools only if they fit, else say that it cannot be done here.';
  const near = same.length > 0 ? [] : (await rankTools(name.replaceAll('_', ' '), tools)).slice(0, maxNear);
  const nearest =
    near.length > 0 ? ` Its words are also in: ${near.map(({ tool }) => tool.name).join(', ')}.` : '';
  return fail(
    'tool_not_found',
    `Tool '${shorten(name, 200)}' not found. ${hint}${nearest} Available tools: ${names.join(', ') || 'none'}.`,
  );
}

function refused(name: string, registry: Registry): ToolResult | undefined {
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

/** A model that found the tool has its definition far back in the conversation, if at all. */
export function badArguments(
  { errorType, message, faulty = [] }: Extract<CheckedArguments, { ok: false }>,
  { viaCallTool }: CallRequest,
  { parameters }: ToolDefinition,
): ToolResult {
  if (!viaCallTool || errorType !== 'validation_error') return fail(errorType, message);
  const { properties } = parameters;
  const parts = faulty.filter((name) => Object.hasOwn(properties, name));
  const shown = Object.fromEntries(parts.map((name) => [name, Reflect.get(properties, name) as unknown]));
  const schema =
    parts.length > 0
      ? `The schema of ${parts.map((name) => `'${name}'`).join(', ')}: ${JSON.stringify(shown)}`
      : `The schema of its arguments: ${JSON.stringify(parameters)}`;
  return fail(errorType, `${message} ${schema}`);
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
