/** One quiet line that says why an answer ended before it was complete. */
import type { SessionView } from '../../shared/session.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';

export function OutcomeNote({ view }: { view: SessionView }) {
  const { chat } = useApp();
  const type = view.outcome?.type;
  // A failure has its own notice in the message.
  if (!type || type === 'completed' || type === 'failed') return null;
  return (
    <p class="outcome">
      {t(`outcome.${type}`)}
      {type !== 'stopped' && (
        <button type="button" class="chip" onClick={() => chat.send(t('chat.continue'))}>
          {t('action.continue')}
        </button>
      )}
    </p>
  );
}
