/** A button that copies a text and confirms it with a tick. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from './icon-button.tsx';

const tickMs = 1_600;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { toasts } = useApp();
  const isCopied = useSignal(false);

  async function copy(): Promise<void> {
    const done = await toasts.attempt(
      navigator.clipboard.writeText(text).then(() => true),
      'problem.copy-failed',
    );
    if (!done) return;
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), tickMs);
  }

  return (
    <QuietButton
      icon={isCopied.value ? 'check' : 'copy'}
      label={isCopied.value ? t('action.copied') : label}
      onClick={() => void copy()}
    />
  );
}
