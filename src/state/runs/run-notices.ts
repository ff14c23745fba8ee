/** Notifies, if the page is hidden and notifications are allowed, that a run has ended or waits for an answer. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { asId, type SessionId } from '#shared/ids.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { formatRoute } from '../base/route.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type RunNotices = {
  permission: ReadonlySignal<NotificationPermission | 'unsupported'>;
  /** Requests the permission; call it from a user gesture. */
  ask(): Promise<void>;
  fold(events: readonly EngineEvent[]): void;
};

export function createRunNotices(
  sessions: Pick<Sessions, 'list'>,
  toasts: Pick<Toasts, 'attempt'>,
): RunNotices {
  const read = (): NotificationPermission | 'unsupported' =>
    'Notification' in globalThis ? Notification.permission : 'unsupported';
  const permission = signal(read());

  const isBeat = ({ type, session }: SessionEvent) =>
    type === 'run-end' && sessions.list.value.find(({ id }) => id === session)?.task?.id === heartbeatId;

  async function notify({ session, run }: { session: SessionId; run: string }, body: string): Promise<void> {
    const title = sessions.list.value.find(({ id }) => id === session)?.title ?? t('app.name');
    const { notifyRun } = await import('#src/page-services/notify-run.ts');
    await notifyRun({ run, title, body, hash: formatRoute({ view: 'chat', session }) });
  }

  return {
    permission,
    async ask() {
      const { requestPermission } = await import('#src/page-services/request-permission.ts');
      await requestPermission('notifications');
      permission.value = read();
    },
    fold(events) {
      if (!document.hidden || read() !== 'granted') return;
      for (const event of events) {
        const body = bodyOf(event);
        // A heartbeat with nothing to tell removes its chat: only one that tells something says so.
        const told = event.type === 'changed' && event.ids[0] === heartbeatId && event.ids[1];
        if (told)
          void toasts.attempt(notify({ session: asId<'session'>(told), run: told }, t('notify.ready')));
        else if (body !== undefined && 'run' in event && 'session' in event && !isBeat(event))
          void toasts.attempt(notify(event, body));
      }
    },
  };
}

/** No notification for a run that the user stopped. */
function bodyOf(event: EngineEvent): string | undefined {
  if (event.type === 'run-wait') return t('notify.waiting');
  if (event.type !== 'run-end' || event.outcome.type === 'stopped') return undefined;
  return t(event.outcome.type === 'completed' ? 'notify.ready' : 'notify.ended');
}
