/**
 * Actions after the end of a run or a question in it: app badge, persistent storage, backup reminder, install
 * offer.
 */
import { effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { EngineApi } from '#shared/api/index.ts';
import type { PromptId, RunId } from '#shared/ids.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Prompts } from '../chat/prompts.ts';
import type { Chat } from '../chat/chat.ts';
import type { Router } from '../base/route.ts';
import type { StorageState } from '../storage.ts';
import type { Toasts } from '../base/toasts.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { loadTexts, t } from '../text/text.ts';

const offeredKey = 'install-offered';
/** Long enough to read and decide. */
const offerMs = 60_000;

type AfterRunDeps = {
  connection: { api: { backup: Pick<EngineApi['backup'], 'state'> } };
  router: Pick<Router, 'route' | 'go'>;
  toasts: Pick<Toasts, 'attempt' | 'dismiss' | 'show'>;
  prompts: Pick<Prompts, 'open'>;
  storage: Pick<StorageState, 'askOnce'>;
  chat: Pick<Chat, 'view'>;
  install: ReadonlySignal<(() => Promise<void>) | null>;
};

export type AfterRun = { fold(events: readonly EngineEvent[], isHidden: boolean): void };

export function createAfterRun(deps: AfterRunDeps): AfterRun {
  let unseen = 0;
  addEventListener('visibilitychange', clear);

  function clear(): void {
    if (document.hidden || unseen === 0) return;
    unseen = 0;
    // The badge is optional: a browser that has none, or refuses it, is no error.
    if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
  }

  followQuestions(deps);

  function fold(events: readonly EngineEvent[], isHidden: boolean): void {
    for (const event of events) {
      if (event.type === 'permission-request' && isHidden) badge(++unseen);
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

/**
 * A notice of questions in other chats. It stays until they are answered, their chat is shown, or the user closes it.
 * Permission requests need none: their sheet covers every screen.
 */
function followQuestions({ router, toasts, prompts }: AfterRunDeps): void {
  let shown: { prompt: PromptId; toast: number } | undefined;
  effect(() => {
    const route = router.route.value;
    const inChat = route.view === 'chat' ? route.session : undefined;
    const prompt = prompts.open.value.findLast((each) => isInChat(each) && each.session !== inChat);
    if (prompt?.id === shown?.prompt) return;
    // The effect must not run for each change of the toasts.
    untracked(() => {
      if (shown) toasts.dismiss(shown.toast);
      shown = prompt && { prompt: prompt.id, toast: show(prompt) };
    });
  });

  function show({ session }: Prompt): number {
    const run = () => session && router.go({ view: 'chat', session });
    return toasts.show(t('notify.waiting'), { label: t('action.show'), run }, Infinity);
  }
}

function isInChat({ subject, session }: Prompt): boolean {
  return ['question', 'elicitation', 'memory'].includes(subject.type) && session !== undefined;
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
