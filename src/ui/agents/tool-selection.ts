/** Converts an agent's tool list to checkboxes and back: names, `group:<category>`, `*`, and `source__*` for external tools. */
import { entryAdmits } from '#shared/agents/admitted-tools.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import { toolCategories, type ToolInfo } from '#shared/tools/tool.ts';

type Listed = Pick<ToolInfo, 'name' | 'category' | 'source'>;
/** `entry`: the list entry that switches on the whole group. */
export type ToolGroup<T extends Listed = ToolInfo> = { entry: string; first: T; tools: T[] };

/** Built-in tools by category, in the order of the categories, then the tools of each external source. */
export function groupTools<T extends Listed>(tools: readonly T[]): ToolGroup<T>[] {
  const own = tools.filter(isOwn);
  const sources = new Set(tools.filter((tool) => !isOwn(tool)).map(({ source }) => source));
  return [
    ...toolCategories.map((category) => ({
      entry: `group:${category}`,
      tools: own.filter((tool) => tool.category === category),
    })),
    ...[...sources].sort().map((source) => ({
      entry: `${source}__*`,
      tools: tools.filter((tool) => tool.source === source),
    })),
  ].flatMap(({ entry, tools: [first, ...others] }) =>
    first ? [{ entry, first, tools: [first, ...others] }] : [],
  );
}

function isOwn({ source }: Listed): boolean {
  return source === builtInSource;
}

/** The names that a list switches on. */
export function expandEntries(entries: readonly string[], tools: readonly Listed[]): Set<string> {
  const isOn = (tool: Listed) => entries.some((entry) => entryAdmits(entry, tool));
  return new Set(tools.filter(isOn).map(({ name }) => name));
}

/** The shortest list that switches on exactly these tools; entries for unknown tools are kept. */
export function collapseNames(
  on: ReadonlySet<string>,
  tools: readonly Listed[],
  before: readonly string[],
): string[] {
  const own = tools.filter(isOwn);
  const isEverything = own.length > 0 && own.every(({ name }) => on.has(name));
  const groups = groupTools(tools).filter(({ first }) => !(isEverything && isOwn(first)));
  const known = groups.flatMap((group) => {
    const names = group.tools.map(({ name }) => name).filter((name) => on.has(name));
    return names.length === group.tools.length ? [group.entry] : names;
  });
  // `*` covers every built-in tool, also future ones.
  const elsewhere = entriesElsewhere(before, tools).filter((entry) => !isEverything || entry.includes('__'));
  return [...(isEverything ? ['*'] : []), ...known, ...elsewhere];
}

/** Entries that match no known tool: future tools, or those of a server that is not connected. */
export function entriesElsewhere(entries: readonly string[], tools: readonly Listed[]): string[] {
  return entries.filter((entry) => entry !== '*' && !tools.some((tool) => entryAdmits(entry, tool)));
}
