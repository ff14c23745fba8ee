/** Attachments in a request to any model: text in full, other files by name, and each only once. */
import { describe, expect, it } from 'vitest';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { asId } from '#shared/ids.ts';
import { unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import { estimateMessage } from '#workers/agent/estimate-tokens.ts';
import { toRequest as toAnthropic } from '#workers/providers/anthropic/anthropic.ts';
import { toRequest as toGemini } from '#workers/providers/gemini/gemini.ts';
import { toTurns } from '#workers/providers/on-device/turns.ts';
import { toRequest as toChat } from '#workers/providers/openai-chat/openai-chat.ts';
import { toRequest as toResponses } from '#workers/providers/openai-responses/openai-responses.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const file: MediaBlock = {
  type: 'file',
  media_type: 'text/csv',
  blob: asId<'blob'>('b'),
  bytes: 11,
  name: 'ages.csv',
  text: 'Ada is 36 years old',
};
const target = { baseUrl: 'https://service.example/v1', apiKey: 'k', model: 'm', traits: unknownTraits };

const bodies: Record<ServerKind | 'on-device', (request: ModelRequest) => string> = {
  anthropic: (request) => toAnthropic(request, target).body ?? '',
  gemini: (request) => toGemini(request, target).body ?? '',
  'openai-chat': (request) => toChat(request, target).body ?? '',
  'openai-responses': (request) => toResponses(request, target).body ?? '',
  'on-device': ({ messages }) => JSON.stringify(toTurns('', messages)),
};

function requestWith(block: MediaBlock): ModelRequest {
  const message = { ...userMessage(''), parts: [block, { type: 'text' as const, text: 'How old?' }] };
  return { system: '', messages: [message], tools: [], media: new Map() };
}

describe.each(Object.entries(bodies))('a file attached to a question for %s', (_, bodyOf) => {
  it('is read in full where it is text', () => {
    const body = bodyOf(requestWith(file));
    expect(body.split('Ada is 36 years old')).toHaveLength(2);
    expect(body).toContain('ages.csv');
    expect(body).toContain('How old?');
  });

  it('is named where it is anything else', () => {
    const { text: _, ...opaque } = file;
    expect(bodyOf(requestWith({ ...opaque, name: 'scan.pdf' }))).toContain(
      '[file, scan.pdf, text/csv, 11 bytes]',
    );
  });
});

it('counts the text of a file among the tokens of its message', () => {
  const short = estimateMessage({ ...userMessage(''), parts: [file] });
  const long = estimateMessage({ ...userMessage(''), parts: [{ ...file, text: 'word '.repeat(1_000) }] });
  expect(long - short).toBeGreaterThan(1_000);
});
