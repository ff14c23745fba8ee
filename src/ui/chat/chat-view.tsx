/** The conversation: bar, transcript, composer. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Composer } from './composer/composer.tsx';
import { ModelMenu } from './model-menu.tsx';
import { Transcript } from './transcript.tsx';

export function ChatView() {
  const { router } = useApp();
  const startChat = () => router.go({ view: 'chat', session: null });
  return (
    <>
      <TopBar action={<IconButton icon="plus" label={t('nav.new-chat')} onClick={startChat} />}>
        <ModelMenu />
      </TopBar>
      <Transcript />
      <Composer />
    </>
  );
}
