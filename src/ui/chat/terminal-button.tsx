/** Swaps the conversation for its terminal. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';

export function TerminalButton() {
  const { chat, router } = useApp();
  const session = chat.session.value;
  if (!session) return null;
  return (
    <IconButton
      icon="terminal"
      label={t('chat.terminal')}
      onClick={() => router.go({ view: 'screen', name: 'terminal', path: session })}
    />
  );
}
