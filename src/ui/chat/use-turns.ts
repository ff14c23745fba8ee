/** What else can be done with the chat on the screen; its code comes with the messages, which the first screen has none of. */
import { createChatTurns, type ChatTurns } from '#src/state/chat/chat-turns.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useTurns(): ChatTurns {
  const { chat, connection, toasts } = useApp();
  const session = () => chat.session.value;
  return createChatTurns({ api: connection.api, toasts, session, reload: chat.reload });
}
