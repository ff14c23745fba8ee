/** All tools by name: the built-in ones, and those of outside sources, which come, change and go. */
import { admits, type Agent } from '#shared/agents/agent.ts';
import { builtInSource, isExternalName, type ToolRefusal } from '#shared/tools/external-tool.ts';
import type { ToolDefinition, ToolInfo } from '#shared/tools/tool.ts';
import { describeRefused, describeTool } from './describe-tool.ts';
import type { EngineTool, RefusedTool, SourceTool, ToolSource } from '#workers/contracts/tool-source.ts';

const builtInName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export type Registry = {
  /** The tools of this app. Throws where a name is taken or malformed: a bug in the list, found by the first test that loads it. */
  add(definitions: readonly ToolDefinition[]): void;
  /** The definition behind a name or an alias. */
  find(name: string): ToolDefinition | undefined;
  list(): ToolInfo[];
  names(): string[];
  /** False where the user switched the tool off for every agent. */
  isEnabled(name: string): boolean;
  /** The tools an agent may use; none that is switched off. */
  select(agent: Pick<Agent, 'tools' | 'deny'>): ToolDefinition[];
  /** Adds a source from outside; returns what takes it away again. */
  attach(source: ToolSource): () => void;
  /** Where a tool comes from, or came from while this engine runs. */
  sourceOf(name: string): string | undefined;
  /** Why a tool that arrived cannot be used. */
  refusalOf(name: string): ToolRefusal | undefined;
  /** What answers calls of this very definition, while it is there. */
  answerOf(tool: ToolDefinition): EngineTool | undefined;
};

type ExternalTools = { tools: Map<string, SourceTool>; refused: (RefusedTool & { source: string })[] };

/** `onChange` hears which outside source came, changed or went. */
export function createRegistry(
  definitions: readonly ToolDefinition[],
  aliases: Readonly<Record<string, string>>,
  isDisabled: (name: string) => boolean = () => false,
  onChange: (source: string) => void = () => undefined,
): Registry {
  const byName = new Map<string, ToolDefinition>();
  const sources = new Map<ToolSource, () => void>();
  /** The log of a call is written after it, and the source may be gone by then. */
  const origins = new Map<string, string>();
  let outside: ExternalTools = { tools: new Map(), refused: [] };

  function add(more: readonly ToolDefinition[]): void {
    for (const definition of more) {
      const { name } = definition;
      if (!builtInName.test(name)) throw new Error(`Tool name '${name}' is not snake_case.`);
      if (byName.has(name)) throw new Error(`Tool '${name}' is already registered.`);
      byName.set(name, definition);
    }
  }
  add(definitions);

  function rebuild(source: ToolSource): void {
    outside = collect([...sources.keys()], origins);
    onChange(source.id);
  }
  const all = () => [...byName.values(), ...[...outside.tools.values()].map(({ definition }) => definition)];
  const sourceOf = (name: string) => (byName.has(name) ? builtInSource : origins.get(name));

  return {
    add,
    find: (name) =>
      byName.get(name) ??
      byName.get(Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : '') ??
      outside.tools.get(name)?.definition,
    names: () => [...byName.keys(), ...outside.tools.keys()],
    list: () => [
      ...all().map((tool) => describeTool(tool, sourceOf(tool.name) ?? '', !isDisabled(tool.name))),
      ...outside.refused.map(describeRefused),
    ],
    isEnabled: (name) => !isDisabled(name),
    select: (agent) => all().filter((tool) => !isDisabled(tool.name) && admits(agent, tool)),
    attach(source) {
      sources.set(
        source,
        source.onChange(() => rebuild(source)),
      );
      rebuild(source);
      return () => {
        sources.get(source)?.();
        if (sources.delete(source)) rebuild(source);
      };
    },
    sourceOf,
    refusalOf: (name) => outside.refused.find((tool) => tool.name === name)?.refusal,
    answerOf(tool) {
      const current = outside.tools.get(tool.name);
      return current?.definition === tool ? current.answer : undefined;
    },
  };
}

/** Who came first keeps a name; nothing from outside can have one of ours. */
function collect(sources: readonly ToolSource[], origins: Map<string, string>): ExternalTools {
  const tools = new Map<string, SourceTool>();
  const refused = sources.flatMap((source) =>
    source.refused().map((tool) => ({ ...tool, source: source.id })),
  );
  for (const source of sources) {
    for (const tool of source.tools()) {
      const { name } = tool.definition;
      if (isExternalName(name) && !tools.has(name)) {
        tools.set(name, tool);
        origins.set(name, source.id);
      } else {
        refused.push({
          name: `${name} (${source.id})`,
          source: source.id,
          refusal: { reason: 'name_taken', detail: name },
        });
      }
    }
  }
  return { tools, refused };
}
