/** Offers the new version; nothing reloads by itself while someone works. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { IconButton } from '../parts/icon-button.tsx';

export function UpdateBanner() {
  const { update } = useApp();
  const apply = update.offer.value;
  if (!apply) return null;
  return (
    <div class="banner" role="status">
      <p>{t('update.ready')}</p>
      <button type="button" class="text-button" onClick={apply}>
        {t('update.reload')}
      </button>
      <IconButton icon="close" label={t('action.dismiss')} onClick={update.dismiss} />
    </div>
  );
}
