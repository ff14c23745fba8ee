/** The figures of the call log: four tiles, charts by day, a table of tools, and the log itself. */
import type { ActivityMetrics } from '#shared/tools/activity.ts';
import type { Activity } from '#src/state/runs/activity.ts';
import { t } from '#src/state/text/text.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { formatCount } from '#src/ui/kit/format.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { DaysSection } from './days-section.tsx';
import { LogSection } from './log-section.tsx';
import { formatShare, ToolTable } from './tool-table.tsx';
import styles from './figures.module.css';

type FiguresProps = { activity: Activity; onChooseTool: (tool: string) => void };

export function Figures({ activity, onChooseTool }: FiguresProps) {
  const metrics = activity.metrics.value;
  if (!metrics) return null;
  return (
    <>
      {metrics.calls > 0 && <Tiles metrics={metrics} />}
      <DaysSection calls={metrics.calls} />
      {metrics.calls > 0 && (
        <>
          <Section title={t('activity.by-tool')}>
            <ToolTable tools={metrics.tools} onChooseTool={onChooseTool} />
          </Section>
          <LogSection />
        </>
      )}
    </>
  );
}

function Tiles({ metrics }: { metrics: ActivityMetrics }) {
  const { calls, successes, refused, savedMs, peakConcurrency } = metrics;
  return (
    <dl class={styles.activityTiles}>
      <Tile name={t('activity.count')} value={formatCount(calls)} />
      <Tile name={t('activity.success-rate')} value={formatShare(successes, calls - refused)} />
      <Tile name={t('activity.peak')} value={formatCount(peakConcurrency)} />
      <Tile name={t('activity.saved')} value={formatDuration(savedMs)} />
    </dl>
  );
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
