/** Inserts user messages where strict formats require them: at the beginning, and after a message without calls. */
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';

// Constant objects, so that their JSON is cached like that of other messages.
const opening = userMessage('(What was said before this is left out.)');
const continuePrompt = userMessage('Go on.');

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

function userMessage(text: string): Message {
  return {
    id: asId<'message'>('message_inserted'),
    session: asId<'session'>('session_inserted'),
    parent: null,
    order: 0,
    run: asId<'run'>('run_inserted'),
    role: 'user',
    parts: [{ type: 'text', text }],
    at: 0,
  };
}
