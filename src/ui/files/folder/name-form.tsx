/** Asks for a name and validates it before the engine does. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameFault, type NameFault } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
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
  const fault = useSignal<FormFault | null>(null);
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
    if (found) fault.value = { field: 'name', text: faultText(found, wanted) };
    else if (isRename && wanted === name) onCancel();
    else onName(wanted);
  }

  return (
    <Form
      layout="sheet"
      formRef={form}
      class={styles.nameForm}
      fault={fault.value}
      action={action}
      onCancel={onCancel}
      onSubmit={submit}
    >
      <h2>{title}</h2>
      <Field
        label={label}
        name="name"
        value={value.value}
        onChange={(next) => {
          value.value = next;
          fault.value = null;
        }}
      />
    </Form>
  );
}

function faultText(fault: NameFault, name: string): string {
  return fault === 'taken' ? t('files.error-taken', { name }) : t(`files.name-${fault}`);
}
