/** Rings in only one tab while an alarm rings: in the visible one, otherwise in one of the others. */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { formatRoute } from '../base/route.ts';
import type { Toasts } from '../base/toasts.ts';
import { loadTexts, t } from '../text/text.ts';
import { holdVisibleTabLock } from './visible-tab-lock.ts';

/** `blocked`: the browser plays no sound before the page is tapped. */
export type Sound = 'none' | 'on' | 'blocked';

const currentSound = signal<Sound>('none');

/** The sound that this tab makes. */
export const sound: ReadonlySignal<Sound> = currentSound;

/** The address that a tap on the notification opens. */
const todayAddress = formatRoute({ view: 'screen', name: 'today', path: '' });

/** The name of the lock that the ringing tab holds. */
const ringLock = 'oneclaw-alarm';

export function ringWhile(alarms: ReadonlySignal<readonly Alarm[]>, toasts: Pick<Toasts, 'attempt'>): void {
  let end: (() => void) | undefined;
  effect(() => {
    const isRinging = alarms.value.length > 0;
    if (!isRinging) {
      end?.();
      end = undefined;
      return;
    }
    end ??= holdVisibleTabLock(ringLock, () => startHere(alarms, toasts));
  });
}

/** Starts the sound and the notifications. Returns a function that ends them. */
function startHere(alarms: ReadonlySignal<readonly Alarm[]>, toasts: Pick<Toasts, 'attempt'>): () => void {
  const over = new AbortController();
  void toasts.attempt(
    import('#src/page-services/ring.ts').then(({ startRing }) => {
      if (over.signal.aborted) return;
      startRing(over.signal, (isBlocked) => (currentSound.value = isBlocked ? 'blocked' : 'on'));
    }),
  );
  const stopNotices = notifyWhileHidden(alarms, toasts);
  return () => {
    over.abort();
    stopNotices();
    currentSound.value = 'none';
  };
}

/**
 * Shows one notification per alarm while the page is hidden, and closes it when the alarm ends. Returns a
 * function that stops this.
 */
function notifyWhileHidden(
  alarms: ReadonlySignal<readonly Alarm[]>,
  toasts: Pick<Toasts, 'attempt'>,
): () => void {
  const notices = new Map<Alarm['id'], AbortController>();
  const update = () => {
    const ids = new Set(alarms.value.map(({ id }) => id));
    for (const [id, notice] of notices) {
      if (ids.has(id)) continue;
      notice.abort();
      notices.delete(id);
    }
    if (!document.hidden) return;
    for (const alarm of alarms.value) {
      if (notices.has(alarm.id)) continue;
      const notice = new AbortController();
      notices.set(alarm.id, notice);
      void toasts.attempt(notify(alarm, notice.signal));
    }
  };
  const stop = effect(update);
  document.addEventListener('visibilitychange', update);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', update);
    for (const notice of notices.values()) notice.abort();
  };
}

async function notify({ id, label }: Alarm, over: AbortSignal): Promise<void> {
  const [{ notifyAlarm }] = await Promise.all([
    import('#src/page-services/notify-alarm.ts'),
    loadTexts('today'),
  ]);
  const title = label || t('alarms.unnamed');
  if (!over.aborted) await notifyAlarm({ id, title, body: t('alarms.rings'), hash: todayAddress }, over);
}
