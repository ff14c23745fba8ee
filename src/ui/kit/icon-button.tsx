/** A round button with an icon and an accessible name. */
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

/** One without a frame, such as in a row. */
export function QuietButton(props: Omit<IconButtonProps, 'class'>) {
  return <IconButton class="quiet" {...props} />;
}
