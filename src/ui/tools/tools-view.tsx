/** All tools in a grid, or the details of one; the grid stays mounted to keep its scroll position. */
import '#src/ui/styles/screens.ts';
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

const ToolGrid = createLazyView(
  async () => (await import('./tool-grid.tsx')).ToolGrid,
  ['tools', 'common', 'errors', 'tool-about'],
);
const ToolDetails = createLazyView(
  async () => (await import('./tool-details.tsx')).ToolDetails,
  ['tools', 'common', 'calls', 'tool-about'],
);

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
