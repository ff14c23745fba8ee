/** Announcements for screen readers during a run: finished tools and answers, never single deltas. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { CallId, SessionId } from '#shared/ids.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { loadPromptTitle } from './text/load-prompt-title.ts';
import { t } from './text/text.ts';

export type Announcements = {
  current: ReadonlySignal<string>;
  fold(events: readonly EngineEvent[], session: SessionId | null): void;
};

export function createAnnouncements(current = signal('')): Announcements {
  const names = new Map<CallId, string>();

  function say(event: EngineEvent): string | undefined {
    if (event.type === 'tool-call') names.set(event.call, event.name);
    if (event.type === 'tool-end') {
      const name = names.get(event.call) ?? '';
      names.delete(event.call);
      return t(event.result.status === 'success' ? 'announce.tool-done' : 'announce.tool-failed', { name });
    }
    if (event.type === 'permission-request')
      void loadPromptTitle(event.prompt).then((title) => (current.value = title), console.error);
    return event.type === 'run-end' ? endOf(event.outcome) : undefined;
  }

  return {
    current,
    fold(events, session) {
      for (const event of events) {
        // A prompt blocks a run, so it is announced from every chat.
        const isHeard =
          event.type === 'permission-request' || ('session' in event && event.session === session);
        if (!isHeard) continue;
        current.value = say(event) ?? current.value;
      }
    },
  };
}

function endOf(outcome: Outcome): string {
  if (outcome.type === 'failed') return t('announce.failed');
  return outcome.type === 'completed' ? t('announce.answer') : t('announce.stopped');
}
