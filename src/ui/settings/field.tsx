/** A labelled field with a hint under it. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';

type FieldProps = {
  label: string;
  hint?: string;
  placeholder?: string;
  type?: 'text' | 'password';
  inputMode?: 'text' | 'url';
  value: string;
  onChange: (value: string) => void;
  children?: ComponentChildren;
};

export function Field({
  label,
  hint,
  type = 'text',
  inputMode = 'text',
  placeholder = '',
  ...rest
}: FieldProps) {
  const id = useId();
  const { value, onChange, children } = rest;
  const attributes = {
    id,
    inputMode,
    placeholder,
    value,
    'aria-describedby': hint ? `${id}-hint` : undefined,
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
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
