/** Installing the app, its version and licences, missing headers of its host, and the update. */
import { version } from '#src/state/version.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findMissingHeaders, type MissingHeaders } from '#src/pwa/response-headers.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import styles from './settings.module.css';

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

/** The licences of all dependencies, a file of the build; loaded when opened. */
function Licences() {
  const { toasts } = useApp();
  const text = useSignal('');

  async function load(): Promise<void> {
    if (text.value) return;
    text.value = (await toasts.attempt(fetchText('./licences.txt'), 'problem.load-failed')) ?? '';
  }

  return (
    <details class={styles.licences} onToggle={() => void load()}>
      <summary>{t('settings.licences')}</summary>
      <pre tabIndex={0}>{text.value}</pre>
    </details>
  );
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}
