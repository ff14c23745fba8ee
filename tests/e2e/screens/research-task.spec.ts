/**
 * A research task on a phone: Researcher searches, reads three pages (one fails, one is a PDF), writes a
 * report.
 */
import type { Page } from '@playwright/test';
import {
  startChatServer,
  type ChatServer,
  type ReplyCall,
} from '#tests/fixtures/model-servers/chat-server.ts';
import { startSearchServer, type SearchServer } from '#tests/fixtures/search/search-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test as base } from '../app.ts';
import { openSearchWorld } from '../search-world.ts';

const test = base.extend<{ services: SearchServer; model: ChatServer; world: Page }>({
  services: async ({}, use) => {
    const services = await startSearchServer();
    await use(services);
    await services.close();
  },
  model: async ({}, use) => {
    const model = await startChatServer();
    await use(model);
    await model.close();
  },
  world: ({ services, servers, contextOptions, viewport, userAgent, hasTouch, isMobile }, use) =>
    openSearchWorld(servers.test, services.port, use, {
      ...contextOptions,
      ...{ viewport, hasTouch, isMobile, locale: 'en-US' },
      ...(userAgent === undefined ? {} : { userAgent }),
    }),
});

const report =
  '# Is the tomato a fruit?\n\nIt is a berry ([Wikipedia](https://en.wikipedia.org/wiki/Tomato), 2026-10-11).\n';

/** Each call, and the result that the model must get. */
const steps: [ReplyCall, RegExp][] = [
  [
    { name: 'web_search', arguments: { query: 'tomato fruit', count: 20 } },
    /"status":"success".*https:\/\/en\.wikipedia\.org\/wiki\/Tomato/,
  ],
  [
    { name: 'webfetch', arguments: { url: 'https://en.wikipedia.org/wiki/Tomato' } },
    /Title: Tomato.*Language: en.*The tomato is a berry\./,
  ],
  [
    { name: 'fetch_url', arguments: { url: 'https://tomato.example.org/firmware' } },
    /"error_type":"network_error".*does not let web pages read it.*relay/,
  ],
  [
    { name: 'fetch_url', arguments: { url: 'https://doi.org/10.5555/tomato.2012' } },
    /"status":"success".*Document: PDF.*Quarterly report/,
  ],
  [{ name: 'write_file', arguments: { path: 'tomato.md', content: report } }, /"status":"success"/],
];

test('Researcher searches, reads what it can, and writes a report with its sources', async ({
  world,
  model,
}) => {
  for (const [call] of steps) model.enqueue({ calls: [call] });
  model.enqueue({ text: 'It is a berry. The report is in tomato.md.' });
  await addServer(world, model.url);
  await openMenu(world);
  await world.getByRole('link', { name: 'Agents', exact: true }).click();
  await world.getByRole('button', { name: /Researcher/ }).click();
  await world.getByRole('button', { name: 'Save' }).click();
  await expect(world.getByRole('link', { name: /Researcher/ })).toBeVisible();
  await openMenu(world);
  await world.getByRole('link', { name: 'Chat', exact: true }).click();
  await world.getByRole('button', { name: /^Everyday/ }).click();
  await world.getByRole('dialog').getByRole('button', { name: 'Researcher', exact: true }).click();
  await send(world, 'Is the tomato a fruit?');
  await expect(transcript(world)).toContainText('The report is in tomato.md.', { timeout: 30_000 });
  await runEnds(world);

  const answers = model.requests.at(-1)?.body.messages?.filter(({ role }) => role === 'tool') ?? [];
  expect(answers).toHaveLength(steps.length);
  for (const [at, [call, expected]] of steps.entries())
    expect(String(answers[at]?.content).replaceAll('\\n', ' '), `step ${at + 1}, ${call.name}`).toMatch(
      expected,
    );
  await expect(callCard(world, 'write_file')).toHaveAttribute('data-status', 'success');

  await openMenu(world);
  await world.getByRole('link', { name: 'Files', exact: true }).click();
  await world.getByRole('link', { name: /tomato\.md/ }).click();
  await expect(world.getByRole('heading', { name: 'Is the tomato a fruit?' })).toBeVisible();
  await expect(world.getByRole('link', { name: 'Wikipedia' })).toHaveAttribute(
    'href',
    'https://en.wikipedia.org/wiki/Tomato',
  );
});
