/**
 * All tools by name: the built-in ones, and those of external sources, which are added, changed and removed
 * at run time.
 */
import type { Agent } from '#shared/agents/agent.ts';
import { admits } from '#shared/agents/admitted-tools.ts';
import { isBuiltIn, builtInSource, type ToolRefusal } from '#shared/tools/external-tool.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { InEngineTool, RefusedTool, SourceTool, ToolSource } from '#workers/contracts/tool-source.ts';

const builtInName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export type Registry = {
  /**
   * Adds built-in tools. Throws if a name is taken or malformed, which only a defect in the tool list can
   * cause.
   */
  add(definitions: readonly ToolDefinition[]): void;
  /** The definition behind a name or an alias. */
  find(name: string): ToolDefinition | undefined;
  /** All tools of this browser, also those that are switched off. */
  all(): ToolDefinition[];
  refused(): readonly RefusedExternalTool[];
  names(): string[];
  /** False if the user switched the tool off for every agent. */
  isEnabled(name: string): boolean;
  /** The browser API that the tool needs and this browser lacks, if any; such a tool is not offered. */
  lackOf(tool: ToolDefinition): string | undefined;
  /**
   * The tools an agent may use: without those that are switched off, for tests, unable to work in this browser, or
   * finders.
   */
  select(agent: Pick<Agent, 'tools' | 'deny'>): ToolDefinition[];
  /** Those that it might use in a browser that has the API which they need. */
  lacking(agent: Pick<Agent, 'tools' | 'deny'>): ToolDefinition[];
  /** The tools that find and run others; see `ToolDefinition.isFinder`. */
  finders(): ToolDefinition[];
  /** Adds an external source; returns the function that removes it. */
  attach(source: ToolSource): () => void;
  /** The id of the source of a tool, even of a tool that was removed since this engine started. */
  sourceOf(name: string): string | undefined;
  /** The URL that calls of an external tool are sent to. */
  addressOf(name: string): string | undefined;
  /** Why a tool that a source announced was rejected, if it was. */
  refusalOf(name: string): ToolRefusal | undefined;
  /**
   * The function that answers calls of this definition; undefined if the definition object is no longer the
   * current one.
   */
  answerOf(tool: ToolDefinition): InEngineTool | undefined;
};

function checkName(name: string): string {
  if (!builtInName.test(name)) throw new Error(`Tool name '${name}' is not snake_case.`);
  return name;
}

export type RefusedExternalTool = RefusedTool & { source: string };
type ExternalTools = { tools: Map<string, SourceTool>; refused: RefusedExternalTool[] };

function createBuiltIn(definitions: readonly ToolDefinition[], isAbsent: (tool: ToolDefinition) => boolean) {
  const byName = new Map<string, ToolDefinition>();
  function add(more: readonly ToolDefinition[]): void {
    for (const definition of more) {
      if (byName.has(definition.name)) throw new Error(`Tool '${definition.name}' is already registered.`);
      if (!isBuiltIn(definition)) throw new Error(`Tool '${definition.name}' is not built in.`);
      byName.set(checkName(definition.name), definition);
    }
  }
  add(definitions);
  return {
    ...{ byName, add },
    list: () => [...byName.values()].filter((tool) => !isAbsent(tool)),
    isAbsent(name: string): boolean {
      const tool = byName.get(name);
      return tool !== undefined && isAbsent(tool);
    },
  };
}

export type RegistryDeps = {
  isDisabled(name: string): boolean;
  /** True if the tool belongs to a feature that is switched off; such a tool is in no list. */
  isAbsent(tool: ToolDefinition): boolean;
  /** The browser API that the tool needs and this browser lacks, if any. */
  lackOf(tool: ToolDefinition): string | undefined;
  /** Called with the id of the external source that was added, changed or removed. */
  onChange(source: string): void;
};

const noDeps: RegistryDeps = {
  isDisabled: () => false,
  isAbsent: () => false,
  lackOf: () => undefined,
  onChange: () => undefined,
};

export function createRegistry(
  definitions: readonly ToolDefinition[],
  deps: Partial<RegistryDeps> = {},
): Registry {
  const { isDisabled, isAbsent, lackOf, onChange } = { ...noDeps, ...deps };
  const builtIn = createBuiltIn(definitions, isAbsent);
  const { byName } = builtIn;
  const sources = new Map<ToolSource, () => void>();
  /**
   * Source ids by tool name. Kept after a source is removed, because the call log is written after the call.
   */
  const origins = new Map<string, string>();
  let external: ExternalTools = { tools: new Map(), refused: [] };

  function rebuild(source: ToolSource): void {
    external = collect([...sources.keys()], origins);
    onChange(source.id);
  }
  const all = () => [...builtIn.list(), ...[...external.tools.values()].map(({ definition }) => definition)];
  const admitted = (agent: Pick<Agent, 'tools' | 'deny'>) =>
    all().filter((tool) => !tool.forTests && !tool.isFinder && !isDisabled(tool.name) && admits(agent, tool));
  const sourceOf = (name: string) => (byName.has(name) ? builtInSource : origins.get(name));

  return {
    add: builtIn.add,
    find: (name) =>
      byName.get(name) ?? byName.get(canonicalName(name)) ?? external.tools.get(name)?.definition,
    names: () => [...builtIn.list().map(({ name }) => name), ...external.tools.keys()],
    all,
    refused: () => external.refused,
    isEnabled: (name) => !isDisabled(name) && !builtIn.isAbsent(name),
    lackOf,
    select: (agent) => admitted(agent).filter((tool) => lackOf(tool) === undefined),
    lacking: (agent) => admitted(agent).filter((tool) => lackOf(tool) !== undefined),
    finders: () => builtIn.list().filter(({ isFinder }) => isFinder),
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
    addressOf: (name) => [...sources.keys()].find(({ id }) => id === sourceOf(name))?.address?.(),
    refusalOf: (name) => external.refused.find((tool) => tool.name === name)?.refusal,
    answerOf(tool) {
      const current = external.tools.get(tool.name);
      return current?.definition === tool ? current.answer : undefined;
    },
  };
}

/**
 * If two sources announce the same name, the first one gets it. A source has its own names only, those below
 * its id, so that it never takes the name of a built-in tool; and it cannot claim another source.
 */
function collect(sources: readonly ToolSource[], origins: Map<string, string>): ExternalTools {
  const tools = new Map<string, SourceTool>();
  const refused = sources.flatMap((source) =>
    source.refused().map((tool) => ({ ...tool, source: source.id })),
  );
  for (const source of sources) {
    for (const tool of source.tools()) {
      const { name, source: claimed } = tool.definition;
      if (name.startsWith(`${source.id}__`) && claimed === source.id && !tools.has(name)) {
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
