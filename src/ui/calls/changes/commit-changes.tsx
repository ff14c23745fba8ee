/** The files of a commit with their diffs, read from the repository when the card is opened. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CommitChanges as Changes } from '#shared/api/git.ts';
import { messageOf } from '#shared/message-of.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { DiffText } from '#src/ui/kit/diff-text.tsx';
import styles from '#src/ui/kit/change-list.module.css';
import { ChangeName } from './change-name.tsx';

type CommitChangesProps = { folder: string; commit: string };
type File = Changes['files'][number];

/** A commit whose diffs have at most so many lines is shown without a tap. */
const maxOpenLines = 100;

export function CommitChanges({ folder, commit }: CommitChangesProps) {
  const { connection } = useApp();
  const answer = useSignal<Fallible<Changes> | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Fallible<Changes> | undefined) => void (isCurrent && (answer.value = found));
    show(undefined);
    connection.api.git
      .commit(folder, commit)
      .then(show, (error: unknown) =>
        show({ ok: false, error: { type: 'execution_error', message: messageOf(error) } }),
      );
    return () => void (isCurrent = false);
  }, [folder, commit]);
  if (!answer.value) return null;
  if (!answer.value.ok) {
    const { type, message } = answer.value.error;
    // The commit was undone, or amended and cleaned up, or the folder was moved.
    return <p class="hint">{type === 'file_not_found' ? t('changes.commit-gone') : message}</p>;
  }
  const { files, others } = answer.value.value;
  const lines = files.reduce((sum, { diff = '' }) => sum + diff.split('\n').length, 0);
  return (
    <section aria-label={t('call.changed')}>
      <div class={styles.changeList}>
        {files.map((file) => (
          <CommittedFile key={file.path} file={file} isOpenAtFirst={lines <= maxOpenLines} />
        ))}
      </div>
      {others > 0 && <p class="hint">{t('changes.others', { count: others })}</p>}
    </section>
  );
}

function CommittedFile({ file, isOpenAtFirst }: { file: File; isOpenAtFirst: boolean }) {
  const isOpen = useSignal(isOpenAtFirst);
  const { path, kind, diff } = file;
  return (
    <div class={styles.change} role="group" aria-label={path} data-kind={kind}>
      <div class={styles.changeLine}>
        <ChangeName
          change={file}
          isOpen={isOpen}
          counts={diff === undefined ? undefined : countLines(diff)}
        />
      </div>
      {isOpen.value && diff !== undefined && <DiffText diff={withoutHead(diff)} />}
    </div>
  );
}

/**
 * Removes the header of a diff: the line above names the file. A binary file has no hunks, so its diff stays.
 */
function withoutHead(diff: string): string {
  const start = diff.indexOf('\n@@ ');
  return start < 0 ? diff : diff.slice(start + 1);
}

function countLines(diff: string): { added: number; removed: number } | undefined {
  const body = withoutHead(diff);
  if (body === diff) return undefined;
  const count = (mark: RegExp) => body.match(mark)?.length ?? 0;
  return { added: count(/^\+/gm), removed: count(/^-/gm) };
}
