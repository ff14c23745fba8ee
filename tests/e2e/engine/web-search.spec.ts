/** `web_search` and `codesearch` with the open sources, and with services that the user adds in Settings. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { sampleAnswer } from '#tests/fixtures/search/sample-answers.ts';
import { startSearchServer, type SearchServer } from '#tests/fixtures/search/search-server.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer } from '../chat.ts';
import { expect, test as base } from '../app.ts';
import { openSearchWorld } from '../search-world.ts';

const test = base.extend<{ services: SearchServer; world: Page }>({
  services: async ({}, use) => {
    const services = await startSearchServer();
    await use(services);
    await services.close();
  },
  world: ({ services, servers }, use) =>
    openSearchWorld(servers.test, services.port, use, { locale: 'de-DE' }),
});

async function call(page: Page, name: string, values: Record<string, string | number>): Promise<string> {
  const answer = await page.evaluate(([name, values]) => window.oneclaw.tools.call(name, values), [
    name,
    values,
  ] as const);
  return answer.status === 'success' ? String(answer.result) : `${answer.error_type}: ${answer.message}`;
}

test('without any setting, the open sources are searched in the user’s language', async ({
  world,
  services,
}) => {
  const text = await call(world, 'websearch', { query: 'tomato', count: 5 });
  expect(text).toMatch(
    /^1\. Tomato\n {3}https:\/\/en\.wikipedia\.org\/wiki\/Tomato\n {3}Wikipedia \(de\), Wikipedia \(en\), 2026-10-11\n {3}The tomato/m,
  );
  expect(text).toContain(
    'Searched: Wikipedia (de), Wikipedia (en), Stack Overflow, Hacker News, Crossref, Wikidata, GitHub',
  );
  expect(text).toContain('not the whole web');
  expect(text.match(/^\d+\. /gm)).toHaveLength(5);
  expect(services.asked.every(({ method, key }) => method === 'GET' && key === undefined)).toBe(true);
  const code = await call(world, 'codesearch', { query: 'tomato', language: 'rust' });
  expect(code).toMatch(
    /^1\. Tomato\.slice\(\)\n {3}https:\/\/documents\.devdocs\.io\/rust\/guide\/tomato\.html#slice\n {3}DevDocs \(Rust\)\n/m,
  );
  expect(code).toContain('line 125: let tomato = Tomato::new();');
  expect(code).toContain('Searched: DevDocs (Rust), Sourcegraph, Stack Overflow, crates.io packages, GitHub');
  expect(code).toContain('https://github.com/ann/Tomato');
  expect(code).toContain('https://stackoverflow.com/q/11111');
  // The index of a documentation is downloaded only once, whereas each query is sent.
  const count = (host: string) => services.asked.filter(({ url }) => new URL(url).host === host).length;
  const before = [count('documents.devdocs.io'), count('sourcegraph.com')];
  expect(before).toEqual([1, 1]);
  expect(await call(world, 'codesearch', { query: 'potato tomato', language: 'rust' })).toContain(
    'DevDocs (Rust)',
  );
  expect([count('documents.devdocs.io'), count('sourcegraph.com')]).toEqual([1, 2]);
});

test('a service with a key is added, tested and used on the screen, and its key goes to its host only @long', async ({
  world,
  services,
}) => {
  await world.evaluate(() => (location.hash = '#/settings'));
  const section = world.getByRole('region', { name: /Websuche|Web search/ });
  await world.evaluate(() => window.oneclaw.ready);
  await section.getByRole('button', { name: /Suchdienst hinzufügen/ }).click();
  const form = world.getByRole('form', { name: 'Suchdienst' });
  await form.getByRole('combobox', { name: 'Suchdienst' }).selectOption('Tavily');
  await form.getByLabel('Suchschlüssel').fill('bad-canary-key');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await expect(section.getByText('Tavily gespeichert.')).toBeVisible();
  await section.getByRole('button', { name: 'Tavily testen' }).click();
  await expect(section.getByText(/Der Test von Tavily ist fehlgeschlagen.*401/)).toBeVisible();
  expect(await world.content()).not.toContain('canary');
  await section.getByRole('button', { name: /^Tavily bearbeiten|Edit Tavily/ }).click();
  await form.getByLabel('Suchschlüssel').fill('good-canary-key');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await section.getByRole('button', { name: 'Tavily testen' }).click();
  await expect(section.getByText(/Tavily antwortet. Erstes Ergebnis: Growing tomatoes/)).toBeVisible();
  await section.getByRole('combobox', { name: 'Suchen im Web nutzen' }).selectOption('Tavily');
  await world.reload();
  const text = await call(world, 'web_search', { query: 'tomato' });
  expect(text).toMatch(/^1\. Growing tomatoes\n/m);
  expect(text).not.toContain('whole web');
  const keys = services.asked.filter(({ key }) => key !== undefined);
  expect(new Set(keys.map(({ url }) => new URL(url).host))).toEqual(new Set(['api.tavily.com']));
  expect(keys.at(-1)).toMatchObject({
    key: 'Bearer good-canary-key',
    body: expect.stringContaining('"query":"tomato"'),
  });
  const seen = await world.evaluate(async () =>
    JSON.stringify([await window.oneclaw.search.list(), await window.oneclaw.activity.list()]),
  );
  expect(seen).not.toContain('canary');
  // After its removal, the open sources are used again.
  await world.evaluate(async () => {
    const service = (await window.oneclaw.search.list()).find(({ kind }) => kind === 'tavily');
    await window.oneclaw.search.remove(service?.id ?? '');
  });
  expect(await call(world, 'web_search', { query: 'tomato' })).toContain('not the whole web');
});

test('a SearXNG instance and a JSON endpoint on this machine are used without a prompt, and nothing else there @long', async ({
  world,
}) => {
  const asked: string[] = [];
  const own = await listen(
    createServer(({ url = '', headers }, response) => {
      asked.push(`${url} ${String(headers['x-own-key'] ?? '')}`);
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'x-own-key');
      response.end(
        url.startsWith('/json')
          ? '{"hits":[{"t":"One","u":"https://one.example/"}]}'
          : sampleAnswer('searxng'),
      );
    }),
  );
  const host = `http://localhost:${own.port}`;
  const test = await world.evaluate(async (host) => {
    const searxng = await window.oneclaw.search.save({ kind: 'searxng', baseUrl: `${host}/sub/search` });
    const template = {
      url: `${host}/json?q={query}`,
      keyHeader: 'X-Own-Key',
      results: 'hits',
      title: 't',
      link: 'u',
    };
    const json = await window.oneclaw.search.save({ kind: 'json', template, apiKey: 'own-key' });
    await window.oneclaw.search.use(searxng);
    await window.oneclaw.search.use(json, 'code');
    return window.oneclaw.search.test(searxng);
  }, host);
  expect(test).toEqual({ ok: true, message: 'Growing tomatoes' });
  expect(await call(world, 'web_search', { query: 'a b&c' })).toMatch(/^1\. Growing tomatoes\n[^]*SearXNG/m);
  expect(await call(world, 'codesearch', { query: 'x/y' })).toMatch(/^1\. One\n/m);
  expect(asked).toContain('/sub/search?q=a+b%26c&format=json&language=de-DE ');
  expect(asked).toContain('/json?q=x%2Fy own-key');
  expect(await call(world, 'fetch_url', { url: `${host}/json` })).toMatch(/^permission_denied/);
  await own.close();
  expect(await call(world, 'web_search', { query: 'a' })).toMatch(
    /^network_error: SearXNG: .*localhost.* cannot be reached/,
  );
});

test('guarded mode knows after a reload which hosts were searched, and asks before a search reaches another', async ({
  world,
  services,
}) => {
  const model = await startChatServer();
  await addServer(world, model.url);
  const search = (name: string) => ({ calls: [{ name, arguments: { query: 'tomato' } }] });
  const hosts = () => new Set(services.asked.map(({ url }) => new URL(url).host));
  model.enqueue(search('web_search'));
  model.enqueue({ text: 'Found.' });
  const session = await world.evaluate(async () => {
    const agent = await window.oneclaw.agents.save({
      ...{ name: 'Guard', systemPrompt: '', tools: ['*'], isGuarded: true },
    });
    return (await window.oneclaw.chat.send('Search.', { agent })).session;
  });
  await world.reload();
  model.enqueue(search('web_search'));
  model.enqueue(search('codesearch'));
  model.enqueue({ text: 'Done.' });
  const run = world.evaluate((session) => window.oneclaw.chat.send('Search again.', { session }), session);
  const sheet = world.getByRole('alertdialog');
  await expect(sheet).toContainText(/sourcegraph\.com, .*api\.github\.com/);
  await expect(sheet).toContainText('tomato');
  // The second web search needed no approval; code search services are not contacted before the approval.
  expect(services.asked.filter(({ url }) => url.includes('en.wikipedia.org')).length).toBe(2);
  expect(hosts()).not.toContain('sourcegraph.com');
  await sheet.locator('[data-answer=allowed]').click();
  expect((await run).outcome).toEqual({ type: 'completed' });
  expect(hosts()).toContain('sourcegraph.com');
  await model.close();
});
