/** The runs active right now in every chat and tab: since when, which tools, and a Stop button. */
import { useEffect, useState } from 'preact/hooks';
import type { RunningRun } from '#shared/runs/running-run.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { createRunning, type Running } from '#src/state/runs/running.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatSeconds } from '#src/ui/kit/format-duration.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { useNow } from '#src/ui/kit/use-now.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { ProcessList } from '#src/ui/calls/process-list.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './activity.module.css';

export function RunningSection() {
  const { connection, toasts } = useApp();
  const [running] = useState(() => createRunning(connection, toasts));
  useEffect(() => running.follow(), []);
  const runs = running.runs.value;
  if (runs.length === 0) return <ProcessList />;
  return (
    <Section title={t('activity.running')}>
      <ul class="cards">
        {runs.map((run) => (
          <RunningRow key={run.run} run={run} running={running} />
        ))}
      </ul>
      <ProcessList />
    </Section>
  );
}

function RunningRow({ run, running }: { run: RunningRun; running: Running }) {
  const { agents, sessions } = useApp();
  const title = sessions.list.value.find(({ id }) => id === run.session)?.title || t('sessions.untitled');
  const agent = run.agent && agents.find(run.agent)?.name;
  const isStopping = running.stopping.value.has(run.run);
  const begun = new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(run.startedAt);
  return (
    <li class={classNames('card-row', styles.runningRow)}>
      <div class="row-text">
        <a class="quiet-link" href={formatRoute({ view: 'chat', session: run.session })}>
          <strong>{title}</strong>
        </a>
        <small class={styles.runningDoing}>
          <span class="pulse" />
          <span>{isStopping ? t('status.stopping') : <RunStatus run={run} />}</span>
        </small>
        <small class="numbers">
          {[agent, t('activity.since', { time: begun })].filter(Boolean).join(' · ')}
          {' · '}
          <Elapsed since={run.startedAt} />
        </small>
      </div>
      <button
        type="button"
        class="button"
        aria-label={t('activity.stop', { title })}
        disabled={isStopping}
        onClick={() => running.stop(run)}
      >
        <Icon name="stop" />
        {t('composer.stop')}
      </button>
    </li>
  );
}

function RunStatus({ run: { session, state, calls } }: { run: RunningRun }) {
  const { prompts } = useApp();
  const titleOf = useToolTitles();
  const isAsking = prompts.open.value.some((prompt) => prompt.session === session);
  if (isAsking || state === 'waiting') return <>{t('status.asking')}</>;
  if (state === 'retrying') return <>{t('activity.retrying')}</>;
  if (calls.length === 0) return <>{t('activity.thinking')}</>;
  return <>{calls.map(({ name }) => titleOf(name)).join(', ')}</>;
}

function Elapsed({ since }: { since: number }) {
  const seconds = Math.max(0, Math.floor((useNow(true) - since) / 1_000));
  return <>{seconds < 60 ? t('duration.s', { value: seconds }) : formatSeconds(seconds * 1_000)}</>;
}
