/** The files of the workspace: one folder as a list, one file opened, or what changed in the copy of a real folder. */
import '#src/ui/styles/file-icons.css';
import '#src/ui/styles/screens.ts';
import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '#shared/assert-never.ts';
import { createFileActions } from '#src/state/files/file-actions.ts';
import { createFiles } from '#src/state/files/files.ts';
import { createFolderTree } from '#src/state/files/folder-tree.ts';
import { createLinkedFolders, linkedFolderOfChanges } from '#src/state/linked-folders/linked-folders.ts';
import { createUploads } from '#src/state/files/uploads.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { FileView } from './file/file-view.tsx';
import { FilesContext, type FilesScreen } from './files-context.ts';
import { FolderView } from './folder/folder-view.tsx';
import { MissingView } from './missing-view.tsx';

const LinkedFolderView = createLazyView(
  async () => (await import('./linked-folders/linked-folder-view.tsx')).LinkedFolderView,
  ['files', 'calls'],
);

export function FilesView() {
  const { connection, toasts, changes, router } = useApp();
  const [screen] = useState((): FilesScreen => {
    const actions = createFileActions({ api: connection.api, changes, toasts });
    return {
      files: createFiles(connection, toasts),
      actions,
      uploads: createUploads({ connection, toasts, offerUndo: actions.offerUndo }),
      linkedFolders: createLinkedFolders(connection, toasts),
      tree: createFolderTree(connection, toasts),
    };
  });
  const { files, uploads, linkedFolders, tree } = screen;
  const route = router.route.value;
  const path = route.view === 'files' ? route.path : '';
  useEffect(() => files.follow(), []);
  useEffect(() => uploads.follow(), []);
  useEffect(() => linkedFolders.follow(), []);
  useEffect(() => tree.follow(), []);
  const changesOf = linkedFolderOfChanges(path);
  useEffect(() => (changesOf === null ? files.open(path) : undefined), [path]);
  return (
    <FilesContext.Provider value={screen}>
      {changesOf === null ? (
        <Shown path={path} screen={screen} />
      ) : (
        <LinkedFolderView key={changesOf} name={changesOf} />
      )}
    </FilesContext.Provider>
  );
}

/** The previous path stays on the screen until the next one is loaded; a file's state is keyed by its path. */
function Shown({ path, screen }: { path: string; screen: FilesScreen }) {
  const place = screen.files.place.value;
  if (!place) return <p class="visually-hidden">{t('files.loading')}</p>;
  switch (place.type) {
    case 'folder':
      return <FolderView folder={place} isCurrent={place.path === path} />;
    case 'file':
      return <FileView key={place.path} file={place} />;
    case 'missing':
      return <MissingView path={place.path} />;
    default:
      return assertNever(place);
  }
}
