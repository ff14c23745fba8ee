/** Brings a history into the order that strict wires demand: the user opens it, and answers whatever the model said. */
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';

// One object each, so that their JSON is kept like that of every other message.
const opening = say('(What was said before this is left out.)');
const goOn = say('Go on.');

/**
 * A message with calls is answered by their results; where one without calls is the last (a pause, a stop) or another
 * one of the model follows, the user asks it to go on. Newer models refuse to continue words put into their mouth.
 */
export function withUserTurns(messages: readonly Message[]): Message[] {
  const turns: Message[] = messages[0]?.role === 'user' ? [] : [opening];
  for (const [index, message] of messages.entries()) {
    turns.push(message);
    if (message.role === 'assistant' && !hasCalls(message) && messages[index + 1]?.role !== 'user')
      turns.push(goOn);
  }
  return turns;
}

function hasCalls({ parts }: Message): boolean {
  return parts.some(({ type }) => type === 'call');
}

function say(text: string): Message {
  return {
    id: asId<'message'>('message_wire'),
    session: asId<'session'>('session_wire'),
    parent: null,
    order: 0,
    run: asId<'run'>('run_wire'),
    role: 'user',
    parts: [{ type: 'text', text }],
    at: 0,
  };
}
