/** Previews a backup: its content, what an import would add, and what to do with existing items. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { BackupPlan, ExistingChoice, Tally } from '#shared/rpc/backup.ts';
import type { Backup } from '#src/state/backup/backup.ts';
import { t } from '#src/state/text/text.ts';
import { formatFullTime } from '#src/ui/kit/format-file.ts';
import { formatCount } from '#src/ui/kit/format.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './backup.module.css';

export function BackupPreview({ plan, backup }: { plan: BackupPlan; backup: Backup }) {
  const existing = useSignal<ExistingChoice>('keep');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that chose the file is gone: the focus goes on here.
  useEffect(() => heading.current?.focus(), []);
  const isWorking = backup.work.value !== null;
  const differing = [plan.sessions, plan.agents, plan.providers].some((tally) => tally.differing > 0);
  return (
    <div class={styles.backupPreview}>
      <h3 ref={heading} tabIndex={-1}>
        {t('backup.preview')}
      </h3>
      <p class="hint">{t('backup.origin', { date: formatFullTime(plan.created), app: plan.app })}</p>
      <Counts plan={plan} />
      {notesOf(plan).map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {differing && (
        <Choice
          label={t('backup.existing')}
          options={[
            { value: 'keep', label: t('backup.keep') },
            { value: 'replace', label: t('backup.replace') },
          ]}
          value={existing.value}
          onChoose={(value) => (existing.value = value)}
        />
      )}
      <div class="form-actions">
        <button type="button" class="button" disabled={isWorking} onClick={backup.cancel}>
          {t('action.cancel')}
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isWorking}
          onClick={() => void backup.import(existing.value)}
        >
          {t('backup.start')}
        </button>
      </div>
    </div>
  );
}

function Counts({ plan }: { plan: BackupPlan }) {
  return (
    <dl class={classNames(styles.backupCounts, 'numbers')}>
      {(['sessions', 'files', 'agents', 'providers'] as const).map((kind) => (
        <div key={kind}>
          <dt>{t(`backup.${kind}`)}</dt>
          <dd>{describe(plan[kind])}</dd>
        </div>
      ))}
      {hasServers(plan) && (
        <div>
          <dt>{t('server.title')}</dt>
          <dd>{describe(plan.servers)}</dd>
        </div>
      )}
      {plan.calls > 0 && (
        <div>
          <dt>{t('backup.calls')}</dt>
          <dd>{t('backup.entries', { count: plan.calls })}</dd>
        </div>
      )}
    </dl>
  );
}

function describe(tally: Tally): string {
  const parts = (['added', 'same', 'differing'] as const)
    .filter((state) => tally[state] > 0)
    .map((state) => t(`backup.${state}`, { count: tally[state] }));
  return parts.join(' · ') || t('backup.none');
}

function hasServers({ servers: { added, same, differing } }: BackupPlan): boolean {
  return added + same + differing > 0;
}

function notesOf(plan: BackupPlan): string[] {
  const { files, folder, hosts, broken, brokenParts, calls, sessions, agents, providers, servers } = plan;
  const named = brokenParts.length > 0 ? ` (${brokenParts.join(', ')})` : '';
  const isNothing = [files, sessions, agents, providers, servers].every(
    ({ added, differing }) => added + differing === 0,
  );
  return [
    ...(isNothing && hosts.length + calls + broken === 0 ? [t('backup.nothing')] : []),
    ...(files.differing > 0 ? [t('backup.folder', { folder })] : []),
    ...(servers.added > 0 ? [t('backup.servers-off')] : []),
    ...(hosts.length > 0 ? [t('backup.hosts', { hosts: someOf(hosts) })] : []),
    ...(broken > 0 ? [t('backup.broken', { count: formatCount(broken) + named })] : []),
  ];
}

/** Shortened: there may be thousands. */
function someOf(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown}, … (${names.length})` : shown;
}
