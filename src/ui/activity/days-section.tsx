/** Figures by day as small charts, and as a table. */
import type { DayFigure } from './day-chart.tsx';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DailyFigures, DayFigures } from '#shared/tools/activity.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import styles from './figures.module.css';

const ranges = ['7', '30'] as const;

/** `calls`: the number of calls in the log; the charts are fetched again when it changes. */
export function DaysSection({ calls }: { calls: number }) {
  const { connection, toasts } = useApp();
  const range = useSignal<(typeof ranges)[number]>('7');
  const figures = useSignal<DailyFigures | null>(null);
  const wanted = range.value;
  useEffect(() => {
    void toasts.attempt(connection.api.activity.daily(Number(wanted))).then((answer) => {
      if (answer && range.value === wanted) figures.value = answer;
    });
  }, [wanted, calls]);
  const shown = figures.value;
  return (
    <Section title={t('activity.by-day')}>
      <Choice
        label={t('activity.range')}
        isLabelHidden
        options={ranges.map((value) => ({ value, label: t('activity.last-days', { count: Number(value) }) }))}
        value={wanted}
        onChoose={(value) => (range.value = value)}
      />
      {shown && (
        <>
          <div class={styles.dayCharts}>
            {dayFigures.map((figure) => (
              <DayChart key={figure.key} figure={figure} days={shown.days} />
            ))}
          </div>
          {shown.keepDays < Number(wanted) && (
            <p class="hint">{t('activity.kept-days', { count: shown.keepDays })}</p>
          )}
          <DayTable figures={dayFigures} days={shown.days} />
        </>
      )}
    </Section>
  );
}

const sum = (read: (day: DayFigures) => number) => (days: readonly DayFigures[]) =>
  days.reduce((total, day) => total + read(day), 0);

const added = (
  key: DayFigure['key'],
  read: DayFigure['read'],
  format: DayFigure['format'] = formatCount,
): DayFigure => ({ key, read, total: sum(read), format });

const dayFigures: readonly DayFigure[] = [
  added('calls', ({ calls }) => calls),
  added('errors', ({ errors }) => errors),
  {
    key: 'average',
    read: ({ averageMs }) => averageMs,
    // The mean over calls, not over days: a day with one slow call must not count as much as a day with many.
    total: (days) =>
      sum(({ averageMs, calls }) => averageMs * calls)(days) / Math.max(1, sum(({ calls }) => calls)(days)),
    format: formatDuration,
  },
  added('tokens', ({ tokens }) => tokens),
  added('cost', ({ cost }) => cost, formatCost),
];
