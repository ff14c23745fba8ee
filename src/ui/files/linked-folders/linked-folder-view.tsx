/** The screen that reviews a linked folder: its changes, push, pull and disconnect. */
import { useEffect, useState, useRef } from 'preact/hooks';
import type { LinkedFolderInfo } from '#shared/rpc/linked-folder.ts';
import { createFolderReview, type FolderReview } from '#src/state/linked-folders/folder-review.ts';
import { faultText } from '#src/state/linked-folders/folder-texts.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { useFiles } from '../files-context.ts';
import { IncomingSection, OutgoingSection } from './change-sections.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import filesStyles from '../files.module.css';
import styles from './linked-folders.module.css';

export function LinkedFolderView({ name }: { name: string }) {
  const { router } = useApp();
  const { linkedFolders } = useFiles();
  const linkedFolder = linkedFolders.list.value?.find((each) => each.name === name);
  return (
    <>
      <TopBar onBack={() => router.go({ view: 'files', path: name })}>
        <h1 class="view-title">{t('linked-folders.changes-to', { name: linkedFolder?.source ?? name })}</h1>
      </TopBar>
      {linkedFolder ? (
        <Review linkedFolder={linkedFolder} />
      ) : (
        linkedFolders.list.value && (
          <div class="scroller">
            <div class="page">
              <p class="hint">{t('linked-folders.unknown', { name })}</p>
            </div>
          </div>
        )
      )}
    </>
  );
}

function Review({ linkedFolder }: { linkedFolder: LinkedFolderInfo }) {
  const { connection, toasts } = useApp();
  const { actions } = useFiles();
  const [state] = useState(() =>
    createFolderReview(linkedFolder, { connection, toasts, offerUndo: actions.offerUndo }),
  );
  useEffect(() => state.follow(), []);
  useEffect(() => void state.compare(), []);
  const review = state.review.value;
  return (
    <>
      <div class="scroller" aria-busy={state.work.value !== null}>
        <div class={classNames('page', filesStyles.files, styles.folderPage)}>
          <Status linkedFolder={linkedFolder} state={state} />
          <ReportNote state={state} />
          {review && <OutgoingSection state={state} changes={review.changes} />}
          {review && <IncomingSection state={state} review={review} />}
          {review && <LeftOutList left={review.left} />}
          <Disconnect linkedFolder={linkedFolder} state={state} />
        </div>
      </div>
      {review && review.changes.length > 0 && <WriteBar state={state} count={review.changes.length} />}
    </>
  );
}

type PartProps = { linkedFolder: LinkedFolderInfo; state: FolderReview };

function Status({ linkedFolder: { source }, state }: PartProps) {
  const problem = state.problem.value;
  const review = state.review.value;
  if (problem) {
    const isAsked = problem === 'asking';
    return (
      <div class={styles.folderNote} role="status" data-problem={!isAsked}>
        <p>{isAsked ? t('linked-folders.ask', { name: source }) : faultText(problem, source)}</p>
        <button
          type="button"
          class={isAsked ? 'button primary' : 'button'}
          onClick={() => void state.allow()}
        >
          {isAsked || problem === 'refused' ? t('linked-folders.allow') : t('action.try-again')}
        </button>
      </div>
    );
  }
  const isAlike = review && review.changes.length + review.incoming.length === 0 && !review.isCopyGone;
  return (
    <div role="status">
      {!review && <p class="hint">{t('linked-folders.comparing')}</p>}
      {isAlike && (
        <p class={styles.folderAlike}>
          <Icon name="check" />
          {t('linked-folders.alike')}
        </p>
      )}
      {review?.isCopyGone && <p>{t('linked-folders.copy-gone')}</p>}
    </div>
  );
}

function Disconnect({ linkedFolder: { name }, state }: PartProps) {
  const { router } = useApp();
  async function disconnect(): Promise<void> {
    if (await state.disconnect()) router.go({ view: 'files', path: name });
  }
  return (
    <Section title={t('linked-folders.disconnect')} hint={t('linked-folders.disconnect-hint')}>
      <div class="chips">
        <Button disabled={state.work.value !== null} onClick={() => void disconnect()}>
          {t('linked-folders.disconnect')}
        </Button>
      </div>
    </Section>
  );
}

/** The result of a push or pull: the number of files done, and the names of the others with the reason. */
function ReportNote({ state }: { state: FolderReview }) {
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

/** Below the changes: the number ticked, and the push button. */
function WriteBar({ state, count }: { state: FolderReview; count: number }) {
  const chosen = state.chosen.value.length;
  const isWriting = state.work.value === 'pushing';
  return (
    <div class={filesStyles.editorBar} data-bar="write">
      <p class="hint numbers">{t('linked-folders.chosen', { chosen, count })}</p>
      <Button
        kind="primary"
        disabled={chosen === 0 || state.work.value !== null}
        onClick={() => void state.push()}
      >
        {t(isWriting ? 'linked-folders.writing' : 'linked-folders.write')}
      </Button>
    </div>
  );
}
