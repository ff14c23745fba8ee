/** A prompt is explained in the language of the interface, and says only what is true of a host. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { PromptSubject } from '#shared/tools/permission.ts';
import { promptMeaning } from '#src/state/text/prompt-text.ts';
import { applyLanguage, loadTexts } from '#src/state/text/text.ts';

vi.stubGlobal('document', { documentElement: {} });
beforeAll(() => loadTexts('requests'));
afterAll(async () => {
  await applyLanguage('en');
  vi.unstubAllGlobals();
});

const meaning = (subject: PromptSubject) =>
  promptMeaning({ id: asId<'prompt'>('prompt_1'), subject, tool: 'x', call: asId<'call'>('call_1') });

it('says in German what a dangerous command does', async () => {
  await applyLanguage('de');
  const said = meaning({ type: 'danger', arguments: {}, danger: { type: 'everything', command: 'rm -r /' } });
  await applyLanguage('en');
  expect(said).toContain('\u2066rm -r /\u2069 löscht alles im Arbeitsbereich.');
  expect(said).not.toContain('workspace');
});

describe.each(['127.0.0.1', '192.168.0.7:8080', '[::1]:80', 'localhost:3000', 'app.localhost'])(
  'the address %s',
  (host) => {
    it('is on the own device or network', () =>
      expect(meaning({ type: 'host', host })).toMatch(/^This address is on your own device or network/));
  },
);

describe.each(['nosuch.invalid', 'foo.test:8080', 'example.corp', 'printer'])('the name %s', (host) => {
  it('is not on the public internet', () =>
    expect(meaning({ type: 'host', host })).toMatch(/^This name is not on the public internet/));
});
