import { describe, expect, it } from 'vitest';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import { chatReplies, readEvents } from './chat-replies.ts';

describe('replies on the Chat Completions wire', () => {
  it.each(chatReplies)('$source: $what', ({ chunks, comes }) => {
    const decoder = createChatDecoder();
    const events = chunks.flatMap((chunk) =>
      decoder.push(typeof chunk === 'string' ? chunk : JSON.stringify(chunk)),
    );
    expect(readEvents([...events, ...decoder.end()])).toEqual(comes);
  });
});
