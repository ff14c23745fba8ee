/** Makes an on-device model the default of new chats. */
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';

/** There is one provider for on-device models; choosing another model changes it. */
export async function useModel(model: string, { providers, chat, router, toasts }: AppState): Promise<void> {
  const before = providers.list.value.find(({ kind }) => kind === 'on-device');
  const label = before?.label ?? t('device.title');
  const saved = await providers.save({ ...(before && { id: before.id }), kind: 'on-device', label, model });
  if (!saved) return;
  if (!saved.ok) return void toasts.show(t('edit.save-failed', { reason: saved.error.message }));
  router.go({ view: 'chat', session: null });
  chat.chosenProvider.value = saved.value.id;
}
