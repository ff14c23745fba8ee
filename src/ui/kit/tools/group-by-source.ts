/** Groups tools by source: built-in first, then external sources by name. */
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';

export type SourceGroup<T> = { source: string; tools: T[] };

/** A server without tools still gets a group, because its switch is there. */
export function groupBySource<T extends Pick<ToolInfo, 'source'>>(
  tools: readonly T[],
  servers: readonly { id: string }[] = [],
): SourceGroup<T>[] {
  const bySource = Map.groupBy(tools, ({ source }) => source);
  const empty = servers.filter(({ id }) => !bySource.has(id)).map(({ id }): [string, T[]] => [id, []]);
  return [...bySource, ...empty]
    .map(([source, group]) => ({ source, tools: group }))
    .sort((a, b) => rank(a.source) - rank(b.source) || a.source.localeCompare(b.source));
}

/** `mcp__github` → "Tool server github" */
export function sourceLabel(source: string): string {
  if (source === builtInSource) return t('source.built-in');
  const [kind = '', name = ''] = source.split('__');
  return kind === 'mcp' ? t('source.mcp', { name }) : t('source.other', { name: source });
}

function rank(source: string): number {
  return source === builtInSource ? 0 : 1;
}
