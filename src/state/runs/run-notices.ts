/** Notifies, if the page is hidden and notifications are allowed, that a run has ended or waits for an answer. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Sessions } from '../sessions/sessions.ts';
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
  return {
    permission,
    async ask() {
      const { requestPermission } = await import('#src/page-services/request-permission.ts');
      await requestPermission('notifications');
      permission.value = read();
    },
    fold(events) {
      if (!document.hidden || read() !== 'granted') return;
      void toasts.attempt(
        import('./notify-runs.ts').then(({ notifyRuns }) => notifyRuns(events, sessions.list.value)),
      );
    },
  };
}
