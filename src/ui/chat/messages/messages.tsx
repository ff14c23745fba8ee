/** The messages of a chat, oldest first; lazily loaded. */
import '#src/ui/styles/details.css';
import '#src/ui/styles/more-icons.css';
import type { SessionView } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Earlier } from './earlier.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { OutcomeNote } from './notes.tsx';
import { useShownChat } from '../shown-chat.ts';
import { Turn, turnsOf } from './turn.tsx';
import { SendingMessage } from './sending-message.tsx';
import { useScrollToMessage } from './use-scroll-to-message.ts';
import { WaitingCard } from './waiting-card.tsx';

export function Messages() {
  const { chat } = useApp();
  const [view, phase] = [chat.view.value, chat.phase.value];
  const { sending, refusal } = useShownChat();
  useScrollToMessage();
  if (phase === 'missing') return <MissingChat />;
  if (phase === 'unreadable') return <UnreadableChat />;
  return (
    <>
      {view && <Turns view={view} isSending={sending !== null} />}
      {sending && <SendingMessage draft={sending} />}
      {refusal && <ErrorNotice error={refusal.error} isLast={false} />}
      {view && !sending && <RunEnd view={view} />}
    </>
  );
}

function Turns({ view, isSending }: { view: SessionView; isSending: boolean }) {
  const { messages, run, isCut } = view;
  return (
    <>
      {isCut && <Earlier first={messages[0]?.id} />}
      {turnsOf(messages, run?.id, isSending).map((items) => (
        <Turn key={items[0]?.message.id} items={items} />
      ))}
    </>
  );
}

/** What the last run left to say: that it waits, or why it ended early. */
function RunEnd({ view }: { view: SessionView }) {
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
