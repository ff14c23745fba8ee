/** The two lists of changes: to push into the real folder, and to pull from it. */
import type { LinkedFolderChange, LinkedFolderReview } from '#shared/rpc/linked-folder.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useSignal } from '@preact/signals';
import type { FolderReview } from '#src/state/linked-folders/folder-review.ts';
import { t } from '#src/state/text/text.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { ChangeRow } from './change-row.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import changeListStyles from '#src/ui/kit/change-list.module.css';
import styles from './linked-folders.module.css';

/** Rows rendered at once; a button adds more. */
const pageRows = 200;

export function OutgoingSection({
  state,
  changes,
}: {
  state: FolderReview;
  changes: readonly LinkedFolderChange[];
}) {
  const shown = useSignal(pageRows);
  if (changes.length === 0) return null;
  const chosen = new Set(state.chosen.value.map(({ path }) => path));
  const isAll = chosen.size === changes.length;
  return (
    <Section title={t('linked-folders.to-write')} hint={t('linked-folders.to-write-hint')}>
      {changes.length > 1 && (
        <label class={classNames('check-line', styles.tickAll)}>
          <input
            type="checkbox"
            checked={isAll}
            indeterminate={!isAll && chosen.size > 0}
            onChange={() => state.chooseAll(!isAll)}
          />
          <span class="check-text">{t('linked-folders.tick-all')}</span>
        </label>
      )}
      <div class={classNames(changeListStyles.changeList, styles.folderChanges)}>
        {changes.slice(0, shown.value).map((change) => (
          <ChangeRow key={change.path} state={state} change={change} isChosen={chosen.has(change.path)} />
        ))}
      </div>
      <ShowMore left={changes.length - shown.value} onMore={() => (shown.value += pageRows)} />
    </Section>
  );
}

export function IncomingSection({ state, review }: { state: FolderReview; review: LinkedFolderReview }) {
  const { incoming } = review;
  const shown = useSignal(pageRows);
  const isWorking = state.work.value !== null;
  if (incoming.length === 0) return null;
  return (
    <Section title={t('linked-folders.incoming')} hint={t('linked-folders.incoming-hint')}>
      <ul class={classNames(changeListStyles.changeList, styles.folderChanges)}>
        {incoming.slice(0, shown.value).map(({ path, kind }) => (
          <li
            key={path}
            class={classNames(changeListStyles.change, changeListStyles.changeName)}
            data-kind={kind}
          >
            <span class={changeListStyles.changeKind}>{t(`changes.${kind}`)}</span>
            <bdi class={changeListStyles.changePath}>{path}</bdi>
          </li>
        ))}
      </ul>
      <ShowMore left={incoming.length - shown.value} onMore={() => (shown.value += pageRows)} />
      <div class="chips">
        <Button disabled={isWorking} onClick={() => void state.pull(incoming)}>
          {t(state.work.value === 'pulling' ? 'linked-folders.fetching' : 'linked-folders.fetch')}
        </Button>
      </div>
    </Section>
  );
}

function ShowMore({ left, onMore }: { left: number; onMore: () => void }) {
  if (left <= 0) return null;
  return <Button onClick={onMore}>{t('files.show-more', { count: left })}</Button>;
}
