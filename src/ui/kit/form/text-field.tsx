/** A labelled textarea that grows with its text. */
import { useId } from 'preact/hooks';

type TextFieldProps = {
  label: string;
  hint?: string | undefined;
  placeholder?: string;
  isCode?: boolean;
  value: string;
  onChange: (value: string) => void;
};

export function TextField({
  label,
  hint,
  placeholder = '',
  isCode = false,
  value,
  onChange,
}: TextFieldProps) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <textarea
        dir="auto"
        id={id}
        class={isCode ? 'code' : undefined}
        rows={isCode ? 3 : 5}
        placeholder={placeholder}
        spellcheck={!isCode}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`} dir="auto">
          {hint}
        </p>
      )}
    </div>
  );
}
