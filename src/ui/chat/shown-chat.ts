/** The message being sent and the refusal of the chat on the screen, not those of other chats. */
import { useComputed } from '@preact/signals';
import { useApp } from '#src/ui/app-context.ts';

export function useShownChat() {
  const { chat } = useApp();
  const sending = useComputed(() => ofShown(chat.sending.value, chat.session.value)).value;
  const refusal = useComputed(() => ofShown(chat.refusal.value, chat.session.value)).value;
  return { sending, refusal };
}

function ofShown<T extends { session: string }>(value: T | null, shown: string | null): T | null {
  return value?.session === shown ? value : null;
}
