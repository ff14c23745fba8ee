/** What was said in a chat, oldest first; fetched when there is something to show, or about to be. */
import '#src/ui/styles/details.css';
import '#src/ui/styles/more-icons.css';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Earlier } from './earlier.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import { useShownChat } from '../shown-chat.ts';
import { Turn, turnsOf } from './turn.tsx';
import { SendingMessage } from './sending-message.tsx';
import { useJump } from './use-jump.ts';
import { WaitingCard } from './waiting-card.tsx';

export function Messages() {
  const { chat } = useApp();
  const [view, phase] = [chat.view.value, chat.phase.value];
  const { sending, refusal } = useShownChat();
  useJump();
  if (phase === 'missing') return <MissingChat />;
  if (phase === 'unreadable') return <UnreadableChat />;
  const messages = view?.messages ?? [];
  return (
    <>
      {view?.isCut && <Earlier first={messages[0]?.id} />}
      {turnsOf(messages, view?.run?.id, sending !== null).map((items) => (
        <Turn key={items[0]?.message.id} items={items} />
      ))}
      {sending && <SendingMessage draft={sending} />}
      {refusal && <ErrorNotice error={refusal.error} isLast={false} />}
      {view?.run?.waiting && !sending && <WaitingCard view={view} />}
      {view && !view.run && !sending && <OutcomeNote view={view} />}
    </>
  );
}

/** It may well be there: nothing says that it is gone. */
function UnreadableChat() {
  const { chat } = useApp();
  return (
    <div class="empty">
      <p>{t('chat.unreadable')}</p>
      <p class="hint">{t('chat.unreadable-hint')}</p>
      <button type="button" class="chip" onClick={() => void chat.reload()}>
        {t('action.try-again')}
      </button>
    </div>
  );
}

function MissingChat() {
  return (
    <div class="empty">
      <p>{t('chat.missing')}</p>
      <p class="hint">{t('chat.missing-hint')}</p>
    </div>
  );
}
