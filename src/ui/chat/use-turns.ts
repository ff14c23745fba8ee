/** Actions on the turns of the current chat; loaded with the messages, not with the first screen. */
import { createChatTurns, type ChatTurns } from '#src/state/chat/chat-turns.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useTurns(): ChatTurns {
  const { chat, connection, sessions, toasts } = useApp();
  const session = () => chat.session.value;
  const leftOut = () => sessions.list.value.find(({ id }) => id === session())?.leftOut;
  return createChatTurns({ api: connection.api, toasts, session, leftOut, reload: chat.reload });
}
