/** All tools by source, with search and switches. */
import { useSignal } from '@preact/signals';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { SearchField } from '#src/ui/kit/list/search-field.tsx';
import { useServers } from '#src/ui/kit/tools/use-servers.ts';
import { aboutTool } from '#src/ui/kit/tools/about-tool.ts';
import { groupBySource } from '#src/ui/kit/tools/group-by-source.ts';
import { isInGrid } from './in-grid.ts';
import { SourceFilter, SourceTools } from './source-tools.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';

export function ToolGrid({ tools }: { tools: readonly ToolInfo[] }) {
  const servers = useServers();
  const query = useSignal('');
  const source = useSignal<string | null>(null);
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter(isInGrid).filter((tool) => {
    const text =
      `${tool.title} ${tool.name} ${aboutTool(tool)} ${tool.description} ${t(`category.${tool.category}`)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = groupBySource(found, words.length > 0 ? [] : (servers.list.value ?? []));
  const shown = groups.filter((group) => source.value === null || group.source === source.value);
  return (
    <div class={classNames('page', styles.toolsPage)}>
      <SearchField
        label={t('tools.search')}
        value={query.value}
        onChange={(typed) => (query.value = typed)}
      />
      {(groups.length > 1 || source.value !== null) && (
        <SourceFilter groups={groups} servers={servers} source={source} />
      )}
      {shown.map((group) => (
        <SourceTools key={group.source} {...group} servers={servers} />
      ))}
      <FeatureTools />
      {shown.length === 0 && <p class="hint">{t('tools.none', { query: query.value })}</p>}
    </div>
  );
}

/** Links to the screens that switch the tools of memory and of tasks. */
function FeatureTools() {
  const link = (name: string, text: string) => (
    <a href={formatRoute({ view: 'screen', name, path: '' })}>{text}</a>
  );
  return (
    <p class="hint">
      {t('tools.of-features')} {link('memory', t('tools.to-memory'))} · {link('tasks', t('tools.to-tasks'))}
    </p>
  );
}
