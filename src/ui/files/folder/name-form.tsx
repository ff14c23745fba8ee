/** Asks for a name and validates it before the engine does. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameFault, type NameFault } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import styles from '../files.module.css';

type NameFormProps = {
  title: string;
  label: string;
  action: string;
  /** The current name, or a suggestion for a new entry. */
  name: string;
  siblings: readonly string[];
  isRename?: boolean;
  onName: (name: string) => void;
  onCancel: () => void;
};

export function NameForm({
  title,
  label,
  action,
  name,
  siblings,
  isRename,
  onName,
  onCancel,
}: NameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const value = useSignal(name);
  const fault = useSignal<{ text: string; since: object } | null>(null);
  useLayoutEffect(() => {
    const input = form.current?.querySelector('input');
    input?.focus();
    // Selects the name without its extension, so that typing replaces only the name.
    const dot = name.lastIndexOf('.');
    input?.setSelectionRange(0, dot > 0 ? dot : name.length);
  }, []);

  function submit(): void {
    const wanted = value.value.trim();
    const found = nameFault(wanted, siblings, isRename ? name : undefined);
    if (found) fault.value = { text: faultText(found, wanted), since: {} };
    else if (isRename && wanted === name) onCancel();
    else onName(wanted);
  }

  return (
    <form
      ref={form}
      class={styles.nameForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>{title}</h2>
      <Field
        label={label}
        fault={fault.value}
        value={value.value}
        onChange={(next) => {
          value.value = next;
          fault.value = null;
        }}
      />
      <div class="sheet-actions">
        <button type="button" class="button" onClick={onCancel}>
          {t('action.cancel')}
        </button>
        <button type="submit" class="button primary">
          {action}
        </button>
      </div>
    </form>
  );
}

function faultText(fault: NameFault, name: string): string {
  return fault === 'taken' ? t('files.error-taken', { name }) : t(`files.name-${fault}`);
}
