/** A button with a text, and perhaps an icon before it. */
import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from '../icon.tsx';

/** `primary`: the main action of its screen. `text`: without a frame. `chip`: small, for one of several choices. */
const classes = { plain: 'button', primary: 'button primary', text: 'text-button', chip: 'chip' } as const;

type ButtonProps = Omit<ButtonHTMLAttributes, 'type' | 'class' | 'icon'> & {
  kind?: keyof typeof classes;
  icon?: IconName;
};

export function Button({ kind = 'plain', icon, children, ...attributes }: ButtonProps) {
  return (
    <button type="button" class={classes[kind]} {...attributes}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
