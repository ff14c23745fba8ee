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
import { Button } from '#src/ui/kit/form/button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { FileView } from './file/file-view.tsx';
import { FilesContext, type FilesScreen } from './files-context.ts';
import { FolderView } from './folder/folder-view.tsx';
import { useSignal } from '@preact/signals';
import { newId } from '#shared/ids.ts';
import { storeFileDraft, storedFileDraft } from '#src/state/files/file-drafts.ts';
import { fileErrorText } from '#src/state/files/file-errors.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import styles from './files.module.css';

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

/** A path that does not exist, with a way to the files; unsaved text of it can be restored. */
function MissingView({ path }: { path: string }) {
  const { router, connection, toasts } = useApp();
  const draft = useSignal(storedFileDraft(path));

  async function saveAgain(): Promise<void> {
    const text = draft.value?.field ?? '';
    const answer = await toasts.attempt(
      connection.api.files.saveText(newId('run'), { path, text, base: null }),
    );
    if (answer && !answer.ok) return void toasts.show(fileErrorText(answer.error, baseName(path)));
    // If the file was created again meanwhile, its editor shows both texts.
    if (answer?.ok && answer.value.saved) storeFileDraft(path, null);
  }

  return (
    <>
      <TopBar onBack={() => router.go({ view: 'files', path: '' })}>
        <h1 class="view-title">{baseName(path)}</h1>
      </TopBar>
      <div class="scroller">
        <div class="page">
          <div class={styles.filesEmpty}>
            <p>{t('files.missing', { name: path })}</p>
            {draft.value && (
              <>
                <p class="hint">{t('files.missing-draft')}</p>
                <Button kind="primary" onClick={() => void saveAgain()}>
                  {t('files.save-again')}
                </Button>
              </>
            )}
            <a class="button" href={formatRoute({ view: 'files', path: '' })}>
              {t('files.show-all')}
            </a>
          </div>
        </div>
      </div>
    </>
  );
}
