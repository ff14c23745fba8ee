/** All tools in a grid, and one of them opened; the grid stays mounted, so that coming back loses no place. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ToolInfo } from '../../shared/tool.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Servers } from '../../state/servers.ts';
import { useServers } from '../settings/servers/use-servers.ts';
import { groupBySource } from './group-by-source.ts';
import { SourceFilter, SourceTools } from './source-tools.tsx';
import { ToolDetails } from './tool-details.tsx';
import '../styles/settings.css';
import '../styles/controls.css';
import '../styles/tools.css';
import '../styles/calls.css';

export function ToolsView() {
  const { router, tools, toasts } = useApp();
  const servers = useServers();
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const route = router.route.value;
  const name = route.view === 'tools' ? route.tool : null;
  const list = tools.list.value;
  const opened = list?.find((tool) => tool.name === name);
  const back = () => router.go({ view: 'tools', tool: null });
  return (
    <>
      <TopBar {...(name !== null && { onBack: back })}>
        <h1 class="view-title">{opened?.title ?? t('nav.tools')}</h1>
      </TopBar>
      <div class="scroller" hidden={name !== null}>
        {list && <ToolGrid tools={list} servers={servers} />}
      </div>
      {name !== null && list && (
        <div class="scroller">
          <div class="page">
            {opened ? (
              <ToolDetails key={name} tool={opened} />
            ) : (
              <p class="hint">{t('tools.missing', { name })}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function ToolGrid({ tools, servers }: { tools: readonly ToolInfo[]; servers: Servers }) {
  const query = useSignal('');
  const source = useSignal<string | null>(null);
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter((tool) => {
    const text =
      `${tool.title} ${tool.name} ${tool.description} ${t(`category.${tool.category}`)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = groupBySource(found, words.length > 0 ? [] : (servers.list.value ?? []));
  const shown = groups.filter((group) => source.value === null || group.source === source.value);
  return (
    <div class="page tools-page">
      <label class="search-field">
        <Icon name="search" />
        <input
          type="search"
          aria-label={t('tools.search')}
          placeholder={t('tools.search')}
          autocomplete="off"
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
      </label>
      {(groups.length > 1 || source.value !== null) && (
        <SourceFilter groups={groups} servers={servers} source={source} />
      )}
      {shown.map((group) => (
        <SourceTools key={group.source} {...group} servers={servers} />
      ))}
      {shown.length === 0 && <p class="hint">{t('tools.none', { query: query.value })}</p>}
    </div>
  );
}
