/** Resources and prompts with hidden characters are left out; the others go back to the server unchanged. */
import { afterEach, expect, it } from 'vitest';
import { answer, startMcpServer, type McpServer } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, quiet, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { listPrompts, listResources, readPrompt, readResource } from '#workers/mcp/offers/offers.ts';
import type { Link } from '#workers/mcp/connection/link.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';

let world: McpWorld;
let server: McpServer;
afterEach(async () => {
  world.close();
  await server.close();
});

async function meet(results: Record<string, object>): Promise<ServerHandle> {
  server = await startMcpServer({
    capabilities: { resources: {}, prompts: {} },
    take({ message, response }) {
      const result = results[message.method ?? ''];
      if (result) answer(response, message.id ?? 0, { result });
      return result !== undefined;
    },
  });
  world = await openMcpWorld();
  return world.add({ name: 'Small', url: server.url });
}

const { signal } = quiet();
function use<T>(
  { server: one }: ServerHandle,
  work: (link: Link, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return one.connection.use((link) => work(link, signal), signal);
}
const variables = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const template = (count: number) => `x://{${variables(count).join(',')}}`;

it('leaves out addresses that are too long or hide something, and templates of too many parts', async () => {
  const hidden = 'x:\u202eabc';
  const one = await meet({
    'resources/list': {
      resources: [
        { uri: 'x:good', name: 'Good', mimeType: `text/\u202eplain${'x'.repeat(200)}` },
        { uri: hidden, name: 'Hidden' },
        { uri: 'x:\u{e0041}', name: 'Tag' },
        { uri: `x:${'a'.repeat(3_000)}`, name: 'Long' },
      ],
    },
    'resources/templates/list': {
      resourceTemplates: [
        { uriTemplate: template(30_000), name: 'Many' },
        { uriTemplate: template(31), name: 'More' },
        { uriTemplate: template(30), name: 'Enough' },
        { uriTemplate: 'x:\u200b{a}', name: 'Hidden' },
      ],
    },
  });
  const { resources, templates } = await use(one, listResources);
  expect(resources).toMatchObject([{ uri: 'x:good', mimeType: `text/plain${'x'.repeat(90)}` }]);
  expect(templates).toMatchObject([{ template: template(30), variables: variables(30) }]);
  expect(await world.call('mcp__small__read_resource')).toMatchObject({
    result: expect.not.stringMatching(/abc|Tag|Long|Many|More/),
  });
  expect(one.server.log.lines().map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'resources/list: left out 3, too long or with hidden characters',
      'resources/templates/list: left out 3, too long or with hidden characters',
    ]),
  );
});

it('leaves out prompts whose names nobody could read', async () => {
  const one = await meet({
    'prompts/list': {
      prompts: [
        { name: 'good', arguments: [{ name: 'a' }] },
        { name: 'hid\u202eden' },
        { name: 'x'.repeat(300) },
        { name: 'part', arguments: [{ name: 'x'.repeat(300) }] },
        { name: 'parts', arguments: variables(31).map((name) => ({ name })) },
      ],
    },
  });
  expect((await use(one, listPrompts)).map(({ name }) => name)).toEqual(['good']);
  expect(one.server.log.lines().at(-1)?.text).toContain('prompts/list: left out 4');
});

it('shows what is hidden in addresses and kinds', async () => {
  const uri = 'https://a/\u{e0041}\u202e';
  const shown = 'https://a/\\u{e0041}\\u{202e}';
  const contents = [
    { uri, text: 'A note.', mimeType: 'text/\u202eplain' },
    { uri, blob: 'AAEC', mimeType: `image/\u202epng${'x'.repeat(200)}` },
  ];
  const content = { type: 'resource_link', name: 'x', uri };
  const one = await meet({
    'prompts/get': { messages: [{ role: 'user', content }] },
    'resources/read': { contents },
    'tools/call': { content: [content, { type: 'resource', resource: contents[0] }] },
  });
  expect(await use(one, (link) => readResource(link, 'x:1', signal))).toMatchObject([
    { uri: shown, mimeType: 'text/plain' },
    { uri: shown, mimeType: `image/png${'x'.repeat(91)}` },
  ]);
  const { messages } = await use(one, (link) => readPrompt(link, 'p', {}, signal));
  expect(messages[0]?.content).toMatchObject([{ text: shown, uri: shown }]);
  expect(await world.call('mcp__small__echo')).toMatchObject({
    result: expect.stringContaining(`[Link to the resource ${shown}]\n\n[Resource ${shown}]\nA note.`),
  });
});
