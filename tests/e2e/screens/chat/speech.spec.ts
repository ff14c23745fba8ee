/** Sharing, reading aloud and dictation, with a simulated browser API. */
import type { Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send } from '../../chat.ts';
import { expect, test } from '../../app.ts';

type Spoken = { text: string; lang: string };
type Heard = { says(words: string, isFinal: boolean): void; fails(error: string): void; language: string };

declare global {
  interface Window {
    spoken: Spoken[];
    shared: string[];
    heard: Heard | undefined;
  }
}

let server: ChatServer;
test.beforeEach(async ({ page }) => {
  server = await startChatServer();
  await page.addInitScript(() => {
    window.spoken = [];
    window.shared = [];
    let ends: (() => void) | undefined;
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        speak(utterance: SpeechSynthesisUtterance) {
          window.spoken.push({ text: utterance.text, lang: utterance.lang });
          ends = () => utterance.dispatchEvent(new Event('end'));
          // An utterance with this word continues until it is cancelled.
          if (!utterance.text.includes('endless')) setTimeout(ends, 0);
        },
        cancel: () => ends?.(),
      },
    });
    Object.defineProperty(navigator, 'share', {
      value: ({ text }: { text: string }) => {
        window.shared.push(text);
        return Promise.reject(new DOMException('Closed', 'AbortError'));
      },
    });
    class Recognition extends EventTarget implements Heard {
      lang = '';
      start() {
        window.heard = this;
      }
      stop() {
        if (window.heard === this) window.heard = undefined;
        this.dispatchEvent(new Event('end'));
      }
      abort() {
        this.stop();
      }
      get language() {
        return this.lang;
      }
      says(words: string, isFinal: boolean) {
        const result = Object.assign([{ transcript: words }], { isFinal });
        this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }));
      }
      fails(error: string) {
        this.dispatchEvent(Object.assign(new Event('error'), { error }));
        this.stop();
      }
    }
    Object.assign(window, { SpeechRecognition: Recognition });
  });
});
test.afterEach(() => server.close());

async function answer(app: Page, text: string): Promise<void> {
  await addServer(app, server.url);
  server.enqueue({ text });
  await send(app, 'Go');
  await runEnds(app);
}

test('an answer is read aloud without Markdown, in its language, and can be stopped', async ({ app }) => {
  await answer(
    app,
    '## Das Wetter\n\nEs ist **warm** und [sonnig](https://example.com), aber nicht zu heiß.\n\n```js\nnot();\n```\n\n- Das ist alles. endless',
  );
  await app.getByRole('button', { name: 'Read aloud' }).click();
  const stop = app.getByRole('button', { name: 'Stop reading' });
  await expect(stop).toBeVisible();
  await expect.poll(() => app.evaluate(() => window.spoken.length)).toBe(3);
  expect(await app.evaluate(() => window.spoken)).toEqual([
    { text: 'Das Wetter', lang: 'de' },
    { text: 'Es ist warm und sonnig, aber nicht zu heiß.', lang: 'de' },
    { text: 'Das ist alles. endless', lang: 'de' },
  ]);
  await stop.click();
  await expect(app.getByRole('button', { name: 'Read aloud' })).toBeVisible();
});

test('an answer is shared unchanged, and closing the share sheet is no error', async ({ app }) => {
  await answer(app, 'To **share**.');
  await app.getByRole('button', { name: 'Share' }).click();
  expect(await app.evaluate(() => window.shared)).toEqual(['To **share**.']);
  await expect(app.getByText('That did not work')).toHaveCount(0);
});

test('dictated text is written into the field, after a notice about where speech is sent', async ({
  app,
}) => {
  const field = app.getByRole('textbox', { name: 'Message' });
  await app.getByRole('button', { name: 'Speak' }).click();
  await expect(app.getByText('may send your voice to its vendor')).toBeVisible();
  expect(await app.evaluate(() => window.heard)).toBeUndefined();
  await app.getByRole('button', { name: 'Start' }).click();
  await expect(app.getByText('Listening…')).toBeVisible();
  // The page hears from the next task on.
  await expect.poll(() => app.evaluate(() => window.heard?.language)).toBe('en-US');
  await app.evaluate(() => window.heard?.says('what ti', false));
  await expect(app.getByText('what ti', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('');
  await app.evaluate(() => window.heard?.says('what time is it', true));
  await expect(field).toHaveValue('what time is it');
  await app.evaluate(() => window.heard?.says(' in Tokyo', true));
  await expect(field).toHaveValue('what time is it in Tokyo');
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByText('Listening…')).toHaveCount(0);
  await expect(field).toHaveValue('what time is it in Tokyo');

  // The privacy note appears once, whereas a refusal by the browser is shown every time.
  await field.fill('');
  await app.getByRole('button', { name: 'Speak' }).click();
  await expect(app.getByText('Listening…')).toBeVisible();
  // The text "Listening…" is shown before recognition has started.
  await app.waitForFunction(() => window.heard !== undefined);
  await app.evaluate(() => window.heard?.fails('not-allowed'));
  await expect(app.getByText('not allowed to use the microphone')).toBeVisible();
});
