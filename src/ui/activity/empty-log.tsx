/** Before the first call: what will be here, and the shortest way to it. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';

export function EmptyLog() {
  const { router, chat } = useApp();
  function ask(): void {
    router.go({ view: 'chat', session: null });
    chat.send(t('suggestion.time'));
  }
  return (
    <div class="activity-empty">
      <Icon name="activity" />
      <h2>{t('activity.empty')}</h2>
      <p class="hint">{t('activity.empty-hint')}</p>
      <button type="button" class="button" onClick={ask}>
        <Icon name="clock" />
        {t('suggestion.time')}
      </button>
    </div>
  );
}
