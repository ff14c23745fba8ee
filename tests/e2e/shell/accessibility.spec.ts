/** axe finds no serious problem on any screen, in light and in dark. */
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';
import { axeViolations } from '../axe.ts';

const screens = [
  ['#/agents', 'Agents'],
  ['#/agents/new', 'New agent'],
  ['#/tools', 'Tools'],
  ['#/terminal', 'Terminal'],
  ['#/activity', 'Activity'],
  ['#/today', 'Today'],
  ['#/settings', 'Settings'],
  ['#/settings/provider/new', 'Add a model'],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });
    // axe examines every element of every screen.
    test.slow();

    test(`a chat, from its greeting to an answer with tools, an error and a question${scheme === 'dark' ? ' @long' : ''}`, async ({
      app,
    }) => {
      expect(await axeViolations(app), 'greeting').toEqual([]);
      const server = await startChatServer();
      await addServer(app, server.url);
      server.enqueue({
        reasoning: 'First a look.',
        text: 'Let me see.',
        calls: [
          { id: 'a', name: 'write_file', arguments: { path: 'notes/a.txt', content: 'hello' } },
          { id: 'b', name: 'read_file', arguments: { path: 'nowhere.txt' } },
        ],
      });
      server.enqueue({
        text: '# Title\n\nSome *words*, `code` and a [link](https://example.org).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1;\n```\n\n> quoted',
      });
      await send(app, 'Write and read');
      await runEnds(app);
      await expect(transcript(app)).toContainText('quoted');
      await callCard(app, 'write_file').getByRole('button').first().click();
      await app.getByText('Thought').first().click();
      expect(await axeViolations(app), 'answer').toEqual([]);

      server.enqueue({ status: 401 });
      await send(app, 'Again');
      await expect(transcript(app)).toContainText('did not accept the API key');
      expect(await axeViolations(app), 'error').toEqual([]);

      server.enqueue({
        calls: [
          { id: 't', name: 'todowrite', arguments: { todos: [{ content: 'Look', status: 'in_progress' }] } },
          {
            ...{ id: 'q', name: 'question' },
            arguments: { question: 'Where to?', options: ['Lisbon', 'Porto'], multiple: true },
          },
        ],
      });
      await send(app, 'Ask me');
      await app.getByRole('region', { name: 'To do' }).getByRole('button').first().click();
      await callCard(app, 'question').getByRole('checkbox', { name: 'Porto' }).check();
      expect(await axeViolations(app), 'a question of the model').toEqual([]);
      await app.getByRole('button', { name: 'Stop', exact: true }).click();
      await runEnds(app);

      await openMenu(app);
      expect(await axeViolations(app), 'menu').toEqual([]);
      await app.keyboard.press('Escape');

      const asked = app.evaluate(() =>
        window.oneclaw.tools.call('http_request', { url: 'http://localhost:9/' }),
      );
      await expect(app.getByRole('alertdialog')).toBeVisible();
      expect(await axeViolations(app), 'question').toEqual([]);
      await app.getByRole('button', { name: 'Not now' }).click();
      await asked;
      await server.close();
    });

    test('every other screen @long', async ({ app }) => {
      await app.evaluate(() => window.oneclaw.tools.call('get_current_time', {}));
      for (const [path, title] of screens) {
        await app.evaluate((hash) => (location.hash = hash), path);
        await expect(app.getByRole('heading', { name: title }).first()).toBeVisible();
        expect(await axeViolations(app), title).toEqual([]);
      }
    });

    test('active runs, figures by day, connections, and the contents of a backup @long', async ({ app }) => {
      const server = await startChatServer();
      await addServer(app, server.url);
      server.enqueue({ calls: [{ id: 'w', name: 'test_wait', arguments: { milliseconds: 60_000 } }] });
      await send(app, 'Wait');
      await app.evaluate(() => (location.hash = '#/activity'));
      await expect(app.getByRole('button', { name: 'Stop: Wait' })).toBeVisible();
      const show = (name: string) =>
        app.getByRole('group', { name: 'What to show' }).getByText(name, { exact: true }).click();
      await show('Figures');
      await app.getByText('As a table').click();
      await expect(app.getByRole('table').first()).toBeVisible();
      expect(await axeViolations(app), 'running and figures').toEqual([]);
      await show('Connections');
      await expect(app.getByRole('button', { name: 'Test Local' })).toBeVisible();
      expect(await axeViolations(app), 'connections').toEqual([]);
      await app.getByRole('button', { name: 'Stop: Wait' }).click();
      await app.evaluate(() => (location.hash = '#/settings'));
      const [chooser] = await Promise.all([
        app.waitForEvent('filechooser'),
        app.getByRole('button', { name: 'Import a backup' }).click(),
      ]);
      const bytes = await app.evaluate(async () => [
        ...new Uint8Array(await (await window.oneclaw.backup.export()).arrayBuffer()),
      ]);
      await chooser.setFiles({ name: 'a.oneclaw', mimeType: 'application/zip', buffer: Buffer.from(bytes) });
      await expect(app.getByRole('heading', { name: 'What is in this backup' })).toBeVisible();
      expect(await axeViolations(app), 'backup').toEqual([]);
      await server.close();
    });
  });
}
