/** Switches a tool on or off, for all agents. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Services } from '#workers/engine/services.ts';

export async function switchTool(
  name: string,
  isEnabled: boolean,
  { disabledTools, openRegistry, bus }: Pick<Services, 'disabledTools' | 'openRegistry' | 'bus'>,
): Promise<Fallible<undefined>> {
  const registry = await openRegistry();
  const tool = registry.find(name);
  const message = `Tool '${name}' not found. Available tools: ${registry.names().join(', ')}.`;
  if (!tool) return { ok: false, error: { type: 'tool_not_found', message } };
  await disabledTools.set(tool.name, !isEnabled);
  bus.post({ type: 'changed', kind: 'tools', ids: [tool.name] });
  return { ok: true, value: undefined };
}
