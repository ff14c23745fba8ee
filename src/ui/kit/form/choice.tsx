/** Radio buttons drawn as segments, for a few options. */
import { useId } from 'preact/hooks';

type ChoiceProps<Value extends string> = {
  label: string;
  /** Hides the label visually, if the options are self-explanatory. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

export function Choice<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div class="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
