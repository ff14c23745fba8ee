/** The menu of an entry. */
import { canShare, downloadFile, downloadZip, shareFile } from '#src/state/files/file-export.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './folder.module.css';

export type EntryTask = { type: 'menu' | 'rename' | 'move'; path: string; isFolder: boolean };

type EntryMenuProps = {
  task: EntryTask;
  onStep: (type: EntryTask['type']) => void;
  onRemove: () => void;
  onClose: () => void;
};

export function EntryMenu({ task, onStep, onRemove, onClose }: EntryMenuProps) {
  const { connection, toasts } = useApp();
  const { path, isFolder } = task;
  const deps = { api: connection.api, toasts };

  const leave = (work: () => Promise<void>) => () => {
    onClose();
    void toasts.attempt(work());
  };

  return (
    <>
      <h2 class={classNames('row-label', styles.sheetTitle)}>
        <bdi>{baseName(path)}</bdi>
      </h2>
      <Item icon="edit" label={t('files.rename')} onClick={() => onStep('rename')} />
      <Item icon="move" label={t('files.move')} onClick={() => onStep('move')} />
      {isFolder ? (
        <Item icon="download" label={t('files.zip')} onClick={leave(() => downloadZip(path, deps))} />
      ) : (
        <Item icon="download" label={t('files.download')} onClick={leave(() => downloadFile(path, deps))} />
      )}
      {!isFolder && canShare(path) && (
        <Item icon="share" label={t('files.share')} onClick={leave(() => shareFile(path, deps))} />
      )}
      <Item icon="trash" label={t('files.delete')} onClick={onRemove} />
    </>
  );
}

function Item({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="row" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  );
}
