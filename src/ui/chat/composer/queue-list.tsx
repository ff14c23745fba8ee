/** Messages queued until the run ends; each can be removed. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import styles from './queue-list.module.css';

export function QueueList() {
  const { drafts } = useApp();
  const queue = drafts.queue.value;
  if (queue.length === 0) return null;
  return (
    <ul class={styles.queue}>
      {queue.map(({ text, attachments }, at) => (
        <li key={at}>
          <span class={styles.queueText}>
            {text || attachments.map(({ name }) => name).join(', ')}
            <small>
              {attachments.length > 0 && `+${attachments.length} · `}
              {t('composer.queued')}
            </small>
          </span>
          <QuietButton icon="close" label={t('composer.queue-remove')} onClick={() => drafts.unqueue(at)} />
        </li>
      ))}
    </ul>
  );
}
