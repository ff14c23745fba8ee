/** Whether what is stored here stays, said plainly, with the button that asks the browser to keep it. */
import { useEffect } from 'preact/hooks';
import { assertNever } from '../../shared/assert-never.ts';
import type { StorageState } from '../../state/storage.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { formatBytes } from '../parts/format-bytes.ts';
import { Section } from './section.tsx';

export function StorageSection() {
  const { storage, toasts } = useApp();
  useEffect(() => void toasts.attempt(storage.refresh()), []);
  const persistence = storage.persistence.value;
  const used = storage.usedBytes.value;
  return (
    <Section title={t('settings.storage')}>
      <p class="hint">
        {sentence(persistence)}{' '}
        {used !== null && (
          <span class="numbers">{t('settings.storage-used', { size: formatBytes(used) })}</span>
        )}
      </p>
      {(persistence === 'at-risk' || persistence === 'refused') && (
        <button type="button" class="button" onClick={() => void toasts.attempt(storage.ask())}>
          {t('settings.storage-ask')}
        </button>
      )}
    </Section>
  );
}

function sentence(persistence: StorageState['persistence']['value']): string {
  switch (persistence) {
    case 'unknown':
      return '';
    case 'kept':
      return t('settings.storage-kept');
    case 'at-risk':
      return t('settings.storage-at-risk');
    case 'refused':
      return t('settings.storage-refused');
    default:
      return assertNever(persistence);
  }
}
