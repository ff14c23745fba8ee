/** The activity screen: active runs, the call log, figures and connections. */
import '#src/ui/styles/screens.ts';
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '#shared/assert-never.ts';
import { createActivity, type Activity } from '#src/state/runs/activity.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { CallList } from './call-list.tsx';
import { Figures } from './figures.tsx';
import { Filters } from './filters.tsx';
import { RunningSection } from './running-section.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './activity.module.css';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';

const ConnectionsSection = createLazyView(
  async () => (await import('./connections-section.tsx')).ConnectionsSection,
  ['activity', 'errors', 'calls'],
);

type Shown = 'calls' | 'figures' | 'connections';

export function ActivityView() {
  const { connection, toasts } = useApp();
  const [activity] = useState(() => createActivity(connection, toasts));
  const shown = useSignal<Shown>('calls');
  useEffect(() => activity.follow(), []);
  return (
    <>
      <TopBar>
        <h1 class="view-title">{t('activity.title')}</h1>
      </TopBar>
      <div class="scroller">
        <div class={classNames('page', styles.activity)}>
          <RunningSection />
          <Choice
            label={t('activity.view')}
            isLabelHidden
            options={[
              { value: 'calls', label: t('activity.calls') },
              { value: 'figures', label: t('activity.figures') },
              { value: 'connections', label: t('activity.connections') },
            ]}
            value={shown.value}
            onChoose={(value) => (shown.value = value)}
          />
          <Part activity={activity} shown={shown} />
        </div>
      </div>
    </>
  );
}

function Part({ activity, shown }: { activity: Activity; shown: Signal<Shown> }) {
  switch (shown.value) {
    case 'calls':
      if (activity.metrics.value?.calls === 0) return <EmptyLog />;
      return (
        <>
          <Filters activity={activity} />
          <CallList activity={activity} />
        </>
      );
    case 'figures':
      return (
        <Figures
          activity={activity}
          onChooseTool={(tool) => {
            activity.change({ tool, text: '', onlyErrors: false });
            shown.value = 'calls';
          }}
        />
      );
    case 'connections':
      return <ConnectionsSection />;
    default:
      return assertNever(shown.value);
  }
}

/** The empty call log: explains what it will contain, and offers a first call. */
function EmptyLog() {
  const { router, chat } = useApp();
  const { suggest } = useSuggestion();
  function ask(): void {
    router.go({ view: 'chat', session: null });
    chat.send(suggest('suggestion.time'));
  }
  return (
    <div class={styles.activityEmpty}>
      <Icon name="activity" />
      <h2>{t('activity.empty')}</h2>
      <p class="hint">{t('activity.empty-hint')}</p>
      <button type="button" class="button" onClick={ask}>
        <Icon name="clock" />
        {suggest('suggestion.time')}
      </button>
    </div>
  );
}
