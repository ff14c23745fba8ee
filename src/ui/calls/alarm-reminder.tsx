/** A button below a call that set an alarm far away: it adds the alarm to the calendar. */
import { contentText } from '#shared/conversation/content.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { remind } from './remind.ts';
import styles from './calls.module.css';

export function AlarmReminder({ result }: { result: ToolResult }) {
  const app = useApp();
  const id = farAlarm(result);
  if (id === undefined) return null;
  async function add(): Promise<void> {
    const alarms = await app.toasts.attempt(app.connection.api.alarms.list());
    const alarm = alarms?.find((each) => each.id === id && each.state === 'planned');
    if (alarm) await remind(alarm, app);
    else if (alarms) app.toasts.show(t('call.alarm-gone'));
  }
  return (
    <div class={styles.callMedia}>
      <Button kind="chip" icon="clock" onClick={() => void add()}>
        <span>{t('call.calendar')}</span>
      </Button>
    </div>
  );
}

/**
 * The id of the alarm if it is far away: the result then mentions the calendar tool. A label may contain text
 * like an id.
 */
function farAlarm(result: ToolResult): string | undefined {
  if (result.status === 'error') return undefined;
  const text = contentText(result.result);
  return text.includes('create_calendar_event') ? /^'.*' \((alarm_[a-z0-9]+)\)/s.exec(text)?.[1] : undefined;
}
