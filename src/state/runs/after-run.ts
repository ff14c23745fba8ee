/**
 * Actions after the end of a run or a question in it: app badge, persistent storage, backup reminder, install
 * offer.
 */
import { effect, type ReadonlySignal } from '@preact/signals';
import type { EngineApi } from '#shared/api/index.ts';
import type { PromptId, RunId, SessionId } from '#shared/ids.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Chat } from '../chat/chat.ts';
import type { Router } from '../base/route.ts';
import type { StorageState } from '../storage.ts';
import type { Toasts } from '../base/toasts.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { loadTexts, t } from '../text/text.ts';

const offeredKey = 'install-offered';
/** Long enough to read and decide. */
const offerMs = 60_000;
const askingMs = 20_000;

type AfterRunDeps = {
  connection: { api: { backup: Pick<EngineApi['backup'], 'state'> } };
  router: Pick<Router, 'route' | 'go'>;
  toasts: Pick<Toasts, 'attempt' | 'dismiss' | 'show'>;
  storage: Pick<StorageState, 'askOnce'>;
  chat: Pick<Chat, 'view'>;
  install: ReadonlySignal<(() => Promise<void>) | null>;
};

export type AfterRun = { fold(events: readonly EngineEvent[], isHidden: boolean): void };

export function createAfterRun(deps: AfterRunDeps): AfterRun {
  let unseen = 0;
  const notices = new Map<PromptId, { session: SessionId; toast: number }>();
  addEventListener('visibilitychange', clear);

  function clear(): void {
    if (document.hidden || unseen === 0) return;
    unseen = 0;
    // The badge is optional: a browser that has none, or refuses it, is no error.
    if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
  }

  /** Announces a question in another chat. Permission requests need none: their sheet covers every screen. */
  function announce({ id, session, subject }: Prompt, isHidden: boolean): void {
    if (isHidden) badge(++unseen);
    const { router, toasts } = deps;
    const route = router.route.value;
    const isShown = route.view === 'chat' && route.session === session;
    const isInChat = subject.type === 'question' || subject.type === 'memory';
    if (!isInChat || !session || isShown) return;
    const show = { label: t('action.show'), run: () => router.go({ view: 'chat', session }) };
    notices.set(id, { session, toast: toasts.show(t('notify.waiting'), show, askingMs) });
  }

  /** Dismisses the notice of a question that is answered, or whose chat is shown. */
  function dismiss(isOver: (prompt: PromptId, session: SessionId) => boolean): void {
    for (const [prompt, { session, toast }] of notices)
      if (isOver(prompt, session)) {
        deps.toasts.dismiss(toast);
        notices.delete(prompt);
      }
  }
  effect(() => {
    const route = deps.router.route.value;
    dismiss((_, session) => route.view === 'chat' && route.session === session);
  });

  function fold(events: readonly EngineEvent[], isHidden: boolean): void {
    for (const event of events) {
      if (event.type === 'permission-request') announce(event.prompt, isHidden);
      if (event.type === 'permission-end') dismiss((prompt) => prompt === event.prompt);
      if (event.type !== 'run-end') continue;
      if (isHidden && event.outcome.type !== 'stopped') badge(++unseen);
      if (event.outcome.type !== 'completed') continue;
      void deps.storage.askOnce().catch((error: unknown) => console.warn(error));
      void remind(deps).catch((error: unknown) => console.warn(error));
      void offerInstall(event.run, deps).catch((error: unknown) => console.warn(error));
    }
    clear();
  }

  return { fold };
}

function badge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
}

async function remind({ connection }: AfterRunDeps): Promise<void> {
  const { remindOfBackup } = await import('../backup/backup-reminder.ts');
  await remindOfBackup(
    () => connection.api.backup.state(),
    () => navigator.storage.persisted(),
  );
}

/** Once, after the first run in which a tool call succeeded. */
async function offerInstall(run: RunId, { chat, install, toasts }: AfterRunDeps): Promise<void> {
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
