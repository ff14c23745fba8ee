/** The button under a message that saves it as a prompt; the form loads with the first click. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

const SaveSheet = createLazyView<{ text: string; onClose: () => void }>(
  async () => (await import('./save-sheet.tsx')).SaveSheet,
  ['prompts', 'common'],
);

export function SavePromptButton({ text }: { text: string }) {
  const isOpen = useSignal(false);
  return (
    <>
      <IconButton
        class="quiet"
        icon="bookmark"
        label={t('chat.save-prompt')}
        onClick={() => (isOpen.value = true)}
      />
      {isOpen.value && <SaveSheet text={text} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
