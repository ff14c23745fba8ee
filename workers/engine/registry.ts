/** All tools by name: built-in ones now, other sources later; the executor cannot tell them apart. */
import { admits, type Agent } from '../../src/shared/agent.ts';
import type { ToolDefinition, ToolInfo } from '../../src/shared/tool.ts';

const builtInName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export type Registry = {
  /** The definition behind a name or an alias. */
  find(name: string): ToolDefinition | undefined;
  list(): ToolInfo[];
  names(): string[];
  /** False where the user switched the tool off for every agent. */
  isEnabled(name: string): boolean;
  /** The tools an agent may use; none that is switched off. */
  select(agent: Pick<Agent, 'tools' | 'deny'>): ToolDefinition[];
};

/** Throws where a name is taken or malformed: that is a bug in the list, found by the first test that loads it. */
export function createRegistry(
  definitions: readonly ToolDefinition[],
  aliases: Readonly<Record<string, string>>,
  isDisabled: (name: string) => boolean = () => false,
): Registry {
  const byName = new Map<string, ToolDefinition>();
  for (const definition of definitions) {
    const { name } = definition;
    if (!builtInName.test(name)) throw new Error(`Tool name '${name}' is not snake_case.`);
    if (byName.has(name)) throw new Error(`Tool '${name}' is already registered.`);
    byName.set(name, definition);
  }
  return {
    find: (name) => byName.get(name) ?? byName.get(Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : ''),
    names: () => [...byName.keys()],
    list: () => [...byName.values()].map((tool) => describe(tool, !isDisabled(tool.name))),
    isEnabled: (name) => !isDisabled(name),
    select: (agent) => [...byName.values()].filter((tool) => !isDisabled(tool.name) && admits(agent, tool)),
  };
}

function describe(definition: ToolDefinition, enabled: boolean): ToolInfo {
  const { urlParameters: _, summaryParameter: __, ...info } = definition;
  return { ...info, source: 'built-in', enabled };
}
