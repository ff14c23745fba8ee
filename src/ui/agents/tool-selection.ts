/** An agent's tool list as checkboxes and back: names, `group:<category>`, `*`, and `source__*` for what is outside. */
import { entryAdmits } from '#shared/agents/agent.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import { toolCategories, type ToolInfo } from '#shared/tools/tool.ts';

type Listed = Pick<ToolInfo, 'name' | 'category' | 'source'>;
/** `entry` switches all of the group on. */
export type ToolGroup<T extends Listed = ToolInfo> = { entry: string; first: T; tools: T[] };

/** Our tools by category, in the order of the categories, then those of each source from outside. */
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

/** The shortest list that switches on exactly these; entries for tools that are not here stay. */
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
  // With `*` nothing else of ours is needed, whatever comes later.
  const elsewhere = entriesElsewhere(before, tools).filter((entry) => !isEverything || entry.includes('__'));
  return [...(isEverything ? ['*'] : []), ...known, ...elsewhere];
}

/** Entries that switch on nothing that is here: tools that come later, or from a server that is not connected. */
export function entriesElsewhere(entries: readonly string[], tools: readonly Listed[]): string[] {
  return entries.filter((entry) => entry !== '*' && !tools.some((tool) => entryAdmits(entry, tool)));
}
