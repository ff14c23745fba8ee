/** Background processes that run, and those a reload ended: command, time, and a button that stops or removes each. */
import '#src/ui/styles/more-icons.css';
import { useEffect, useState } from 'preact/hooks';
import type { ProcessInfo } from '#shared/api/processes.ts';
import type { SessionId } from '#shared/ids.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import { createProcessList, type ProcessList as List } from '#src/state/runs/processes.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatSeconds } from '#src/ui/kit/format-duration.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useNow } from '#src/ui/kit/use-now.ts';
import styles from './process-list.module.css';

/** The processes of one conversation, or without `session` of all. */
export function ProcessList({ session }: { session?: SessionId }) {
  const { connection, toasts } = useApp();
  const [list] = useState(() => createProcessList(connection, toasts));
  useEffect(() => list.follow(), []);
  const processes = list.shown.value.filter((each) => session === undefined || each.session === session);
  if (processes.length === 0) return null;
  return (
    <section class={styles.processes} aria-label={t('process.title')}>
      <ul>
        {processes.map((each) => (
          <Row key={`${each.session ?? ''} ${each.id}`} process={each} list={list} />
        ))}
      </ul>
    </section>
  );
}

function Row({ process, list }: { process: ProcessInfo; list: List }) {
  const command = escapeInvisible(process.command);
  if (process.state === 'interrupted')
    return (
      <li>
        <code dir="ltr">{command}</code>
        <small>{t('process.interrupted')}</small>
        <QuietButton
          icon="close"
          label={t('process.remove', { command })}
          onClick={() => void list.remove(process)}
        />
      </li>
    );
  return (
    <li>
      <span class="pulse" />
      <code dir="ltr">{command}</code>
      <small class="numbers">
        <Elapsed since={process.startedAt} />
      </small>
      <QuietButton
        icon="stop"
        label={t('process.stop', { command })}
        onClick={() => void list.stop(process)}
      />
    </li>
  );
}

function Elapsed({ since }: { since: number }) {
  const seconds = Math.max(0, Math.floor((useNow(true) - since) / 1_000));
  return <>{seconds < 60 ? t('duration.s', { value: seconds }) : formatSeconds(seconds * 1_000)}</>;
}
