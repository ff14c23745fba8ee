/** Installing the app, its version and licences, missing headers of its host, and the update. */
import { version } from '#src/state/version.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findMissingHeaders, type MissingHeaders } from '#src/pwa/response-headers.ts';
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
        <HeadersNote />
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

/** Renders nothing if the host sends all headers. */
function HeadersNote() {
  const missing = useSignal<MissingHeaders | null>(null);
  useEffect(() => void findMissingHeaders().then((found) => (missing.value = found)), []);
  return missing.value && <p class="hint">{t(`settings.headers-${missing.value}`)}</p>;
}
