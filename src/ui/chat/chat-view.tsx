/** The conversation: bar, transcript, composer. */
import type { ScheduledRun } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { Composer } from './composer/composer.tsx';
import { ModelMenu } from './model-menu.tsx';
import { Transcript } from './transcript.tsx';

const TerminalButton = createLazyView(
  async () => (await import('./terminal-button.tsx')).TerminalButton,
  ['chat'],
);

const ScheduledLine = createLazyView<{ scheduled: ScheduledRun }>(
  async () => (await import('./scheduled-line.tsx')).ScheduledLine,
  ['tasks'],
);

export function ChatView() {
  const { chat, router, sessions } = useApp();
  const scheduled = sessions.list.value.find(({ id }) => id === chat.session.value)?.task;
  const startChat = () => router.go({ view: 'chat', session: null });
  return (
    <>
      <TopBar
        action={
          <>
            {chat.view.value && <TerminalButton />}
            <IconButton icon="plus" label={t('nav.new-chat')} onClick={startChat} />
          </>
        }
      >
        <ModelMenu />
      </TopBar>
      {scheduled && <ScheduledLine scheduled={scheduled} />}
      <Transcript />
      <Composer />
    </>
  );
}
