/** The API key: write-only, and bound to one base URL. */
import { presetAt } from '#shared/models/presets.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { useVault } from '#src/ui/vault/vault-state.ts';
import { losesKey, type ProviderFields } from './provider-draft.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../settings.module.css';

type KeyFieldProps = {
  stored: ProviderInfo | undefined;
  fields: ProviderFields;
  onChange: (part: Partial<ProviderFields>) => void;
};

export function KeyField({ stored, fields, onChange }: KeyFieldProps) {
  const isMoved = losesKey(fields, stored);
  const isKept = stored?.hasKey === true && !isMoved && !fields.forgetsKey;
  const preset = presetAt(fields.baseUrl);
  const isLocked = useVault().state.value === 'locked';
  const hint = isLocked
    ? 'form.keys-locked'
    : isMoved
      ? 'form.api-key-moved'
      : isKept
        ? 'form.api-key-stored'
        : 'form.api-key-hint';
  return (
    <>
      <Field
        label={t('form.api-key')}
        hint={t(hint)}
        type="password"
        placeholder={isKept ? '••••••••••••' : ''}
        value={fields.apiKey}
        onChange={(apiKey) => onChange({ apiKey, forgetsKey: false })}
      />
      {!isKept && preset?.keyPage && (
        <a
          class={classNames('text-button', styles.underField)}
          href={preset.keyPage}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('form.get-key', { name: preset.label })}
        </a>
      )}
      {isKept && fields.apiKey === '' && (
        <button
          type="button"
          class={classNames('text-button', styles.underField)}
          onClick={() => onChange({ forgetsKey: true })}
        >
          {t('form.forget-key')}
        </button>
      )}
    </>
  );
}
