/**
 * On-device models: a real GGUF file runs in the built app, the browser's model is simulated; both call
 * tools.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { end, start, tinyGguf } from '#tests/fixtures/model-servers/tiny-gguf.ts';
import { callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, roundTrip, test } from '../app.ts';

const greeting = tinyGguf([[start, 'Hello', ' from', ' the', ' device', '.', end]]);
/** A model in which each word predicts the next in a cycle, so that its reply never ends. */
const endless = tinyGguf([[start, 'tick', ' tock', ' tick', ' tock']]);
const caller = tinyGguf([
  [
    start,
    'Let me see.\n',
    '<tool',
    '_call>\n',
    '{"name": ',
    '"get_current_time"',
    ', "arguments": {}}',
    '\n</tool_call>',
    end,
  ],
]);

async function openSettings(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
}

/** Imports a model through the file field on the Settings screen. */
async function importModel(page: Page, name: string, content: Uint8Array): Promise<void> {
  await openSettings(page);
  await page
    .getByLabel('Choose a GGUF file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

async function useInChat(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Use in chat: ${name}` }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}

/** llama.cpp is compiled and the file is read first, which takes seconds on a busy machine. */
const patience = { timeout: 40_000 };

test('a file is imported, answers in a chat, and is deleted @long', async ({ app }) => {
  await importModel(app, 'tiny.gguf', greeting);
  await expect(app.getByText(/tiny\.gguf added/)).toBeVisible();
  await useInChat(app, 'tiny.gguf');
  await send(app, 'Hi');
  await expect(transcript(app)).toContainText('Hello from the device.', patience);
  await runEnds(app);

  await openSettings(app);
  await app.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await app.getByRole('button', { name: 'Keep', exact: true }).click();
  await app.getByRole('button', { name: 'Delete tiny.gguf' }).click();
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.getByText('tiny.gguf deleted.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Use in chat: tiny.gguf' })).toHaveCount(0);
  expect(await filesIn(app)).toEqual([]);

  await openMenu(app);
  await app.getByRole('link', { name: 'Chat', exact: true }).click();
  await send(app, 'Still there?');
  await expect(transcript(app)).toContainText('no longer exists');
});

test('a model without a tool API calls a tool in its text, and nothing of the call is shown as text @long', async ({
  app,
}) => {
  await importModel(app, 'caller.gguf', caller);
  await useInChat(app, 'caller.gguf');
  await send(app, 'What time is it?');
  // This model always produces the same call, so it calls until the guard refuses the repetition.
  const first = transcript(app).getByRole('group', { name: 'get_current_time', exact: true }).first();
  await expect(first).toHaveAttribute('data-status', 'success', patience);
  await runEnds(app);
  await expect(transcript(app)).toContainText('Let me see.');
  await expect(transcript(app)).not.toContainText('tool_call');
});

test('stop in the middle frees the composer, and the model answers again without being reloaded', async ({
  app,
}) => {
  await importModel(app, 'endless.gguf', endless);
  await useInChat(app, 'endless.gguf');
  await send(app, 'Count');
  await expect(transcript(app)).toContainText('tick tock', patience);
  // Measured while the model computes, because the model uses one core.
  const atOnce = 100 * (await roundTrip(app));
  const freedAfter = await app.evaluate(async () => {
    const pressed = performance.now();
    document.querySelector<HTMLElement>('button[aria-label="Stop"]')?.click();
    while (document.querySelector('button[aria-label="Stop"]')) await new Promise(requestAnimationFrame);
    return performance.now() - pressed;
  });
  expect(freedAfter).toBeLessThan(atOnce);
  // The model stays in memory: it answers at once and is not loaded again.
  await app.evaluate(() => {
    const seen: string[] = [];
    window.oneclaw.on((event) => event.type === 'model-progress' && seen.push(event.work));
    Object.assign(window, { seen });
  });
  await send(app, 'Once more');
  await expect(transcript(app).getByText('tick tock')).toHaveCount(2);
  expect(await app.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
});

test('a file that is not GGUF is refused, and is not stored', async ({ app }) => {
  await importModel(app, 'fake.gguf', Buffer.from('<html>not a model</html>'));
  await expect(app.getByText('This is not a GGUF file.')).toBeVisible();
  expect(await filesIn(app)).toEqual([]);
});

test('a damaged file says what to do @long', async ({ app }) => {
  await importModel(app, 'cut.gguf', greeting.slice(0, 20_000));
  await useInChat(app, 'cut.gguf');
  await send(app, 'Hi');
  await expect(transcript(app)).toContainText('cannot run here', patience);
});

test.describe('with the network off', () => {
  test.use({ build: 'production', serviceWorkers: 'allow' });

  test('a model that was used before still answers @long', async ({ app, context }) => {
    await app.evaluate(async () => void (await navigator.serviceWorker.ready));
    await importModel(app, 'tiny.gguf', greeting);
    await useInChat(app, 'tiny.gguf');
    await send(app, 'Hi');
    await expect(transcript(app)).toContainText('Hello from the device.', patience);
    await runEnds(app);
    await context.setOffline(true);
    await app.reload();
    await send(app, 'And now?');
    await expect(transcript(app).getByText('Hello from the device.')).toHaveCount(2, patience);
    await context.setOffline(false);
  });
});

/** Finds the form first, because the browser's own model has a Download button too. */
async function download(page: Page, address: string): Promise<void> {
  const field = page.getByLabel('Or its web address');
  await field.fill(address);
  await page.getByRole('form').filter({ has: field }).getByRole('button', { name: 'Download' }).click();
}

test.describe('a download', () => {
  let server: Server;
  let release: () => void;
  let url: string;
  test.beforeEach(async () => {
    const gate = new Promise<void>((resolve) => (release = resolve));
    server = createServer((request, response) => {
      if (request.url === '/gone.gguf') return void response.writeHead(404).end();
      const headers = { 'access-control-allow-origin': '*', 'content-length': greeting.length };
      response.writeHead(200, headers);
      response.write(greeting.slice(0, 100_000));
      const rest = () => response.end(greeting.slice(100_000));
      if (request.url === '/slow.gguf') void gate.then(rest);
      else rest();
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    url = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  test.afterEach(() => {
    release();
    server.closeAllConnections();
    server.close();
  });

  test('is downloaded on request, and answers @long', async ({ app }) => {
    await openSettings(app);
    await download(app, `${url}/models/small.gguf`);
    await expect(app.getByText(/small\.gguf added/)).toBeVisible();
    await useInChat(app, 'small.gguf');
    await send(app, 'Hi');
    await expect(transcript(app)).toContainText('Hello from the device.', patience);
  });

  test('shows its progress, and cancel deletes the partial file', async ({ app }) => {
    await openSettings(app);
    await download(app, `${url}/slow.gguf`);
    await expect(app.getByRole('progressbar', { name: 'Downloading' })).toBeVisible();
    await app.getByRole('button', { name: 'Cancel: slow.gguf' }).click();
    await expect(app.getByText('Nothing was kept.')).toBeVisible();
    expect(await filesIn(app)).toEqual([]);
  });

  test('explains what is wrong with an address', async ({ app }) => {
    await openSettings(app);
    for (const [address, sentence] of [
      ['http://example.com/a.gguf', /start with https/],
      [`${url}/gone.gguf`, /could not be downloaded/],
      [`${url}/model.bin`, /not a GGUF file/],
    ] as const) {
      await download(app, address);
      await expect(app.getByText(sentence)).toBeVisible();
    }
  });
});

test.describe('the model of the browser', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(fakeLanguageModel);
  });

  test('is downloaded by a tap, answers, and calls a tool', async ({ app }) => {
    await openSettings(app);
    await expect(app.getByText('can download it')).toBeVisible();
    await app
      .getByRole('listitem')
      .filter({ hasText: 'Built-in browser model' })
      .getByRole('button', { name: 'Download' })
      .click();
    await app.getByRole('button', { name: 'Use in chat', exact: true }).click();
    await send(app, 'What time is it?');
    await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
    await expect(transcript(app)).toContainText('I looked at the clock.');
    await runEnds(app);
    const asked = await app.evaluate(() => (window as unknown as { asked: string[] }).asked);
    expect(asked[0]).toContain('get_current_time(');
    expect(asked.at(-1)).toContain('<tool_response>');
  });

  test('is never downloaded by sending a message', async ({ app }) => {
    const outcome = await app.evaluate(async () => {
      const provider = await window.oneclaw.providers.save({
        kind: 'on-device',
        label: 'Device',
        model: 'built-in',
      });
      return (await window.oneclaw.chat.send('Hi', { provider })).outcome;
    });
    expect(outcome).toMatchObject({ type: 'failed', error: { type: 'model_not_ready' } });
  });

  test('reports a prompt that is too long, and shows no error after a stop', async ({ app }) => {
    await app.evaluate(() => void ((window as unknown as { state: string }).state = 'available'));
    const outcomes = await app.evaluate(async () => {
      const provider = await window.oneclaw.providers.save({
        kind: 'on-device',
        label: 'Device',
        model: 'built-in',
      });
      const long = await window.oneclaw.chat.send('too long', { provider });
      let session = '';
      window.oneclaw.on((event) => {
        if (event.type === 'text-delta') void window.oneclaw.chat.stop(event.session);
        if (event.type === 'run-start') session = event.session;
      });
      const stopped = await window.oneclaw.chat.send('for ever', { provider });
      const view = await window.oneclaw.sessions.get(session);
      return { long: long.outcome, stopped: stopped.outcome, parts: view?.messages.at(-1)?.parts };
    });
    expect(outcomes.long).toMatchObject({ type: 'failed', error: { type: 'context_too_long' } });
    expect(outcomes.stopped).toEqual({ type: 'stopped' });
    expect(outcomes.parts).toMatchObject([{ type: 'text' }, { type: 'note', note: { type: 'stopped' } }]);
  });
});

function filesIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    return Array.fromAsync(folder.keys());
  });
}

/**
 * A fake of the Prompt API. It is serialized into the page, so it must not use anything outside its own body.
 */
function fakeLanguageModel(): void {
  const world = window as unknown as { asked: string[]; state: string; LanguageModel: object };
  world.asked = [];
  world.state = 'downloadable';
  const replies = (input: string): string[] => {
    if (input.includes('<tool_response>')) return ['I looked ', 'at the clock.'];
    return ['Let me see. <tool', '_call>{"name": "get_current_time", "argu', 'ments": {}}</tool_call>'];
  };
  type Options = {
    initialPrompts?: { content: string }[];
    monitor?: (monitor: EventTarget) => void;
    signal?: AbortSignal;
  };
  world.LanguageModel = {
    availability: async () => world.state,
    async create({ initialPrompts = [], monitor }: Options) {
      if (monitor) {
        const events = new EventTarget();
        monitor(events);
        for (const loaded of [0.5, 1])
          events.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
        world.state = 'available';
      }
      return {
        destroy: () => undefined,
        promptStreaming(input: string, { signal }: { signal: AbortSignal }) {
          world.asked.push([...initialPrompts.map(({ content }) => content), input].join('\n'));
          if (input.includes('too long')) throw new DOMException('Too long.', 'QuotaExceededError');
          return new ReadableStream<string>({
            start(controller) {
              signal.addEventListener('abort', () => controller.error(signal.reason));
              if (input.includes('for ever')) return controller.enqueue('Once upon a time');
              for (const piece of replies(input)) controller.enqueue(piece);
              controller.close();
            },
          });
        },
      };
    },
  };
}
