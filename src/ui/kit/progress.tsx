/** A progress bar with its numbers. */
import { t } from '#src/state/text/text.ts';
import { formatBytes } from './format-file.ts';

export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : null;
  // Without a known total only the amount so far is shown.
  const amount = percent === null ? formatBytes(done) : t('progress.percent', { percent });
  return (
    <div class="progress">
      <progress aria-label={label} {...(percent === null ? {} : { max: 100, value: percent })} />
      <small class="numbers">
        {label} · {amount}
      </small>
    </div>
  );
}
