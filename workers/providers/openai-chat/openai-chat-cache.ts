/**
 * Sets cache marks for models behind a gateway that cache a prompt only up to a mark: one after the system prompt, which
 * all chats of an agent share, and one after the newest message. They are in the messages, because a mark on the whole
 * request excludes services without marks: https://openrouter.ai/docs/features/prompt-caching
 */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';

const mark = { cache_control: { type: 'ephemeral' } } as const;

/** An empty text must not be marked. */
export function markedSystem(text: string): object {
  return { role: 'system', content: text.trim() === '' ? text : [{ type: 'text', text, ...mark }] };
}

export function markLast(messages: readonly ChatCompletionMessageParam[]): object[] {
  return messages.map((message, at) => (at === messages.length - 1 ? marked(message) : message));
}

function marked(message: ChatCompletionMessageParam): object {
  if (message.role === 'tool') return { ...message, ...mark };
  if (message.role !== 'user') return message;
  const { content } = message;
  const parts: ChatCompletionContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const last = parts.at(-1);
  if (!last || (last.type === 'text' && last.text.trim() === '')) return message;
  return { ...message, content: [...parts.slice(0, -1), { ...last, ...mark }] };
}
