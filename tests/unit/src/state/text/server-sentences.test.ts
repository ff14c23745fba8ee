/**
 * If a page can read nothing from a server, the text recommends examining the connection; the diagnosis does
 * not.
 */
import { beforeAll, expect, it, vi } from 'vitest';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import { loadTexts } from '#src/state/text/text.ts';

vi.stubGlobal('location', { origin: 'https://oneclaw.example' });
beforeAll(() => loadTexts('errors'));

it('recommends the examination for an unreachable server, but not in its own result', () => {
  const trouble = { type: 'unreachable', host: 'a.example' } as const;
  expect(serverSentence(trouble)).toMatch(/^a\.example does not respond\..*“Examine the connection”/);
  expect(serverSentence({ ...trouble, verdict: 'problem' })).not.toContain('Examine');
});
