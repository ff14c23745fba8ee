/** What the end of a run, or a question in it, is a good moment for: badge, lasting storage, backup, the offer to install. */
import type { RunId } from '#shared/ids.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { AppState } from '../app-state.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { loadTexts, t } from '../text/text.ts';

const offeredKey = 'install-offered';
/** Long enough to be read and thought about. */
const offerMs = 60_000;
const askingMs = 20_000;

export type AfterRun = { fold(events: readonly EngineEvent[], isHidden: boolean): void };

export function createAfterRun(state: AppState): AfterRun {
  let unseen = 0;
  addEventListener('visibilitychange', clear);

  function clear(): void {
    if (document.hidden || unseen === 0) return;
    unseen = 0;
    // Where there is no badge there is nothing to clear; a browser that refuses one has its reasons.
    if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
  }

  /** A question in another chat is told; one that lies over every screen need not be. */
  function tell({ session, subject }: Prompt, isHidden: boolean): void {
    if (isHidden) badge(++unseen);
    const { router, toasts } = state;
    const route = router.route.value;
    const isShown = route.view === 'chat' && route.session === session;
    if (subject.type !== 'question' || !session || isShown) return;
    const show = { label: t('action.show'), run: () => router.go({ view: 'chat', session }) };
    toasts.show(t('notify.waiting'), show, askingMs);
  }

  function fold(events: readonly EngineEvent[], isHidden: boolean): void {
    for (const event of events) {
      if (event.type === 'permission-request') tell(event.prompt, isHidden);
      if (event.type !== 'run-end') continue;
      if (isHidden && event.outcome.type !== 'stopped') badge(++unseen);
      if (event.outcome.type !== 'completed') continue;
      void state.storage.askOnce().catch((error: unknown) => console.warn(error));
      void remind(state).catch((error: unknown) => console.warn(error));
      void offerInstall(event.run, state).catch((error: unknown) => console.warn(error));
    }
    clear();
  }

  return { fold };
}

function badge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
}

async function remind({ connection }: AppState): Promise<void> {
  const { remindOfBackup } = await import('../backup/backup-reminder.ts');
  await remindOfBackup(
    () => connection.api.backup.state(),
    () => navigator.storage.persisted(),
  );
}

/** Once, and not before a tool has shown what the app is for. */
async function offerInstall(run: RunId, { chat, install, toasts }: AppState): Promise<void> {
  const steps = chat.view.value?.messages.filter((message) => message.run === run) ?? [];
  const hasUsedTool = steps.some(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.status === 'success'),
  );
  if (!hasUsedTool || !install.value || readLocal(offeredKey) !== null) return;
  writeLocal(offeredKey, 'yes');
  await loadTexts('common');
  const act = () => void toasts.attempt(install.value?.() ?? Promise.resolve());
  toasts.show(t('install.offer'), { label: t('install.now'), run: act }, offerMs);
}
