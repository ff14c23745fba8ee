/** All tools in a grid, and one of them opened; the grid stays mounted, so that coming back loses no place. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { builtInSource } from '../../shared/outside-tool.ts';
import type { ToolInfo } from '../../shared/tool.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { Icon } from '../parts/icon.tsx';
import { groupBySource, sourceLabel, type SourceGroup } from './group-by-source.ts';
import { ToolCard } from './tool-card.tsx';
import { ToolDetails } from './tool-details.tsx';
import '../styles/settings.css';
import '../styles/controls.css';
import '../styles/tools.css';
import '../styles/calls.css';

export function ToolsView() {
  const { router, tools, toasts } = useApp();
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
        {list && <ToolGrid tools={list} />}
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

function ToolGrid({ tools }: { tools: readonly ToolInfo[] }) {
  const query = useSignal('');
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter((tool) => {
    const text =
      `${tool.title} ${tool.name} ${tool.description} ${t(`category.${tool.category}`)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
      {groupBySource(found).map((group) => (
        <SourceTools key={group.source} {...group} />
      ))}
      {found.length === 0 && <p class="hint">{t('tools.none', { query: query.value })}</p>}
    </div>
  );
}

/** What comes from outside stands under the name of where it comes from. */
function SourceTools({ source, tools }: SourceGroup<ToolInfo>) {
  const isOwn = source === builtInSource;
  return (
    <>
      {!isOwn && <h2 class="source-title">{sourceLabel(source)}</h2>}
      <ul class="tool-grid" aria-label={isOwn ? t('nav.tools') : sourceLabel(source)}>
        {tools.map((tool) => (
          <ToolCard key={tool.name} tool={tool} />
        ))}
      </ul>
    </>
  );
}
