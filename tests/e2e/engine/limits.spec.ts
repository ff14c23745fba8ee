/** Limits of calls and results in the built app; absolute times are measured by `npm run bench`. */
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { send, callCard, runEnds } from '../chat.ts';
import { expect, test } from '../app.ts';

test('the longest result and all definitions cost no more than a few calls of a tool that does nothing', async ({
  app,
}) => {
  const figures = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    /** Contains characters that JSON escapes with a backslash. */
    const text = '"quoted"\\\n'.repeat(1_900);
    await files.write('short.txt', 'short');
    await files.write('long.txt', text);
    const works = {
      call: () => tools.call('noop'),
      definitions: async () => JSON.stringify(await tools.definitions('gemini')),
      short: () => tools.call('read_file', { path: 'short.txt' }),
      long: async () => JSON.stringify(await tools.call('read_file', { path: 'long.txt' })),
    };
    const times = Object.keys(works).map((name) => [name, []] as [keyof typeof works, number[]]);
    // Alternate between the works, so that other load on the machine affects all of them equally.
    for (let round = 0; round < 42; round++)
      for (const [name, taken] of times) {
        const start = performance.now();
        await works[name]();
        // The first round loads code.
        if (round > 0) taken.push(performance.now() - start);
      }
    const medians = times.map(([name, taken]) => [name, taken.sort((a, b) => a - b)[20] ?? Infinity]);
    const { length } = JSON.stringify(await tools.call('read_file', { path: 'long.txt' }));
    return { ...(Object.fromEntries(medians) as Record<keyof typeof works, number>), length };
  });
  expect(figures.length).toBeGreaterThan(20_000);
  expect(figures.definitions).toBeLessThan(5 * figures.call);
  expect(figures.long).toBeLessThan(3 * figures.short);
});

test('a hundred concurrent calls all succeed', async ({ app }) => {
  const statuses = await app.evaluate(async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 ? window.oneclaw.tools.call('noop') : window.oneclaw.tools.call('get_current_time', {}),
      ),
    );
    return results.map(({ status }) => status);
  });
  expect(statuses).toEqual(Array.from({ length: 100 }, () => 'success'));
});

test('parameters of many megabytes are written completely, or refused with a short message @long', async ({
  app,
}) => {
  const { written, size, refused } = await app.evaluate(async () => {
    const { tools, files } = window.oneclaw;
    const content = 'x'.repeat(20_000_000);
    const written = await tools.call('write_file', { path: 'big.txt', content });
    const file = await files.read('big.txt', { as: 'blob' });
    return {
      written,
      size: file.size,
      refused: await tools.call('get_current_time', { timezone: content }),
    };
  });
  expect(written).toMatchObject({ status: 'success' });
  expect(size).toBe(20_000_000);
  expect(refused).toMatchObject({ status: 'error', error_type: 'validation_error' });
  expect(refused.status === 'error' && refused.message.length).toBeLessThan(2_100);
});

test('the result of a tool is stored only with the messages, and deleted with them', async ({ app }) => {
  const web = await startWebServer();
  await app.evaluate((url) => window.oneclaw.permissions.allowHost(new URL(url).host), web.url);
  await send(app, `Fetch ${web.url}/text`);
  await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  const places = () =>
    app.evaluate(async () => {
      const found: string[] = [];
      const opened = indexedDB.open('oneclaw');
      await new Promise((resolve) => (opened.onsuccess = resolve));
      for (const name of opened.result.objectStoreNames) {
        const all = opened.result.transaction(name).objectStore(name).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        if (JSON.stringify(all.result).includes('Hello from the test server')) found.push(name);
      }
      opened.result.close();
      const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
        for await (const entry of folder.values()) {
          const here = `${path}/${entry.name}`;
          if (entry.kind === 'directory') await look(entry, here);
          else if ((await (await entry.getFile()).text()).includes('Hello from the test server'))
            found.push(here);
        }
      };
      await look(await navigator.storage.getDirectory(), '');
      return found;
    });
  await expect.poll(places).toEqual(['messages']);
  await app.evaluate(async () => {
    const [first] = await window.oneclaw.sessions.list();
    if (first) await window.oneclaw.sessions.remove(first.id);
  });
  await expect.poll(places).toEqual([]);
  await web.close();
});
