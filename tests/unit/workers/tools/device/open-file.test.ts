/** What `open_file` offers for which file, and what the model is told of it. */
import { describe, expect, it } from 'vitest';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import { openFile } from '#workers/tools/device/open-file.ts';

async function open(path: string, content: string, values: object = {}) {
  const asked: DeviceAction[] = [];
  const files = { stat: async () => ({ path, type: 'file' }), read: async () => new Blob([content]) };
  const device = {
    async ask(action: DeviceAction) {
      asked.push(action);
      return { did: 'offered' };
    },
  };
  const { content: text } = (await openFile.execute({ path, ...values }, { files, device })) as {
    content: string;
  };
  return { text, type: asked[0]?.type };
}

describe('a page of HTML', () => {
  it.each([
    ['with a script', '<h1>Game</h1><script>play()</script>'],
    ['with a module', '<SCRIPT type="module" src="a.js"></SCRIPT>'],
    ['with a handler', '<button onclick="play()">Play</button>'],
  ])('%s goes to a browser, and the model is told so', async (_, html) => {
    const { type, text } = await open('game.html', html);
    expect(type).toBe('hand-over');
    expect(text).toContain('tell the user to open the downloaded file with the browser');
  });

  it('without scripts is shown in the viewer', async () =>
    expect(await open('page.htm', '<h1>x onto = y</h1>')).toMatchObject({ type: 'open-file' }));

  it('is opened as the model says', async () => {
    const { type, text } = await open('game.html', '<script>play()</script>', { with: 'viewer' });
    expect(type).toBe('open-file');
    expect(text).toContain('without its scripts');
  });
});

it('any other file is shown in the viewer, whatever it contains', async () =>
  expect(await open('notes.md', 'Use <script>.')).toMatchObject({ type: 'open-file' }));
