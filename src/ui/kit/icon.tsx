/** One icon of the set: a symbol of index.html if the first screen or a chat needs it, else a mask of `styles/…-icons.css`. */

/**
 * The symbols, drawn by `scripts/vite/icon-symbols.ts`. A mask is a separate document for the browser: 10 ms
 * each on a slow phone.
 */
const symbols = [
  'activity',
  'agent',
  'alert',
  'arrow-down',
  'arrow-up',
  'back',
  'chat',
  'check',
  'chevron-down',
  'chevron-right',
  'clipboard',
  'clock',
  'close',
  'edit',
  'file',
  'list',
  'menu',
  'mic',
  'more',
  'notebook',
  'plus',
  'search',
  'settings',
  'terminal',
  'tool',
  'trash',
] as const;

export type IconSymbol = (typeof symbols)[number];

export type IconName =
  | IconSymbol
  | 'archive'
  | 'bell'
  | 'bookmark'
  | 'camera'
  | 'chevron-left'
  | 'copy'
  | 'download'
  | 'device-folder'
  | 'film'
  | 'folder-tree'
  | 'image'
  | 'import'
  | 'info'
  | 'map-pin'
  | 'more-vertical'
  | 'move'
  | 'music'
  | 'new-file'
  | 'new-folder'
  | 'pin'
  | 'reset'
  | 'share'
  | 'shield'
  | 'speaker'
  | 'stop'
  | 'todo'
  | 'upload';

const hasSymbol: ReadonlySet<IconName> = new Set(symbols);

export function Icon({ name }: { name: IconName }) {
  const className = `icon icon-${name}`;
  if (!hasSymbol.has(name)) return <span class={className} aria-hidden="true" />;
  return (
    <svg class={className} aria-hidden="true">
      <use href={`#symbol-${name}`} />
    </svg>
  );
}
