/**
 * If a page can read nothing from a server, the text recommends examining the connection; the diagnosis does
 * not.
 */
import { beforeAll, expect, it, vi } from 'vitest';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import { loadTexts } from '#src/state/text/text.ts';

vi.stubGlobal('location', { origin: 'https://oneclaw.example' });
beforeAll(() => loadTexts('errors'));

it('names the examination where a server is out of reach, and not in it', () => {
  const trouble = { type: 'unreachable', host: 'a.example' } as const;
  expect(serverSentence(trouble)).toMatch(/^a\.example does not respond\..*“Examine the connection”/);
  expect(serverSentence({ ...trouble, verdict: 'problem' })).not.toContain('Examine');
});
