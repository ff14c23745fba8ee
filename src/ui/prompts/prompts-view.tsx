/** The screen of saved prompts: the list, or one of them in a form. */
import '#src/ui/styles/screens.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { PromptForm } from './prompt-form.tsx';
import { PromptList } from './prompt-list.tsx';
import { usePrompts } from './use-prompts.ts';

export function PromptsView() {
  const { router } = useApp();
  const prompts = usePrompts();
  const route = router.route.value;
  const id = route.view === 'screen' ? route.path : '';
  const stored = prompts?.find((prompt) => prompt.id === id);
  const toList = () => router.go({ view: 'screen', name: 'prompts', path: '' });
  const isForm = id === 'new' || stored !== undefined;
  const title = id === '' ? t('prompts.title') : (stored?.name ?? t('prompts.new'));
  return (
    <Page title={title} shows={id} onBack={id === '' ? undefined : toList}>
      {prompts && id === '' && <PromptList prompts={prompts} />}
      {prompts && isForm && <PromptForm key={id} stored={stored} prompts={prompts} />}
      {prompts && id !== '' && !isForm && <p class="hint">{t('prompts.missing')}</p>}
    </Page>
  );
}
