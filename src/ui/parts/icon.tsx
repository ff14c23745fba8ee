/** One icon of the set; its drawing is a mask in `styles/icons.css`. */

export type IconName =
  | 'activity'
  | 'agent'
  | 'alert'
  | 'arrow-down'
  | 'arrow-up'
  | 'back'
  | 'bell'
  | 'chat'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clipboard'
  | 'clock'
  | 'close'
  | 'copy'
  | 'download'
  | 'edit'
  | 'file'
  | 'import'
  | 'list'
  | 'map-pin'
  | 'menu'
  | 'more'
  | 'pin'
  | 'plus'
  | 'reset'
  | 'search'
  | 'settings'
  | 'shield'
  | 'stop'
  | 'tool'
  | 'trash';

export function Icon({ name }: { name: IconName }) {
  return <span class={`icon icon-${name}`} aria-hidden="true" />;
}
