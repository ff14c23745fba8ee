/** The files a run changed, each with its diff and its own undo; one that changed since needs a confirmation. */
import { useSignal } from '@preact/signals';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { gitFolderOf, type FileChange } from '#shared/runs/changes.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { ChangeName } from './change-name.tsx';
import { ChangesContext, type ShownChanges } from './changes-context.ts';
import { DiffText } from '#src/ui/kit/diff-text.tsx';
import styles from '#src/ui/kit/change-list.module.css';
import changesStyles from './changes.module.css';

/** `paths`: shows only these files of the run. */
export function ChangeList({ paths }: { paths?: readonly string[] }) {
  const { changes } = useApp();
  const shown = useContext(ChangesContext);
  const list = useSignal<readonly FileChange[]>([]);
  const version = changes.version.value;
  const run = shown?.run;
  useEffect(() => {
    if (run) void changes.list(run).then((found) => found && (list.value = found));
  }, [version, run]);
  if (!shown) return null;
  const wanted = paths?.map((path) => (gitFolderOf(path) ? `${gitFolderOf(path)}/` : path));
  return (
    <div class={styles.changeList}>
      {list.value
        .filter(({ path }) => wanted?.includes(path) ?? true)
        .map((change) => (
          <Change key={change.path} change={change} shown={shown} />
        ))}
    </div>
  );
}

function Change({ change, shown }: { change: FileChange; shown: ShownChanges }) {
  const isOpen = useSignal(false);
  const { path, kind, diff, conflict } = change;
  // Folders are listed with a trailing slash, but keyed without it.
  const name = path.replace(/\/$/, '');
  const isAsked = shown.conflicts.value.includes(name);
  return (
    <div class={styles.change} role="group" aria-label={path} data-kind={kind}>
      <div class={styles.changeLine}>
        <ChangeName change={change} isOpen={isOpen} />
        {!isAsked && (
          <Button
            kind="chip"
            aria-label={t('changes.undo-file', { path })}
            disabled={shown.isBusy.value}
            onClick={() => shown.undo([name], false)}
          >
            {t('action.undo')}
          </Button>
        )}
      </div>
      {isAsked && <Conflict name={name} shown={shown} />}
      {conflict && !isAsked && <p class="hint">{t('changes.changed-since')}</p>}
      {isOpen.value && diff !== undefined && <DiffText diff={diff} />}
    </div>
  );
}

function Conflict({ name, shown }: { name: string; shown: ShownChanges }) {
  const question = useRef<HTMLDivElement>(null);
  // The confirmation must be visible to the user who pressed Undo.
  useEffect(() => question.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div class={changesStyles.changeConflict} role="alert" ref={question}>
      <p>{t('changes.conflict', { path: name })}</p>
      <Button kind="chip" disabled={shown.isBusy.value} onClick={() => shown.undo([name], true)}>
        {t('changes.undo-anyway')}
      </Button>
    </div>
  );
}
