/** One folder as a list, with the ways to add to it; files may be dropped anywhere on it. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { FilesLocation } from '#src/state/files/files.ts';
import { joinPath, baseName, parentOf, crumbsOf } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { EmptyFolder } from './empty-folder.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntryTasks } from './entry-tasks.tsx';
import type { EntryTask } from './entry-menu.tsx';
import { FolderTree, TreeButton } from './folder-tree.tsx';
import { LinkedFolderBar } from '../linked-folders/folder-bar.tsx';
import { useMedia } from '#src/ui/kit/use-media.ts';
import { useFiles } from '../files-context.ts';
import { FolderBar } from './folder-bar.tsx';
import { StorageMeter } from '../storage-meter.tsx';
import { UploadList } from './upload-list.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import filesStyles from '../files.module.css';
import styles from './folder-tree.module.css';
import folderStyles from './folder.module.css';
import { formatRoute } from '#src/state/base/route.ts';
import { Icon } from '#src/ui/kit/icon.tsx';

/** Rows rendered at once; a button adds more. */
const pageRows = 300;

type FolderViewProps = {
  folder: Extract<FilesLocation, { type: 'folder' }>;
  /** False while another path is loading. */
  isCurrent: boolean;
};

export function FolderView({ folder, isCurrent }: FolderViewProps) {
  const { router } = useApp();
  const { uploads } = useFiles();
  const task = useSignal<EntryTask | null>(null);
  const { path, entries } = folder;
  const { list, onOpen, onDone } = useRowFocus(folder);
  const { isOver, ...drop } = useDrop((files) => void uploads.add(path, files));
  const up = () => router.go({ view: 'files', path: parentOf(path) });
  const isRoomy = useMedia('(min-width: 1080px)');
  return (
    <>
      <TopBar {...(path !== '' && { onBack: up })} {...(!isRoomy && { action: <TreeButton path={path} /> })}>
        <h1 class="view-title">{baseName(path) || t('files.title')}</h1>
      </TopBar>
      <div class={styles.folderSplit}>
        {isRoomy && (
          <div class={classNames(styles.treeSide, 'scroller')}>
            <FolderTree path={path} />
          </div>
        )}
        <div
          class={classNames('scroller', folderStyles.filesDrop)}
          data-over={isOver}
          aria-busy={!isCurrent}
          {...drop}
        >
          <div class={classNames('page', filesStyles.files)}>
            {path !== '' && <Breadcrumb path={path} />}
            <LinkedFolderBar path={path} />
            <FolderBar path={path} siblings={entries.map(({ name }) => name)} />
            <UploadList />
            {entries.length === 0 ? (
              <EmptyFolder isRoot={path === ''} />
            ) : (
              <EntryList
                key={path}
                folder={folder}
                list={list}
                onMenu={(chosen) => {
                  onOpen(chosen.path);
                  task.value = chosen;
                }}
              />
            )}
            <StorageMeter path={path} isEmpty={entries.length === 0} />
          </div>
        </div>
      </div>
      <EntryTasks task={task} onDone={onDone} />
    </>
  );
}

type EntryListProps = {
  folder: FolderViewProps['folder'];
  list: RefObject<HTMLUListElement | null>;
  onMenu: (task: EntryTask) => void;
};

function EntryList({ folder: { path, entries }, list, onMenu }: EntryListProps) {
  const shown = useSignal(pageRows);
  useEffect(() => void (shown.value = pageRows), [path]);
  const left = entries.length - shown.value;
  return (
    <>
      <ul ref={list} class="cards" aria-label={baseName(path) || t('files.title')}>
        {entries.slice(0, shown.value).map((entry) => {
          const own = joinPath(path, entry.name);
          const isFolder = entry.type === 'directory';
          return (
            <EntryRow
              key={entry.name}
              entry={entry}
              path={own}
              onMenu={() => onMenu({ type: 'menu', path: own, isFolder })}
            />
          );
        })}
      </ul>
      {left > 0 && (
        <Button onClick={() => (shown.value += pageRows)}>{t('files.show-more', { count: left })}</Button>
      )}
    </>
  );
}

type Drop = {
  isOver: boolean;
  onDragEnter: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
};

/** Files dropped onto a part of the page. */
function useDrop(onFiles: (files: File[]) => void): Drop {
  // `dragenter` of a child fires before `dragleave` of its parent, so the depth is counted.
  const depth = useSignal(0);
  const brings = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  return {
    isOver: depth.value > 0,
    onDragEnter(event) {
      if (brings(event)) depth.value++;
    },
    onDragOver(event) {
      // Without this the browser would navigate to the file.
      if (brings(event)) event.preventDefault();
    },
    onDragLeave(event) {
      if (brings(event)) depth.value = Math.max(0, depth.value - 1);
    },
    onDrop(event) {
      if (!brings(event)) return;
      event.preventDefault();
      depth.value = 0;
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
}

/** The path from the workspace root to the current folder. */
function Breadcrumb({ path }: { path: string }) {
  const crumbs = [{ name: t('files.title'), path: '' }, ...crumbsOf(path)];
  return (
    <nav class={folderStyles.crumbs} aria-label={t('files.crumbs')}>
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={crumb.path}>
            {at > 0 && <Icon name="chevron-right" />}
            <a
              href={formatRoute({ view: 'files', path: crumb.path })}
              aria-current={at === crumbs.length - 1 ? 'page' : undefined}
            >
              <bdi>{crumb.name}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
