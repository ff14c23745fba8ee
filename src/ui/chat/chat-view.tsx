/** The conversation: bar, transcript, composer. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Composer } from './composer.tsx';
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
