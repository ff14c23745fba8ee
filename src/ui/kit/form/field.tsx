/** A labelled field with a hint or an error below it. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

type FieldProps = {
  label: string;
  hint?: string;
  /** Shown in place of the hint; the field is focused whenever `since` is a new object. */
  fault?: { text: string; since: object } | null;
  placeholder?: string;
  type?: 'text' | 'password';
  inputMode?: 'text' | 'url' | 'numeric' | 'decimal';
  value: string;
  onChange: (value: string) => void;
  children?: ComponentChildren;
};

export function Field({ label, hint, fault, type = 'text', value, onChange, children, ...rest }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault) input.current?.focus();
  }, [fault?.since]);
  const note = fault?.text ?? hint;
  const attributes = {
    id,
    ref: input,
    value,
    inputMode: rest.inputMode ?? 'text',
    placeholder: rest.placeholder ?? '',
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
    autocapitalize: 'off',
    spellcheck: false,
    onInput: (event: TargetedEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  } as const;
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <div class="form-line">
        {type === 'password' ? (
          <input type="password" autocomplete="new-password" {...attributes} />
        ) : (
          <input type="text" autocomplete="off" {...attributes} />
        )}
        {children}
      </div>
      {note && (
        <p class={fault ? 'hint fault' : 'hint'} id={`${id}-note`} dir="auto">
          {note}
        </p>
      )}
    </div>
  );
}
