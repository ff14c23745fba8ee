/** The details of a logged call: arguments, error, facts, and its place in the hash chain. */
import type { ComponentChildren } from 'preact';
import type { CallRecord } from '#shared/tools/activity.ts';
import { isJsonObject } from '#shared/json.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { language, t } from '#src/state/text/text.ts';
import { CallSection } from '#src/ui/calls/call-details.tsx';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import callsStyles from '#src/ui/calls/calls.module.css';
import styles from './activity.module.css';

type RecordDetailsProps = { record: CallRecord; title: string | undefined };

export function RecordDetails({ record, title }: RecordDetailsProps) {
  const { session, message, outcome, concurrent } = record;
  return (
    <div class={callsStyles.callDetails}>
      <CallSection
        title={t('call.arguments')}
        copyLabel={t('call.copy-arguments')}
        text={formatArguments(record)}
        none={t('call.no-arguments')}
      />
      {message !== null && (
        <CallSection
          title={`${t('call.error')} · ${outcome}`}
          copyLabel={t('call.copy-result')}
          text={message}
          none={t('call.empty-result')}
        />
      )}
      <dl class={styles.activityFacts}>
        <Fact name={t('activity.began')}>{formatMoment(record.at)}</Fact>
        <Fact name={t('activity.duration')}>{formatDuration(record.duration_ms)}</Fact>
        <Fact name={t('activity.size')}>{formatSize(record.bytes)}</Fact>
        <Fact name={t('activity.beside')}>
          {concurrent > 1 ? t('activity.beside-value', { count: concurrent - 1 }) : t('activity.beside-none')}
        </Fact>
        <Fact name={t('activity.place')}>{String(record.seq)}</Fact>
        <Fact name={t('activity.hash')}>
          <code>{record.hash}</code>
        </Fact>
        <Fact name={t('activity.previous')}>
          <code>{record.prev || '–'}</code>
        </Fact>
      </dl>
      {session && title !== undefined && (
        <a class={styles.recordLink} href={formatRoute({ view: 'chat', session })}>
          {t('activity.open-chat', { title })}
          <Icon name="chevron-right" />
        </a>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function formatArguments({ arguments: values }: CallRecord): string {
  if (!isJsonObject(values)) return typeof values === 'string' ? values : JSON.stringify(values);
  return Object.keys(values).length === 0 ? '' : JSON.stringify(values, null, 2);
}

function formatMoment(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
}

function formatSize(bytes: number): string {
  const format = { style: 'unit', unit: 'byte', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language.value, format).format(bytes);
}
