import { describe, expect, it } from 'vitest';
import { createAnthropicDecoder } from '#workers/providers/anthropic/anthropic-decoder.ts';
import { createGeminiDecoder } from '#workers/providers/gemini/gemini-decoder.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import { createResponsesDecoder } from '#workers/providers/openai-responses/openai-responses-decoder.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { chatReplies, readEvents } from './chat-replies.ts';
import { geminiReplies, messagesReplies, responsesReplies } from './wire-replies.ts';
import { writtenCalls } from './written-calls.ts';

const tool = (name: string, properties: object) => ({ name, parameters: { type: 'object', properties } });
const tools = [
  tool('read', { path: { type: 'string' }, limit: { type: 'integer' } }),
  tool('list', {}),
] as ToolDefinition[];

describe.each([
  ['Chat Completions', () => createChatDecoder({ tools }), [...chatReplies, ...writtenCalls]],
  ['Messages', createAnthropicDecoder, messagesReplies],
  ['Responses', createResponsesDecoder, responsesReplies],
  ['Gemini', createGeminiDecoder, geminiReplies],
])('replies on the %s wire', (_, createDecoder, rows) => {
  it.each(rows)('$source: $what', ({ chunks, comes }) => {
    const decoder = createDecoder();
    const events = chunks.flatMap((chunk) =>
      decoder.push(typeof chunk === 'string' ? chunk : JSON.stringify(chunk)),
    );
    const { why, ...read } = readEvents([...events, ...decoder.end()]);
    expect({ ...read, ...(comes.why === undefined ? {} : { why }) }).toEqual(comes);
  });
});

it.each([
  ['https://api.anthropic.com', 'a </think> b'],
  ['https://a.example', ' b'],
])('own: a tag is a word of the answer where reasoning comes apart: %s', (baseUrl, text) => {
  const decoder = createAnthropicDecoder(baseUrl);
  const events = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'a </think> b' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ].flatMap((event) => decoder.push(JSON.stringify(event)));
  expect(readEvents(events).text).toBe(text);
});
