/** A round button with an icon and a name for those who cannot see it. */
import type { Ref, TargetedMouseEvent } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = {
  icon: IconName;
  label: string;
  onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  class?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement>;
};

export function IconButton({ icon, label, onClick, class: extra = '', buttonRef }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${extra}`}
      aria-label={label}
      title={label}
      onClick={onClick}
      {...(buttonRef && { ref: buttonRef })}
    >
      <Icon name={icon} />
    </button>
  );
}
