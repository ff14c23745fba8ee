/** What is different between a real folder and its copy, and everything that can be done about it. */
import { useEffect, useState } from 'preact/hooks';
import type { MountInfo } from '#shared/rpc/linked-folder.ts';
import { createMountState, type MountState } from '#src/state/linked-folders/folder-review.ts';
import { faultText } from '#src/state/linked-folders/folder-texts.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/shell/top-bar.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { useFiles } from '../files-context.ts';
import { IncomingSection, OutgoingSection } from './change-sections.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { ReportNote } from './report-note.tsx';
import { WriteBar } from './write-bar.tsx';
import '#src/ui/styles/calls.css';
import '#src/ui/styles/changes.css';
import '#src/ui/styles/linked-folders.css';

export function MountView({ name }: { name: string }) {
  const { router } = useApp();
  const { mounts } = useFiles();
  const mount = mounts.list.value?.find((each) => each.name === name);
  return (
    <>
      <TopBar onBack={() => router.go({ view: 'files', path: name })}>
        <h1 class="view-title">{t('mounts.changes-to', { name: mount?.source ?? name })}</h1>
      </TopBar>
      {mount ? (
        <Review mount={mount} />
      ) : (
        mounts.list.value && (
          <div class="scroller">
            <div class="page">
              <p class="hint">{t('mounts.unknown', { name })}</p>
            </div>
          </div>
        )
      )}
    </>
  );
}

function Review({ mount }: { mount: MountInfo }) {
  const { connection, toasts } = useApp();
  const { actions } = useFiles();
  const [state] = useState(() =>
    createMountState(mount, { connection, toasts, offerUndo: actions.offerUndo }),
  );
  useEffect(() => state.follow(), []);
  useEffect(() => void state.look(), []);
  const review = state.review.value;
  return (
    <>
      <div class="scroller" aria-busy={state.work.value !== null}>
        <div class="page files mount-page">
          <Status mount={mount} state={state} />
          <ReportNote state={state} />
          {review && <OutgoingSection state={state} changes={review.changes} />}
          {review && <IncomingSection state={state} review={review} />}
          {review && <LeftOutList left={review.left} />}
          <Disconnect mount={mount} state={state} />
        </div>
      </div>
      {review && review.changes.length > 0 && <WriteBar state={state} count={review.changes.length} />}
    </>
  );
}

type PartProps = { mount: MountInfo; state: MountState };

function Status({ mount: { source }, state }: PartProps) {
  const problem = state.problem.value;
  const review = state.review.value;
  if (problem) {
    const isAsked = problem === 'asking';
    return (
      <div class="mount-note" role="status" data-problem={!isAsked}>
        <p>{isAsked ? t('mounts.ask', { name: source }) : faultText(problem, source)}</p>
        <button
          type="button"
          class={isAsked ? 'button primary' : 'button'}
          onClick={() => void state.allow()}
        >
          {isAsked || problem === 'refused' ? t('mounts.allow') : t('action.try-again')}
        </button>
      </div>
    );
  }
  const isAlike = review && review.changes.length + review.incoming.length === 0 && !review.isCopyGone;
  return (
    <div role="status">
      {!review && <p class="hint">{t('mounts.comparing')}</p>}
      {isAlike && (
        <p class="mount-alike">
          <Icon name="check" />
          {t('mounts.alike')}
        </p>
      )}
      {review?.isCopyGone && <p>{t('mounts.copy-gone')}</p>}
    </div>
  );
}

function Disconnect({ mount: { name }, state }: PartProps) {
  const { router } = useApp();
  async function disconnect(): Promise<void> {
    if (await state.disconnect()) router.go({ view: 'files', path: name });
  }
  return (
    <Section title={t('mounts.disconnect')} hint={t('mounts.disconnect-hint')}>
      <div class="chips">
        <button
          type="button"
          class="button"
          disabled={state.work.value !== null}
          onClick={() => void disconnect()}
        >
          {t('mounts.disconnect')}
        </button>
      </div>
    </Section>
  );
}
