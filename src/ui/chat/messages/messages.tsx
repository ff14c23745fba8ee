/** The messages of a chat, oldest first; lazily loaded. */
import '#src/ui/styles/details.css';
import '#src/ui/styles/more-icons.css';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { ErrorNotice } from './error-notice.tsx';
import { OutcomeNote } from './notes.tsx';
import { useShownChat } from '../shown-chat.ts';
import { Turns } from './turns.tsx';
import { SendingMessage } from './sending-message.tsx';
import { WaitingCard } from './waiting-card.tsx';

export function Messages() {
  const { chat } = useApp();
  const phase = chat.phase.value;
  const { sending, refusal } = useShownChat();
  if (phase === 'missing') return <MissingChat />;
  if (phase === 'unreadable') return <UnreadableChat />;
  return (
    <>
      <Turns isSending={sending !== null} />
      {sending && <SendingMessage draft={sending} />}
      {refusal && <ErrorNotice error={refusal.error} isLast={false} />}
      {!sending && <RunEnd />}
    </>
  );
}

/** The note after the last run: it waits for a decision, or why it ended early. */
function RunEnd() {
  const view = useApp().chat.view.value;
  if (!view) return null;
  if (!view.run) return <OutcomeNote view={view} />;
  return view.run.waiting ? <WaitingCard view={view} /> : null;
}

/** The chat may still exist; it only could not be read. */
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
