/** The screen of memory: the list with its switches, or one memory in a form. */
import '#src/ui/styles/screens.ts';
import { useRef } from 'preact/hooks';
import type { Memory } from '#shared/memory/memory.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { MemoryForm } from './memory-form.tsx';
import { MemoryList } from './memory-list.tsx';
import { useMemories, type ShownMemories } from './use-memories.ts';

export function MemoryView() {
  const { router } = useApp();
  const shown = useMemories();
  const route = router.route.value;
  const id = route.view === 'screen' ? route.path : '';
  const stored = useOpened(shown, id);
  const isForm = id === 'new' || stored !== undefined;
  const toList = () => router.go({ view: 'screen', name: 'memory', path: '' });
  const title = id === '' ? t('memory.title') : (stored?.key ?? t('memory.new'));
  return (
    <Page title={title} isOwnLanguage shows={id} onBack={id === '' ? undefined : toList}>
      {shown && id === '' && <MemoryList {...shown} />}
      {shown && isForm && <MemoryForm key={id} stored={stored} />}
      {shown && id !== '' && !isForm && <p class="hint">{t('memory.missing')}</p>}
    </Page>
  );
}

/**
 * The opened memory. It is kept if an agent deletes it meanwhile, so that the form stays with what was typed.
 */
function useOpened(shown: ShownMemories | null, id: string): Memory | undefined {
  const opened = useRef<Memory | undefined>(undefined);
  const found = shown?.memories.find((memory) => memory.id === id);
  if (found) opened.current = found;
  return opened.current?.id === id ? opened.current : undefined;
}
