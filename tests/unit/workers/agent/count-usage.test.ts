import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import { countUsage } from '#workers/agent/count-usage.ts';
import { estimateText } from '#workers/agent/estimate-tokens.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

const long = 'word '.repeat(20_000);
const reasoning: Part = { type: 'reasoning', text: long };

/** Whether a server that counted so many tokens is said to have cut the request off. */
function isCut(counted: number, parts: Part[], host = '127.0.0.1:11434', cacheReadTokens = 0): boolean {
  const messages = [message('u1', 'user', parts)];
  const count = countUsage('openai-chat', { system: '', messages, tools: [], media: new Map() });
  count.see({ type: 'usage', usage: { inputTokens: counted, outputTokens: 1, cacheReadTokens } });
  return count.cut(host) !== undefined;
}

describe('a server that cuts requests off without a word (esengine/DeepSeek-Reasonix#10245)', () => {
  it.each<
    [what: string, is: boolean, counted: number, parts: Part[], ...more: [host?: string, cached?: number]]
  >([
    ['counts 2,051 of 28,000 tokens', true, 2_051, [text(long)]],
    ['at a private address', true, 4_096, [text(long)], '192.168.0.7'],
    ['has only another tokenizer', false, estimateText(long) / 2, [text(long)]],
    ['counts only what is not cached', false, 300, [text(long)]],
    ['says how much was cached', false, 2_000, [text(long)], 'localhost', 26_000],
    ['is on the internet', false, 2_051, [text(long)], 'api.example'],
    ['got a short request', false, 1_000, [text('word '.repeat(2_000))]],
    ['got no reasoning back', false, 1_500, [text('word '.repeat(1_000)), reasoning]],
  ])('%s: %s', (_, is, counted, parts, host, cached) => expect(isCut(counted, parts, host, cached)).toBe(is));
});
