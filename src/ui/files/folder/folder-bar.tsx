/** The ways to add to a folder: files of the device, a new file, a new folder. */
import { useSignal } from '@preact/signals';
import { joinPath } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import { useFiles } from '../files-context.ts';
import { OpenFolderButton } from '../linked-folders/open-folder.tsx';
import { NameForm } from './name-form.tsx';
import { Sheet } from '#src/ui/kit/bar/sheet.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './folder.module.css';

type FolderBarProps = { path: string; siblings: readonly string[] };

export function FolderBar({ path, siblings }: FolderBarProps) {
  const { uploads } = useFiles();
  const adding = useSignal<'file' | 'folder' | null>(null);
  return (
    <div class={classNames('chips', styles.folderBar)} data-bar="folder">
      <ImportButton
        label={t('files.upload')}
        icon="upload"
        isMultiple
        onFiles={(files) => void uploads.add(path, files)}
      />
      <Button icon="new-file" onClick={() => (adding.value = 'file')}>
        {t('files.new-file')}
      </Button>
      <Button icon="new-folder" onClick={() => (adding.value = 'folder')}>
        {t('files.new-folder')}
      </Button>
      {path === '' && <OpenFolderButton />}
      {adding.value && (
        <NewEntry
          path={path}
          siblings={siblings}
          isFolder={adding.value === 'folder'}
          onClose={() => (adding.value = null)}
        />
      )}
    </div>
  );
}

type NewEntryProps = FolderBarProps & { isFolder: boolean; onClose: () => void };

function NewEntry({ path, siblings, isFolder, onClose }: NewEntryProps) {
  const { router } = useApp();
  const { actions } = useFiles();
  const title = t(isFolder ? 'files.new-folder' : 'files.new-file');

  async function create(name: string): Promise<void> {
    onClose();
    const own = joinPath(path, name);
    const isDone = await (isFolder ? actions.createFolder(own) : actions.createFile(own));
    // A new file is opened; after a new folder the user stays here.
    if (isDone && !isFolder) router.go({ view: 'files', path: own });
  }

  return (
    <Sheet label={title} onClose={onClose}>
      <NameForm
        title={title}
        label={t('files.name')}
        action={t('files.create')}
        name={isFolder ? '' : t('files.new-file-name')}
        siblings={siblings}
        onName={(name) => void create(name)}
        onCancel={onClose}
      />
    </Sheet>
  );
}
