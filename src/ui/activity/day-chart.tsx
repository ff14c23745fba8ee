/** One figure by day as bars, with its sum as text and every day's value for screen readers. */
import type { DayFigures } from '#shared/tools/activity.ts';
import { language, t } from '#src/state/text/text.ts';
import styles from './figures.module.css';

/** One figure: how to read it from a day, sum it and format it. */
export type DayFigure = {
  key: 'calls' | 'errors' | 'average' | 'tokens' | 'cost';
  read(day: DayFigures): number;
  total(days: readonly DayFigures[]): number;
  format(value: number): string;
};

type DayChartProps = { figure: DayFigure; days: readonly DayFigures[] };

export function DayChart({ figure: { key, read, total, format }, days }: DayChartProps) {
  const most = Math.max(...days.map(read));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure class={styles.dayChart} data-figure={key}>
      <figcaption>
        <span>{t(`activity.day-${key}`)}</span>
        <strong class="numbers">{format(total(days))}</strong>
      </figcaption>
      <ol class={styles.dayBars}>
        {days.map((day) => (
          <li
            key={day.day}
            title={`${formatDay(day.day)}: ${format(read(day))}`}
            style={{ '--share': most > 0 ? read(day) / most : 0 }}
          >
            <span class="visually-hidden">{`${formatDay(day.day)}: ${format(read(day))}`}</span>
          </li>
        ))}
      </ol>
      <p class={styles.dayEnds} aria-hidden="true">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
    </figure>
  );
}

/** `2026-11-22` is a day in the user's time zone. */
export function formatDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' }).format(
    new Date(year, month - 1, date),
  );
}
