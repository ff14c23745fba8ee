/** The icon for the type of a file or folder. */
import { fileKind, type FileKind } from '#src/state/files/file-kinds.ts';
import { Icon, type IconName } from './icon.tsx';

const icons: Readonly<Record<FileKind, IconName>> = {
  text: 'file',
  markdown: 'file',
  html: 'file',
  pdf: 'file',
  other: 'file',
  image: 'image',
  audio: 'music',
  video: 'film',
  archive: 'archive',
};

export function FileIcon({ name, isFolder }: { name: string; isFolder: boolean }) {
  return <Icon name={isFolder ? 'list' : icons[fileKind(name)]} />;
}
