/** Every failure of a model has its own sentence, which names the host if there is one. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { isFixedInSettings, sentenceFor } from '#src/state/text/sentences.ts';
import { loadTexts } from '#src/state/text/text.ts';

vi.stubGlobal('location', { origin: 'https://oneclaw.example' });

const types: Record<ModelErrorType, true> = {
  bad_key: true,
  forbidden: true,
  no_credit: true,
  rate_limit: true,
  overloaded: true,
  model_unknown: true,
  not_found: true,
  bad_request: true,
  tools_refused: true,
  context_too_long: true,
  image_refused: true,
  file_refused: true,
  message_refused: true,
  refused: true,
  empty: true,
  reply_too_long: true,
  reply_too_large: true,
  broken_stream: true,
  offline: true,
  cors: true,
  unreachable: true,
  mixed_content: true,
  local_network: true,
  server_error: true,
  malformed: true,
  silent: true,
  bad_url: true,
  no_provider: true,
  no_agent: true,
  no_message: true,
  nothing_to_resume: true,
  busy: true,
  storage_full: true,
  locked: true,
  model_not_ready: true,
  model_gone: true,
  model_unusable: true,
  no_memory: true,
  internal: true,
};
const isType = (name: string): name is ModelErrorType => Object.hasOwn(types, name);
const all = Object.keys(types).filter(isType);

beforeAll(() => loadTexts('errors'));

describe('sentenceFor', () => {
  it('has a different sentence for each failure', () => {
    const sentences = all.map((type) => sentenceFor({ type, host: 'api.example' }));
    expect(new Set(sentences).size).toBe(all.length);
  });

  it.each(all)('%s leaves no placeholder unfilled', (type) => {
    expect(sentenceFor({ type })).not.toMatch(/[{}]|undefined/);
    expect(isFixedInSettings({ type })).toBeTypeOf('boolean');
  });

  it('says how long a rate limit lasts when the server told', () => {
    expect(sentenceFor({ type: 'rate_limit', retryAfter: 11.2 })).toContain('12 seconds');
  });

  it('names the origin that a local server must let in', () => {
    expect(sentenceFor({ type: 'cors', host: 'localhost:11434' })).toContain('https://oneclaw.example');
  });
});
