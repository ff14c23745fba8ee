/** Under an answer that did not complete: what was done, what was not, and which files changed. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { RunId } from '#shared/ids.ts';
import { textOf } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { handOverOf, type ToolCount } from '#shared/runs/hand-over.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import styles from './messages.module.css';

/** Names beyond these are counted only. */
const shownFiles = 5;

export function HandOverList({ view }: { view: SessionView }) {
  const titleOf = useToolTitles();
  const { messages, outcome } = view;
  const last = messages.at(-1);
  const files = useChangedFiles(last ? [last.run] : []);
  if (!last || !outcome || outcome.type === 'completed') return null;
  const handOver = handOverOf(messages, last.run);
  // The model has handed it over in its own words.
  const isAnswered =
    textOf(last) !== '' && !last.parts.some(({ type }) => type === 'call' || type === 'error');
  if (!handOver || (isAnswered && outcome.type !== 'stopped')) return null;
  const names = (counts: readonly ToolCount[]) =>
    counts.map(({ tool, count }) => (count > 1 ? `${titleOf(tool)} ×${count}` : titleOf(tool))).join(', ');
  const { done, failed, left, todos } = handOver;
  const rows = [
    [t('outcome.done'), names(done)],
    [t('outcome.failed-calls'), names(failed)],
    [t('outcome.not-done'), [names(left), ...todos].filter(Boolean).join(', ')],
    [t('outcome.files'), files],
  ].filter(([, value]) => value !== '');
  return (
    <dl class={styles.handOver} aria-label={t('outcome.hand-over')}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The names of the files that these runs changed, in one text. */
export function useChangedFiles(runs: readonly RunId[]): string {
  const { changes } = useApp();
  const names = useSignal('');
  const changed = runs.filter((run) => (changes.counts.value[run] ?? 0) > 0);
  const { value: version } = changes.version;
  useEffect(() => {
    names.value = '';
    if (changed.length === 0) return;
    void Promise.all(changed.map((run) => changes.list(run))).then((lists) => {
      const paths = [...new Set(lists.flatMap((list = []) => list.map(({ path }) => path)))];
      const rest = paths.length > shownFiles ? ['…'] : [];
      names.value = [...paths.slice(0, shownFiles), ...rest].join(', ');
    });
  }, [changed.join(' '), version]);
  return names.value;
}
