/** The files of the workspace: one folder as a list, or one file opened. */
import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '../../shared/assert-never.ts';
import { createFileActions } from '../../state/file-actions.ts';
import { createFiles } from '../../state/files.ts';
import { createUploads } from '../../state/uploads.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { FileView } from './file-view.tsx';
import { FilesContext, type FilesScreen } from './files-context.ts';
import { FolderView } from './folder-view.tsx';
import { MissingView } from './missing-view.tsx';
import '../styles/settings.css';
import '../styles/controls.css';
import '../styles/files.css';

export function FilesView() {
  const { connection, toasts, changes, router } = useApp();
  const [screen] = useState((): FilesScreen => {
    const actions = createFileActions({ api: connection.api, changes, toasts });
    return {
      files: createFiles(connection, toasts),
      actions,
      uploads: createUploads({ connection, toasts, offerUndo: actions.offerUndo }),
    };
  });
  const { files, uploads } = screen;
  const route = router.route.value;
  const path = route.view === 'files' ? route.path : '';
  useEffect(() => files.follow(), []);
  useEffect(() => uploads.follow(), []);
  useEffect(() => files.open(path), [path]);
  return (
    <FilesContext.Provider value={screen}>
      <Shown path={path} screen={screen} />
    </FilesContext.Provider>
  );
}

/** What was shown stays until the next is there; a file's own state goes with its path. */
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
