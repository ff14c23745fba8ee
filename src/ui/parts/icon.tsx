/** One icon of the set; its drawing is a mask in `styles/icons.css`. */

export type IconName =
  | 'activity'
  | 'alert'
  | 'arrow-down'
  | 'arrow-up'
  | 'back'
  | 'chat'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'copy'
  | 'download'
  | 'edit'
  | 'file'
  | 'list'
  | 'menu'
  | 'plus'
  | 'search'
  | 'settings'
  | 'shield'
  | 'stop'
  | 'trash';

export function Icon({ name }: { name: IconName }) {
  return <span class={`icon icon-${name}`} aria-hidden="true" />;
}
