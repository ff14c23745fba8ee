/** The empty call log: explains what it will contain, and offers a first call. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';
import styles from './activity.module.css';

export function EmptyLog() {
  const { router, chat } = useApp();
  const { suggest } = useSuggestion();
  function ask(): void {
    router.go({ view: 'chat', session: null });
    chat.send(suggest('suggestion.time'));
  }
  return (
    <div class={styles.activityEmpty}>
      <Icon name="activity" />
      <h2>{t('activity.empty')}</h2>
      <p class="hint">{t('activity.empty-hint')}</p>
      <button type="button" class="button" onClick={ask}>
        <Icon name="clock" />
        {suggest('suggestion.time')}
      </button>
    </div>
  );
}
