/** The execution log, to look things up in, and the figures that come of it. */
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { createActivity } from '../../state/activity.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { Choice } from '../settings/choice.tsx';
import { CallList } from './call-list.tsx';
import { EmptyLog } from './empty-log.tsx';
import { Figures } from './figures.tsx';
import { Filters } from './filters.tsx';
import '../styles/settings.css';
import '../styles/activity.css';
import '../styles/calls.css';

export function ActivityView() {
  const { connection, toasts } = useApp();
  const [activity] = useState(() => createActivity(connection, toasts));
  const shown = useSignal<'calls' | 'figures'>('calls');
  useEffect(() => activity.follow(), []);
  const isEmpty = activity.metrics.value?.calls === 0;
  return (
    <>
      <TopBar>
        <h1 class="view-title">{t('activity.title')}</h1>
      </TopBar>
      <div class="scroller">
        {isEmpty ? (
          <EmptyLog />
        ) : (
          <div class="page activity">
            <Choice
              label={t('activity.view')}
              isLabelHidden
              options={[
                { value: 'calls', label: t('activity.calls') },
                { value: 'figures', label: t('activity.figures') },
              ]}
              value={shown.value}
              onChoose={(value) => (shown.value = value)}
            />
            {shown.value === 'calls' ? (
              <>
                <Filters activity={activity} />
                <CallList activity={activity} />
              </>
            ) : (
              <Figures
                activity={activity}
                onChooseTool={(tool) => {
                  activity.change({ tool, text: '', onlyErrors: false });
                  shown.value = 'calls';
                }}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
}
