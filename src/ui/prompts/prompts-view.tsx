/** The screen of saved prompts: the list, or one of them in a form. */
import '#src/ui/styles/screens.ts';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { PromptForm } from './prompt-form.tsx';
import { PromptList } from './prompt-list.tsx';
import { usePrompts } from './use-prompts.ts';

export function PromptsView() {
  const { router } = useApp();
  const prompts = usePrompts();
  const route = router.route.value;
  const id = route.view === 'screen' ? route.path : '';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that led here is gone with its screen.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [id]);
  if (id === '')
    return (
      <>
        <TopBar>
          <h1 ref={heading} tabIndex={-1} class="view-title">
            {t('prompts.title')}
          </h1>
        </TopBar>
        <div class="scroller">
          <div class="page">{prompts && <PromptList prompts={prompts} />}</div>
        </div>
      </>
    );
  const stored = prompts?.find((prompt) => prompt.id === id);
  const isReady = prompts !== null && (id === 'new' || stored !== undefined);
  return (
    <>
      <TopBar onBack={() => router.go({ view: 'screen', name: 'prompts', path: '' })}>
        <h1 ref={heading} tabIndex={-1} class="view-title">
          {stored ? stored.name : t('prompts.new')}
        </h1>
      </TopBar>
      <div class="scroller">
        <div class="page">
          {prompts && !isReady && <p class="hint">{t('prompts.missing')}</p>}
          {isReady && <PromptForm key={id} stored={stored} prompts={prompts} />}
        </div>
      </div>
    </>
  );
}
