/** One call of the log: outcome, tool, agent and time in two lines; a tap opens the details. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { CallRecord } from '#shared/tools/activity.ts';
import { isJsonObject } from '#shared/json.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { summarizeCall } from '#src/ui/calls/call-summary.ts';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { RecordDetails } from './record-details.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import callsStyles from '#src/ui/calls/calls.module.css';
import styles from './activity.module.css';

export function LoggedCall({ record }: { record: CallRecord }) {
  const isOpen = useSignal(false);
  const details = useId();
  const isGood = record.outcome === 'success';
  const title = useSessionTitle(record);
  const toolTitle = useToolTitles()(record.tool);
  return (
    <li class={callsStyles.call} data-status={isGood ? 'success' : 'error'} aria-label={record.tool}>
      <button
        type="button"
        class={classNames(callsStyles.callLine, styles.activityLine)}
        aria-expanded={isOpen.value}
        aria-controls={details}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <span
          class="dot"
          data-status={isGood ? 'success' : 'error'}
          role="img"
          aria-label={t(isGood ? 'call.success' : 'call.failed')}
        >
          <Icon name={isGood ? 'check' : 'close'} />
        </span>
        <span
          class={classNames(
            toolTitle === record.tool ? callsStyles.callName : callsStyles.callTitle,
            styles.activityName,
          )}
        >
          {toolTitle}
        </span>
        <span class={classNames(callsStyles.callSummary, 'own-language')} dir="auto">
          {summarizeRecord(record)}
        </span>
        <span class={classNames(callsStyles.callTime, styles.activityTime)}>
          {formatDuration(record.duration_ms)}
        </span>
        <span class={styles.activityWhere}>
          {record.session
            ? `${record.agent} · ${title ?? t('activity.deleted-chat')}`
            : t('activity.console')}
        </span>
        <span class={styles.activityWhen}>{formatTime(record.at)}</span>
      </button>
      <div id={details}>{isOpen.value && <RecordDetails record={record} title={title} />}</div>
    </li>
  );
}

function useSessionTitle({ session }: CallRecord): string | undefined {
  const found = useApp().sessions.list.value.find(({ id }) => id === session);
  return found && (found.title || t('sessions.untitled'));
}

/** The same summary as on the card in the chat. */
function summarizeRecord({ id, tool, arguments: values, message, duration_ms, outcome }: CallRecord): string {
  const status = outcome === 'success' ? 'success' : 'error';
  const call = {
    type: 'call',
    id,
    name: tool,
    arguments: isJsonObject(values) ? values : {},
    status,
  } as const;
  if (outcome === 'success' || message === null) return summarizeCall({ call, result: undefined });
  const result = { status: 'error', error_type: outcome, message } as const;
  return summarizeCall({ call, result: { type: 'result', call: id, result, duration_ms } });
}

function formatTime(at: number): string {
  return new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit' }).format(at);
}
