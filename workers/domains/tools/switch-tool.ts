/** Switches a tool on or off, for all agents. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { DisabledTools } from './disabled-tools.ts';

type Needs = {
  disabledTools: DisabledTools;
  openRegistry(): Promise<Registry>;
  changed(name: string): void;
};

export async function switchTool(
  name: string,
  isEnabled: boolean,
  { disabledTools, openRegistry, changed }: Needs,
): Promise<Fallible<undefined>> {
  const registry = await openRegistry();
  const tool = registry.find(name);
  const message = `Tool '${name}' not found. Available tools: ${registry.names().join(', ')}.`;
  if (!tool) return { ok: false, error: { type: 'tool_not_found', message } };
  await disabledTools.set(tool.name, !isEnabled);
  changed(tool.name);
  return { ok: true, value: undefined };
}
