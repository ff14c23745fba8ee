/** An agent's tool list as checkboxes and back: names, `group:<category>` and `*`. */
import { toolCategories, type ToolCategory, type ToolInfo } from '../../shared/tool.ts';

type Listed = Pick<ToolInfo, 'name' | 'category'>;
export type ToolGroup<T extends Listed = ToolInfo> = { category: ToolCategory; tools: T[] };

/** The tools by category, in the order of the categories; empty ones are left out. */
export function groupTools<T extends Listed>(tools: readonly T[]): ToolGroup<T>[] {
  return toolCategories
    .map((category) => ({ category, tools: tools.filter((tool) => tool.category === category) }))
    .filter((group) => group.tools.length > 0);
}

/** The names that a list switches on. */
export function expandEntries(entries: readonly string[], tools: readonly Listed[]): Set<string> {
  const has = new Set(entries);
  const isOn = ({ name, category }: Listed) => has.has('*') || has.has(name) || has.has(`group:${category}`);
  return new Set(tools.filter(isOn).map(({ name }) => name));
}

/** The shortest list that switches on exactly these; entries for tools that are not here stay. */
export function collapseNames(
  on: ReadonlySet<string>,
  tools: readonly Listed[],
  before: readonly string[],
): string[] {
  if (tools.length > 0 && tools.every(({ name }) => on.has(name))) return ['*'];
  const known = groupTools(tools).flatMap((group) => {
    const names = group.tools.map(({ name }) => name).filter((name) => on.has(name));
    return names.length === group.tools.length ? [`group:${group.category}`] : names;
  });
  return [...known, ...entriesElsewhere(before, tools)];
}

/** Entries that switch on nothing that is here: tools that come later, or from a server that is not connected. */
export function entriesElsewhere(entries: readonly string[], tools: readonly Listed[]): string[] {
  const here = new Set(tools.flatMap(({ name, category }) => [name, `group:${category}`]));
  return entries.filter((entry) => entry !== '*' && !here.has(entry));
}
