/** Tool definitions in a provider's format, for scripts; refuses an unknown format or tool. */
import type { Json } from '#shared/json.ts';
import { isChosen } from '#shared/tools/tool.ts';
import { serverKinds } from '#shared/models/provider.ts';
import type { DefinitionFormat, Fallible } from '#shared/rpc/protocol.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import { loadProvider } from '#workers/providers/index.ts';

export async function listDefinitions(
  format: DefinitionFormat,
  names: readonly string[] | undefined,
  registry: Pick<Registry, 'find' | 'names' | 'select'>,
): Promise<Fallible<Json[]>> {
  // A script can pass any value.
  if (!serverKinds.includes(format))
    return refuse(`Format '${format}' is not known. Formats: ${serverKinds.join(', ')}.`);
  const unknown = names?.find((name) => !registry.find(name));
  if (unknown !== undefined)
    return refuse(`Tool '${unknown}' not found. Available tools: ${registry.names().join(', ')}.`);
  const named = names?.flatMap((name) => registry.find(name) ?? []);
  const offered = registry.select({ tools: named?.map(({ name }) => name) ?? ['*'] });
  // They are not chosen for an agent, but a script may name them.
  const tools = named?.filter((tool) => !isChosen(tool) || offered.includes(tool)) ?? offered;
  const { definitions } = await loadProvider(format);
  return { ok: true, value: JSON.parse(JSON.stringify(definitions(tools))) as Json[] };
}

function refuse(message: string): Fallible<Json[]> {
  return { ok: false, error: { type: 'validation_error', message } };
}
