/** The limits FEAT-004 sets in milliseconds and sizes, on the built app; finer figures come from `npm run bench`. */
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { send, callCard, runEnds } from '../chat.ts';
import { expect, test } from '../app.ts';

test('a call costs less than 10 ms beside its work, its definitions and results less than 10 ms to write', async ({
  app,
}) => {
  const figures = await app.evaluate(async () => {
    const { tools } = window.oneclaw;
    const median = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < 41; round++) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[20] ?? Infinity;
    };
    await tools.call('noop');
    return {
      call: await median(() => tools.call('noop')),
      definitions: await median(async () => JSON.stringify(await tools.definitions('gemini'))),
      result: await median(async () => JSON.stringify({ status: 'success', result: 'x"\n'.repeat(7_000) })),
    };
  });
  expect(figures.call).toBeLessThan(10);
  expect(figures.definitions).toBeLessThan(10);
  expect(figures.result).toBeLessThan(10);
});

test('a hundred calls at once all succeed', async ({ app }) => {
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

test('parameters of many megabytes are written whole, or refused in few words', async ({ app }) => {
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

test('the result of a tool is kept where messages are, nowhere else, and goes with them', async ({ app }) => {
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
