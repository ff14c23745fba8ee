/** The result of a push or pull: the number of files done, and the names of the others with the reason. */
import { useEffect, useRef } from 'preact/hooks';
import type { FolderReview } from '#src/state/linked-folders/folder-review.ts';
import { t } from '#src/state/text/text.ts';
import styles from './linked-folders.module.css';

export function ReportNote({ state }: { state: FolderReview }) {
  const report = state.report.value;
  const note = useRef<HTMLDivElement>(null);
  // Scrolled into view: the button is at the other end of a possibly long list.
  useEffect(() => {
    if (report) note.current?.scrollIntoView({ block: 'nearest' });
  }, [report]);
  if (!report) return <div role="status" />;
  const { done, left, kept } = report;
  return (
    <div ref={note} role="status" class={styles.folderNote} data-problem={left.length > 0}>
      {done.length > 0 && <p>{t('linked-folders.written', { count: done.length })}</p>}
      {kept && <p>{t('linked-folders.kept', { name: kept })}</p>}
      {left.length > 0 && (
        <ul class={styles.folderLeft}>
          {left.map(({ path, why }) => (
            <li key={path}>{t(`linked-folders.why-${why}`, { path })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
