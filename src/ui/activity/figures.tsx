/** The figures of the call log: four tiles, charts by day, a table of tools, and the log itself. */
import type { ActivityMetrics, LoopMetrics } from '#shared/tools/activity.ts';
import type { Activity } from '#src/state/runs/activity.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
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
      {metrics.loop.runs > 0 && <Loop loop={metrics.loop} />}
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

function Loop({ loop }: { loop: LoopMetrics }) {
  const stops = loop.guardStops.filter(({ runs }) => runs > 0);
  const stopped = stops.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <Section title={t('activity.loop')}>
      <dl class={classNames(styles.activityTiles, styles.loopTiles)}>
        <Tile name={t('activity.runs')} value={formatCount(loop.runs)} />
        <Tile name={t('activity.steps')} value={formatCount(loop.steps)} />
        <Tile name={t('activity.model-time')} value={formatDuration(loop.modelMs)} />
        <Tile name={t('activity.tool-time')} value={formatDuration(loop.toolMs)} />
        <Tile name={t('activity.retries')} value={formatCount(loop.retries)} />
        <Tile name={t('activity.guard-stops')} value={formatCount(stopped)} />
      </dl>
      {stopped > 0 && (
        <p class="hint">
          {stops
            .map(({ guard, runs }) => `${t(`activity.guard-${guard}`)}: ${formatCount(runs)}`)
            .join(' · ')}
        </p>
      )}
      {loop.unmeasured > 0 && <p class="hint">{t('activity.unmeasured', { count: loop.unmeasured })}</p>}
    </Section>
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
