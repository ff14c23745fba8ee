/** Previews a backup: its content, what an import would add and change, and what to do with existing items. */
import { useSignal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useEffect, useRef } from 'preact/hooks';
import type { BackupPlan, ExistingChoice, PlannedChange, Tally } from '#shared/rpc/backup.ts';
import type { Backup } from '#src/state/backup/backup.ts';
import { t, language } from '#src/state/text/text.ts';
import { formatBytes, formatFullTime } from '#src/ui/kit/format-file.ts';
import { formatCount } from '#src/ui/kit/format.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './backup.module.css';
import { visibleName } from '#shared/invisible.ts';

/** Further changes are only counted: an archive can contain thousands. */
const maxChanges = 50;

export function BackupPreview({ plan, backup }: { plan: BackupPlan; backup: Backup }) {
  const existing = useSignal<ExistingChoice>('keep');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that chose the file had the focus and is gone.
  useEffect(() => heading.current?.focus(), []);
  const changes = plan.changes.filter((change) => (change.with ?? existing.value) === existing.value);
  return (
    <div class={styles.backupPreview}>
      <h3 ref={heading} tabIndex={-1}>
        {t('backup.preview')}
      </h3>
      <p class="hint">{t('backup.origin', { date: formatFullTime(plan.created), app: plan.app })}</p>
      <p class="hint">{t('backup.size', sizesOf(plan))}</p>
      <Counts plan={plan} />
      {notesOf(plan).map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {hasChoice(plan) && (
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
      <Changes changes={changes} />
      <Actions backup={backup} existing={existing.value} />
    </div>
  );
}

function sizesOf({ size: { packed, unpacked } }: BackupPlan) {
  return { size: formatBytes(unpacked), packed: formatBytes(packed) };
}

function hasChoice({ parts, changes }: BackupPlan): boolean {
  const differs = parts.some(({ name, tally }) => isReplaced(name) && tally.differing > 0);
  return differs || changes.some((change) => change.with === 'replace');
}

/** Existing files and tool servers are never replaced. */
function isReplaced(name: BackupPlan['parts'][number]['name']): boolean {
  return name !== 'files' && name !== 'servers';
}

function Actions({ backup, existing }: { backup: Backup; existing: ExistingChoice }) {
  const isWorking = backup.work.value !== null;
  return (
    <div class="form-actions">
      <Button disabled={isWorking} onClick={backup.cancel}>
        {t('action.cancel')}
      </Button>
      <Button kind="primary" disabled={isWorking} onClick={() => void backup.import(existing)}>
        {t('backup.start')}
      </Button>
    </div>
  );
}

function Counts({ plan }: { plan: BackupPlan }) {
  const shown = plan.parts.filter(({ tally }) => tally.added + tally.same + tally.differing > 0);
  return (
    <dl class={classNames(styles.backupCounts, 'numbers')}>
      {shown.map(({ name, tally }) => (
        <div key={name}>
          <dt>{t(`backup.part-${name}`)}</dt>
          <dd>{describe(tally)}</dd>
        </div>
      ))}
    </dl>
  );
}

function describe(tally: Tally): string {
  return (['added', 'same', 'differing'] as const)
    .filter((state) => tally[state] > 0)
    .map((state) => t(`backup.${state}`, { count: tally[state] }))
    .join(' · ');
}

function Changes({ changes }: { changes: readonly PlannedChange[] }) {
  if (changes.length === 0) return null;
  const more = changes.length - maxChanges;
  return (
    <div class={styles.changes}>
      <h4>{t('backup.changes')}</h4>
      <ul>
        {changes.slice(0, maxChanges).map((change, at) => (
          <li key={at} dir="auto">
            {changeText(change)}
          </li>
        ))}
        {more > 0 && <li>{t('backup.more', { count: more })}</li>}
      </ul>
    </div>
  );
}

function notesOf({ parts, changes, broken, brokenParts }: BackupPlan): string[] {
  const named = brokenParts.length > 0 ? ` (${brokenParts.join(', ')})` : '';
  const isNothing = parts.every(({ tally: { added, differing } }) => added + differing === 0);
  return [
    ...(isNothing && changes.length + broken === 0 ? [t('backup.nothing')] : []),
    ...(broken > 0 ? [t('backup.broken', { count: formatCount(broken) + named })] : []),
  ];
}

const maxNames = 20;
const maxCharacters = 200;

/** A change that an import makes, as an i18n text. */
function changeText({ name, values = {}, list = [] }: PlannedChange): string {
  const filled = Object.entries(values).map(([key, value]) => [key, shown(key, value)] as const);
  return t(`backup.change-${name}`, { ...Object.fromEntries(filled), list: someOf(list) });
}

/** `count` stays a number, because it chooses the plural form. */
function shown(key: string, value: string | number | boolean | null): string | number {
  if (value === null) return t('backup.unset');
  if (typeof value === 'number') return key === 'count' ? value : value.toLocaleString(language.value);
  return visibleName(String(value)).slice(0, maxCharacters);
}

/** Shortened: there may be thousands. */
function someOf(names: readonly string[]): string {
  const some = names.slice(0, maxNames).map((name) => visibleName(name).slice(0, maxCharacters));
  return names.length > maxNames ? `${some.join(', ')}, … (${names.length})` : some.join(', ');
}
