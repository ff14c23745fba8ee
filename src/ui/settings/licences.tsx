/** The licences of all dependencies, a file of the build; loaded when opened. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import styles from './settings.module.css';

export function Licences() {
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
