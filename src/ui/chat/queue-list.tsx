/** Messages that wait for the end of the run; each can be taken back. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { IconButton } from '../parts/icon-button.tsx';

export function QueueList() {
  const { drafts } = useApp();
  const queue = drafts.queue.value;
  if (queue.length === 0) return null;
  return (
    <ul class="queue">
      {queue.map(({ text, attachments }, at) => (
        <li key={at}>
          <span class="queue-text">
            {text || attachments.map(({ name }) => name).join(', ')}
            <small>
              {attachments.length > 0 && `+${attachments.length} · `}
              {t('chat.queued')}
            </small>
          </span>
          <IconButton
            class="quiet"
            icon="close"
            label={t('chat.queue-remove')}
            onClick={() => drafts.unqueue(at)}
          />
        </li>
      ))}
    </ul>
  );
}
