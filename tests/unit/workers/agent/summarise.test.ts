/** The request for a summary quotes the conversation, cut between characters. */
import { describe, expect, it } from 'vitest';
import { textOf } from '#shared/conversation/message.ts';
import { summaryRequest } from '#workers/agent/summarise.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

describe('summaryRequest', () => {
  it.each(['', 'x'])('cuts no emoji in half, after "%s"', (before) => {
    const said = `${before}${'😀'.repeat(5_000)}${before}`;
    for (const tokens of [101, 102, 103, 104]) {
      const [question] = summaryRequest([message('m', 'user', [text(said)])], tokens).messages;
      expect(question && textOf(question)).toMatch(
        /^User: .*😀\n\n\[…\]\n\n😀.*Summarise the conversation above\.$/s,
      );
      expect(question && textOf(question)).not.toContain('\ufffd');
    }
  });

  it('quotes a short conversation whole', () => {
    const [question] = summaryRequest([message('m', 'user', [text('Hello 😀')])], 1_000).messages;
    expect(question && textOf(question)).toBe('User: Hello 😀\n\nSummarise the conversation above.');
  });
});
