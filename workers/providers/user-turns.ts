/** Inserts user messages where strict formats require them: at the beginning, and after a message without calls. */
import { standaloneMessage, type Message } from '#shared/conversation/message.ts';

// Constant objects, so that their JSON is cached like that of other messages.
const opening = inserted('(What was said before this is left out.)');
const continuePrompt = inserted('Go on.');

/**
 * A message with calls is followed by their results. A message without calls that is the last (after a pause
 * or a stop), or is followed by another assistant message, gets `continuePrompt` after it: newer models
 * reject a prefilled assistant message.
 */
export function withUserTurns(messages: readonly Message[]): Message[] {
  const turns: Message[] = messages[0]?.role === 'user' ? [] : [opening];
  for (const [index, message] of messages.entries()) {
    turns.push(message);
    if (message.role === 'assistant' && !hasCalls(message) && messages[index + 1]?.role !== 'user')
      turns.push(continuePrompt);
  }
  return turns;
}

function hasCalls({ parts }: Message): boolean {
  return parts.some(({ type }) => type === 'call');
}

function inserted(text: string): Message {
  return standaloneMessage('inserted', [{ type: 'text', text }]);
}
