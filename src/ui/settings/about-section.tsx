/** Installing the app, its version and licences, missing headers of its host, and the update. */
import { version } from '#src/state/version.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
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
          <Button kind="primary" onClick={() => void toasts.attempt(ask())}>
            {t('settings.install')}
          </Button>
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
            <Button onClick={offer.apply}>{t('action.reload')}</Button>
          </>
        )}
      </Section>
    </>
  );
}

/** Whether the host sends the security headers of `_headers`: static hosts ignore that file, or parts of it. */
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

/** `page`: all are missing. `workers`: those of the folders with their own policy are missing. */
type MissingHeaders = 'page' | 'workers';

type Probe = { path: string; missing: MissingHeaders; directive: string };

/** The service worker answers GET from its cache, so these use HEAD. One directive identifies each policy. */
const probes: readonly Probe[] = [
  { path: './', missing: 'page', directive: 'require-trusted-types-for' },
  { path: './tool-host/headers.txt', missing: 'workers', directive: "worker-src 'none'" },
  { path: './code-host/headers.txt', missing: 'workers', directive: "'wasm-unsafe-eval'" },
  { path: './gguf/headers.txt', missing: 'workers', directive: "'wasm-unsafe-eval'" },
];

/** The worst case; null if all headers are present or it cannot be checked (offline, dev server). */
async function findMissingHeaders(): Promise<MissingHeaders | null> {
  if (!import.meta.env.PROD) return null;
  try {
    const present = await Promise.all(probes.map(isPresent));
    return probes.find((_, index) => !present[index])?.missing ?? null;
  } catch {
    // Offline.
    return null;
  }
}

async function isPresent({ path, directive }: Probe): Promise<boolean> {
  const { headers } = await fetch(path, { method: 'HEAD', cache: 'no-store' });
  return headers.get('content-security-policy')?.includes(directive) ?? false;
}
