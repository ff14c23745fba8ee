/** Impossible token counts are ignored in every format, so that a server cannot disable a budget. */
import { describe, expect, it } from 'vitest';
import { serverKinds, type ServerKind } from '#shared/models/provider.ts';
import { createAnthropicDecoder } from '#workers/providers/anthropic/anthropic-decoder.ts';
import { createGeminiDecoder } from '#workers/providers/gemini/gemini-decoder.ts';
import type { StreamDecoder } from '#workers/providers/http/exchange.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import { createResponsesDecoder } from '#workers/providers/openai-responses/openai-responses-decoder.ts';

/** `events`: the end of a reply in which every count is this JSON value. */
type Format = { create: () => StreamDecoder; events: (count: string) => string[] };

const formats: Record<ServerKind, Format> = {
  'openai-chat': {
    create: createChatDecoder,
    events: (count) => [
      `{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":${count},"completion_tokens":${count},
        "total_tokens":${count},"completion_tokens_details":{"reasoning_tokens":${count}},
        "prompt_tokens_details":{"cached_tokens":${count}}}}`,
    ],
  },
  'openai-responses': {
    create: createResponsesDecoder,
    events: (count) => [
      `{"type":"response.completed","response":{"usage":{"input_tokens":${count},"output_tokens":${count},
        "input_tokens_details":{"cached_tokens":${count}},"output_tokens_details":{"reasoning_tokens":${count}}}}}`,
    ],
  },
  anthropic: {
    create: createAnthropicDecoder,
    events: (count) => [
      `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":${count},
        "output_tokens":${count},"cache_read_input_tokens":${count},"cache_creation_input_tokens":${count}}}`,
      '{"type":"message_stop"}',
    ],
  },
  gemini: {
    create: createGeminiDecoder,
    events: (count) => [
      `{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":${count},
        "candidatesTokenCount":${count},"thoughtsTokenCount":${count},"cachedContentTokenCount":${count}}}`,
    ],
  },
};

describe.each(serverKinds)('%s', (kind) => {
  const { create, events } = formats[kind];
  const usageOf = (count: string) => {
    const decoder = create();
    const all = [...events(count).flatMap((data) => decoder.push(data)), ...decoder.end()];
    return all.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
  };

  it.each(['-1', '-1e300', '1e300', '1e400', '0.5', '1000000001', '"7"', 'null'])(
    'drops %s where a count should be',
    (count) => expect(usageOf(count)).toEqual([]),
  );

  it.each(['0', '1000000000'])('takes %s for one', (count) => {
    expect(usageOf(count)).toHaveLength(1);
    expect(usageOf(count)[0]?.inputTokens).toBeGreaterThanOrEqual(Number(count));
  });
});
