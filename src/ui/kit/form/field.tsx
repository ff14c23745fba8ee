/** A labelled field with a hint or an error below it. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { useContext, useEffect, useId, useRef } from 'preact/hooks';
import { FaultContext } from './form-fault.ts';

type FieldProps = {
  label: string;
  hint?: string | undefined;
  /** The field shows the fault of its form that has this name, in place of the hint, and gets the focus. */
  name?: string;
  /** Shown in place of the hint as long as it is given. */
  error?: string | undefined;
  placeholder?: string;
  type?: 'text' | 'password';
  inputMode?: 'text' | 'url' | 'numeric' | 'decimal';
  value: string;
  onChange: (value: string) => void;
  children?: ComponentChildren;
};

export function Field({ label, name, type = 'text', value, onChange, children, ...rest }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const wrong = useContext(FaultContext);
  const fault = name !== undefined && wrong?.field === name ? wrong : null;
  useEffect(() => {
    if (fault) input.current?.focus();
  }, [fault]);
  const error = fault?.text ?? rest.error;
  const note = error ?? rest.hint;
  const attributes = {
    id,
    ref: input,
    value,
    inputMode: rest.inputMode ?? 'text',
    placeholder: rest.placeholder ?? '',
    'aria-invalid': error ? true : undefined,
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
        <p class={error ? 'hint fault' : 'hint'} id={`${id}-note`} dir="auto">
          {note}
        </p>
      )}
    </div>
  );
}
