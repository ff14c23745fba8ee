/** The tools as a table: calls, success rate, durations; a tap lists a tool's calls. */
import type { ToolMetrics } from '#shared/tools/activity.ts';
import { language, t } from '#src/state/text/text.ts';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { formatCount } from '#src/ui/kit/format.ts';
import styles from './figures.module.css';

type ToolTableProps = { tools: readonly ToolMetrics[]; onChooseTool: (tool: string) => void };

export function ToolTable({ tools, onChooseTool }: ToolTableProps) {
  const most = tools[0]?.calls ?? 1;
  return (
    <div class="cards">
      <table class={styles.toolTable}>
        <thead>
          <tr>
            <th scope="col">{t('activity.tool')}</th>
            <th scope="col">{t('activity.count')}</th>
            <th scope="col">{t('activity.success-rate')}</th>
            <th scope="col">{t('activity.average')}</th>
            <th scope="col" class={styles.wideOnly}>
              {t('activity.p95')}
            </th>
            <th scope="col">{t('activity.timeouts')}</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((each) => (
            <ToolRow key={each.tool} metrics={each} most={most} onChooseTool={onChooseTool} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ToolRowProps = { metrics: ToolMetrics; most: number; onChooseTool: (tool: string) => void };

function ToolRow({ metrics, most, onChooseTool }: ToolRowProps) {
  const { tool, calls, successes, errors, refused, timeouts, averageMs, p95Ms, lastError } = metrics;
  const title = useToolTitles()(tool);
  return (
    <tr>
      <th scope="row">
        <button type="button" class={styles.toolName} onClick={() => onChooseTool(tool)}>
          {title !== tool && <span>{title}</span>}
          <code>{tool}</code>
          <svg class={styles.toolBar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class={styles.succeeded} width={(successes / most) * 100} height="4" />
            <rect
              class={styles.failed}
              x={(successes / most) * 100}
              width={(errors / most) * 100}
              height="4"
            />
          </svg>
          {refused > 0 && <small>{t('activity.refused', { count: refused })}</small>}
          {lastError && <small>{t('activity.last-error', { type: lastError.outcome })}</small>}
        </button>
      </th>
      <td>{formatCount(calls)}</td>
      <td>{formatShare(successes, calls - refused)}</td>
      <td>{formatDuration(averageMs)}</td>
      <td class={styles.wideOnly}>{formatDuration(p95Ms)}</td>
      <td>{timeouts === 0 ? '–' : formatCount(timeouts)}</td>
    </tr>
  );
}

/** A share as a percentage, rounded down: 100 % means all of them. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : Math.floor((part / whole) * 100) / 100;
  return new Intl.NumberFormat(language.value, { style: 'percent' }).format(share);
}
