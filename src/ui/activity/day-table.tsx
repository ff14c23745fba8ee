/** The figures by day as a table, newest day first. */
import type { DayFigures } from '#shared/tools/activity.ts';
import { t } from '#src/state/text/text.ts';
import { formatDay } from './day-chart.tsx';
import type { DayFigure } from './day-chart.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './figures.module.css';

type DayTableProps = { figures: readonly DayFigure[]; days: readonly DayFigures[] };

export function DayTable({ figures, days }: DayTableProps) {
  return (
    <details class={styles.dayDetails}>
      <summary>{t('activity.as-table')}</summary>
      {/* May be wide: it scrolls separately, also by keyboard. */}
      <div
        class={classNames('cards', styles.dayScroll)}
        tabIndex={0}
        role="group"
        aria-label={t('activity.as-table')}
      >
        <table class={classNames(styles.dayTable, 'numbers')}>
          <thead>
            <tr>
              <th scope="col">{t('activity.day')}</th>
              {figures.map(({ key }) => (
                <th key={key} scope="col">
                  {t(`activity.day-${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(day.day)}</th>
                {figures.map(({ key, read, format }) => (
                  <td key={key}>{read(day) === 0 ? '–' : format(read(day))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
