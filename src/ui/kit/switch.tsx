/** A switch that takes effect at once, alone or in a row with its label. */
import type { ComponentChildren } from 'preact';

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label class="switch" title={label}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="switch-track" aria-hidden="true" />
    </label>
  );
}

/** A row of a list of cards. */
export function SwitchRow({ hint, ...props }: SwitchProps & { hint?: ComponentChildren }) {
  return (
    <li class="card-row switch-row">
      <span class="row-text">
        {props.label}
        {hint && <small>{hint}</small>}
      </span>
      <Switch {...props} />
    </li>
  );
}
