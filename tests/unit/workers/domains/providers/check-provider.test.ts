/** What is refused before a provider is saved, although a browser could parse it. */
import { expect, it } from 'vitest';
import { checkConnection } from '#workers/domains/providers/check-provider.ts';

const problemOf = (baseUrl: string) =>
  checkConnection({ kind: 'openai-chat', label: 'P', model: 'm', baseUrl })?.type;

it.each(['not a url', 'https://not a url', 'https://not%20a%20url', 'http://', 'ftp://x/v1', ''])(
  'refuses the address %j',
  (baseUrl) => expect(problemOf(baseUrl)).toBe('bad_url'),
);

it.each([
  'https://api.openai.com/v1',
  'http://localhost:11434/v1',
  'http://[::1]:1/v1',
  'http://nas/v1',
  'https://müller.example/v1',
])('accepts the address %j', (baseUrl) => expect(problemOf(baseUrl)).toBeUndefined());
