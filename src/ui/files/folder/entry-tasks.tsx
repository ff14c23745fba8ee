/** The sheet of one entry: its menu, then the form of the chosen action. */
import type { EntryTask } from './entry-menu.tsx';
import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { assertNever } from '#shared/assert-never.ts';
import { joinPath, baseName, parentOf } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { EntryMenu } from './entry-menu.tsx';
import { useFiles } from '../files-context.ts';
import { FolderPicker } from './folder-picker.tsx';
import { NameForm } from './name-form.tsx';
import { Sheet } from '#src/ui/kit/bar/sheet.tsx';

type EntryTasksProps = {
  task: Signal<EntryTask | null>;
  /** Called with the entry's new path, or null if it was deleted. */
  onDone?: (path: string | null) => void;
};

export function EntryTasks({ task, onDone }: EntryTasksProps) {
  if (!task.value) return null;
  const close = () => (task.value = null);
  return (
    <Sheet label={baseName(task.value.path)} onClose={close}>
      <Step
        task={task.value}
        onStep={(type) => task.value && (task.value = { ...task.value, type })}
        onClose={close}
        onDone={onDone}
      />
    </Sheet>
  );
}

type StepProps = {
  task: EntryTask;
  onStep: (type: EntryTask['type']) => void;
  onClose: () => void;
  onDone: EntryTasksProps['onDone'];
};

function Step({ task, onStep, onClose, onDone }: StepProps) {
  const { actions } = useFiles();
  const { path } = task;

  async function move(to: string): Promise<void> {
    onClose();
    if (await actions.move(path, to)) onDone?.(to);
  }

  async function remove(): Promise<void> {
    onClose();
    if (await actions.remove(path)) onDone?.(null);
  }

  switch (task.type) {
    case 'menu':
      return <EntryMenu task={task} onStep={onStep} onRemove={() => void remove()} onClose={onClose} />;
    case 'rename':
      return (
        <RenameForm
          path={path}
          onName={(name) => void move(joinPath(parentOf(path), name))}
          onCancel={onClose}
        />
      );
    case 'move':
      return (
        <FolderPicker
          path={path}
          isFolder={task.isFolder}
          onPick={(folder) => void move(joinPath(folder, baseName(path)))}
          onCancel={onClose}
        />
      );
    default:
      return assertNever(task.type);
  }
}

type RenameFormProps = { path: string; onName: (name: string) => void; onCancel: () => void };

function RenameForm({ path, onName, onCancel }: RenameFormProps) {
  const { connection, toasts } = useApp();
  const siblings = useSignal<readonly string[]>([]);
  useEffect(() => {
    void toasts.attempt(connection.api.files.list(parentOf(path) || '.')).then((listed) => {
      if (listed?.ok) siblings.value = listed.value.map(({ name }) => name);
    });
  }, [path]);
  return (
    <NameForm
      title={t('files.rename-title', { name: baseName(path) })}
      label={t('files.new-name')}
      action={t('files.rename')}
      name={baseName(path)}
      siblings={siblings.value}
      isRename
      onName={onName}
      onCancel={onCancel}
    />
  );
}
