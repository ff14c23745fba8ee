/** Below a call that set an alarm or a task: buttons for the calendar and for notifications, while it is planned. */
import '#src/ui/styles/more-icons.css';
import { useSignal } from '@preact/signals';
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';
import { contentText } from '#shared/conversation/content.ts';
import type { Task } from '#shared/tasks/task.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { isOnlyNext } from '#src/ui/kit/schedule/calendar-repeat.ts';
import { useReload } from '#src/ui/use-reload.ts';
import { remindAlarm, remindTask } from './remind.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../calls.module.css';

const offers = classNames(styles.callMedia, styles.callOffers);

export function ScheduledOffers({ result }: { result: ToolResult }) {
  const id = idIn(result);
  if (id === undefined) return null;
  return id.startsWith('alarm_') ? <AlarmOffers id={id} /> : <TaskOffers id={id} />;
}

/** The id that the answer of the tool names. A label or a name may contain text like an id, so the last one counts. */
function idIn(result: ToolResult): string | undefined {
  if (result.status === 'error') return undefined;
  return /^.*' \(((?:alarm|task)_[a-z0-9]+)\)/s.exec(contentText(result.result))?.[1];
}

function AlarmOffers({ id }: { id: string }) {
  const app = useApp();
  const alarm = useSignal<Alarm | undefined>(undefined);
  useReload(['alarms'], async () => {
    const all = await app.connection.api.alarms.list();
    alarm.value = all.find((each) => each.id === id && each.state === 'planned');
  });
  const planned = alarm.value;
  if (!planned) return null;
  const isFar = planned.at - Date.now() > alarmLimits.farMs;
  return (
    <div class={offers}>
      {isFar && (
        <Button kind="chip" icon="clock" onClick={() => void remindAlarm(planned, app)}>
          <span>{t('call.calendar')}</span>
        </Button>
      )}
      <NotifyOffer />
    </div>
  );
}

function TaskOffers({ id }: { id: string }) {
  const app = useApp();
  const task = useSignal<Task | undefined>(undefined);
  useReload(['tasks'], async () => {
    task.value = (await app.connection.api.tasks.list()).find((each) => each.id === id);
  });
  const planned = task.value;
  if (!planned || (planned.next === null && planned.schedule.type === 'once')) return null;
  const { next, isPaused, schedule } = planned;
  return (
    <div class={offers}>
      {next !== null && !isPaused && (
        <Button kind="chip" icon="clock" onClick={() => void remindTask(planned, next, app)}>
          <span>{t(isOnlyNext(schedule) ? 'call.calendar-next' : 'call.calendar')}</span>
        </Button>
      )}
      <NotifyOffer />
    </div>
  );
}

/** Asks while the user is there: nobody answers a prompt of the browser at eight in the morning. */
function NotifyOffer() {
  const { runNotices, toasts } = useApp();
  const permission = runNotices.permission.value;
  if (permission === 'denied') return <p class="hint">{t('call.notify-off')}</p>;
  if (permission !== 'default') return null;
  return (
    <Button kind="chip" icon="bell" onClick={() => void toasts.attempt(runNotices.ask())}>
      <span>{t('call.notify')}</span>
    </Button>
  );
}
