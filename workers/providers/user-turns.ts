/**
 * Inserts messages where strict formats require them: user messages at the beginning and after a message without calls,
 * assistant messages between two of the user.
 */
import { isSteering, standaloneMessage, type Message } from '#shared/conversation/message.ts';

// Constant objects, so that their JSON is cached like that of other messages.
const opening = inserted('(What was said before this is left out.)');
const continuePrompt = inserted('Go on.');
const stopped = inserted('I stopped there.', 'assistant');
const noticed = inserted('I see a new message.', 'assistant');

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

/**
 * As `withUserTurns`, and roles alternate, which the chat templates of Gemma, Mistral and others require: after a stop
 * or an error before the first word two user messages follow each other, and after a stopped call the user's message
 * follows a result. https://github.com/charmbracelet/crush/issues/279
 */
export function withAlternatingTurns(messages: readonly Message[]): Message[] {
  const turns = withUserTurns(
    messages.filter((message) => message.role === 'user' || hasCalls(message) || hasText(message)),
  );
  return turns.flatMap((message, index) => {
    const before = turns[index - 1];
    const isSecond = message.role === 'user' && before && (before.role === 'user' || hasCalls(before));
    if (!isSecond) return [message];
    return [isSteering(message) ? noticed : stopped, message];
  });
}

function hasText({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'text' && part.text !== '');
}

function hasCalls({ parts }: Message): boolean {
  return parts.some(({ type }) => type === 'call');
}

function inserted(text: string, role: Message['role'] = 'user'): Message {
  return standaloneMessage('inserted', [{ type: 'text', text }], role);
}
