/** Offers the new version; the page never reloads by itself. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import styles from '#src/ui/kit/bar/banners.module.css';

export function UpdateBanner() {
  const { update } = useApp();
  const offer = update.offer.value;
  if (!offer) return null;
  return (
    <div class={styles.banner} role="status">
      <p>{t(`update.${offer.kind}`)}</p>
      <button type="button" class="text-button" onClick={offer.apply}>
        {t('update.reload')}
      </button>
      <IconButton icon="close" label={t('action.dismiss')} onClick={update.dismiss} />
    </div>
  );
}
