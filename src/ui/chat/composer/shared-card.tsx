/**
 * Content that another app or site shared, above the field; the user adds it to the message or discards it.
 */
import { escapeInvisibleLines } from '#shared/invisible.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import styles from './shared-card.module.css';

export function SharedCard() {
  const { shared } = useApp();
  const waiting = shared.waiting.value;
  if (!waiting) return null;
  const names = waiting.attachments.map(({ name }) => name ?? '').join(', ');
  return (
    <section class={styles.card} aria-labelledby="shared-title">
      <h2 id="shared-title">{t('incoming.title')}</h2>
      {waiting.text && (
        <p class={styles.text} dir="auto">
          {escapeInvisibleLines(waiting.text)}
        </p>
      )}
      {names && (
        <p class="hint" dir="auto">
          {escapeInvisibleLines(names)}
        </p>
      )}
      <div class={styles.actions}>
        <Button onClick={shared.discard}>{t('incoming.discard')}</Button>
        <Button kind="primary" onClick={shared.use}>
          {t('incoming.use')}
        </Button>
      </div>
    </section>
  );
}
