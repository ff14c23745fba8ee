/** Chooses the run events that get a notification, and writes its text. */
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { asId, type SessionId } from '#shared/ids.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { notifyRun } from '#src/page-services/notify-run.ts';
import { formatRoute } from '../base/route.ts';
import { t } from '../text/text.ts';

export async function notifyRuns(
  events: readonly EngineEvent[],
  sessions: readonly SessionInfo[],
): Promise<void> {
  const find = (wanted: SessionId) => sessions.find(({ id }) => id === wanted);
  const isBeat = ({ type, session }: SessionEvent) =>
    type === 'run-end' && find(session)?.task?.id === heartbeatId;
  const notify = (session: SessionId, run: string, body: string) =>
    notifyRun({
      ...{ run, body, title: find(session)?.title ?? t('app.name') },
      hash: formatRoute({ view: 'chat', session }),
    });
  for (const event of events) {
    const body = bodyOf(event);
    // The end of a heartbeat's run gives no notification: if it has nothing to report, its chat is removed.
    // One that has something posts this event.
    const told = event.type === 'changed' && event.ids[0] === heartbeatId && event.ids[1];
    if (told) await notify(asId<'session'>(told), told, t('notify.ready'));
    else if (body !== undefined && 'run' in event && 'session' in event && !isBeat(event))
      await notify(event.session, event.run, body);
  }
}

/** No notification for a run that the user stopped. */
function bodyOf(event: EngineEvent): string | undefined {
  if (event.type === 'run-wait') return t('notify.waiting');
  if (event.type !== 'run-end' || event.outcome.type === 'stopped') return undefined;
  return t(event.outcome.type === 'completed' ? 'notify.ready' : 'notify.ended');
}
