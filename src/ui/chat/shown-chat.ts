/** What there is to show of the chat on the screen, and nothing of the others. */
import { useComputed } from '@preact/signals';
import { useApp } from '#src/ui/app-context.ts';

export function useShownChat() {
  const { chat } = useApp();
  const sending = useComputed(() => ofShown(chat.sending.value, chat.session.value)).value;
  const refusal = useComputed(() => ofShown(chat.refusal.value, chat.session.value)).value;
  return { view: chat.view.value, phase: chat.phase.value, sending, refusal };
}

function ofShown<T extends { session: string }>(value: T | null, shown: string | null): T | null {
  return value?.session === shown ? value : null;
}
