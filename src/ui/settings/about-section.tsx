/** Installing the app, what it is, and the way to its newer version. */
import { version } from '#src/state/version.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Licences } from './licences.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function AboutSection() {
  const { install, toasts, update } = useApp();
  const ask = install.value;
  const offer = update.available.value;
  return (
    <>
      {ask && (
        <Section title={t('settings.app')} hint={t('settings.install-hint')}>
          <button type="button" class="button primary" onClick={() => void toasts.attempt(ask())}>
            {t('settings.install')}
          </button>
        </Section>
      )}
      <Section title={t('settings.about')}>
        <p class="hint">
          {t('app.name')} · {t('settings.version', { version })} · {t('settings.licence')}
        </p>
        <Licences />
        {offer && (
          <>
            <p>{t(`update.${offer.kind}`)}</p>
            <button type="button" class="button" onClick={offer.apply}>
              {t('action.reload')}
            </button>
          </>
        )}
      </Section>
    </>
  );
}
