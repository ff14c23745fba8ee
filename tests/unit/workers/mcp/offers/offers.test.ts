/**
 * Resources and prompts with hidden characters are left out; the names of others are sent to the server
 * unchanged.
 */
import { afterEach, expect, it } from 'vitest';
import { answer, startMcpServer, type McpServer } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld, quiet, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import {
  complete,
  listPrompts,
  listResources,
  readPrompt,
  readResource,
  type Asked,
} from '#workers/mcp/offers/offers.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';

let world: McpWorld;
let server: McpServer;
afterEach(async () => {
  world.close();
  await server.close();
});

async function meet(
  results: Record<string, object>,
  headers: Record<string, string> = {},
): Promise<ServerHandle> {
  server = await startMcpServer({
    capabilities: { resources: {}, prompts: {}, completions: {} },
    take({ message, response }) {
      const result = results[message.method ?? ''];
      if (result) answer(response, message.id ?? 0, { result });
      return result !== undefined;
    },
  });
  world = await openMcpWorld();
  return world.add({ name: 'Small', url: server.url, headers });
}

const { signal } = quiet();
function use<T>({ server: one }: ServerHandle, work: (asked: Asked) => Promise<T>): Promise<T> {
  return one.connection.use((link) => work({ link, cut: one.cut, signal }), signal);
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
  expect(await use(one, (asked) => readResource(asked, 'x:1'))).toMatchObject([
    { uri: shown, mimeType: 'text/plain' },
    { uri: shown, mimeType: `image/png${'x'.repeat(91)}` },
  ]);
  const { messages } = await use(one, (asked) => readPrompt(asked, 'p', {}));
  expect(messages[0]?.content).toMatchObject([{ text: shown, uri: shown }]);
  expect(await world.call('mcp__small__echo')).toMatchObject({
    result: expect.stringContaining(`[Link to the resource "x" at ${shown}]\n\n[Resource ${shown}]\nA note.`),
  });
});

it('cuts the key that a server repeats from everything the user sees or picks, not from names it must get back', async () => {
  const key = 'sk-canary-4711-abcdef';
  // In the second occurrence, invisible letters split the key; cleaning removes them.
  const said = `a ${key} b ${Array.from(key).join('\u200b\u200b\u200b\u200b')} c`;
  const named = { name: 'good', title: said, description: said };
  const uri = `x:${key}`;
  const resource = { uri, text: said, mimeType: `text/${key}` };
  const parts = [
    { type: 'text', text: said },
    { type: 'resource', resource },
    { type: 'resource', resource: { uri: `x:/${key}.png`, blob: 'AAEC', mimeType: `image/${key}` } },
    { type: 'resource_link', name: 'x', uri },
    { type: 'image', data: 'AAEC', mimeType: `image/${key}` },
    // A model can read a text file, whatever its declared type.
    { type: 'resource', resource: { uri: 'x:2', blob: btoa(`a ${key} b`), mimeType: 'image/png' } },
  ];
  const results = {
    'resources/list': { resources: [{ ...named, uri: 'x:1', mimeType: `text/${key}` }] },
    'resources/templates/list': { resourceTemplates: [{ ...named, uriTemplate: 'x:{a}', mimeType: key }] },
    'resources/read': { contents: [resource] },
    'prompts/list': {
      prompts: [
        { ...named, arguments: [{ name: 'a', description: said }] },
        { name: said.slice(0, 30), title: '\u200b' },
      ],
    },
    'prompts/get': { messages: parts.map((content) => ({ role: 'user', content })) },
    'completion/complete': { completion: { values: [said] } },
  };
  const one = await meet(results, { 'X-Api-Key': key });
  const target = { type: 'prompt', name: 'good' } as const;
  const prompt = await use(one, (asked) => readPrompt(asked, 'good', {}));
  const all = [
    await use(one, listResources),
    await use(one, listPrompts),
    await use(one, (asked) => readResource(asked, 'x:1')),
    await use(one, (asked) => complete(asked, target, { name: 'a', value: '' }, undefined)),
    prompt,
    // A blob does not appear in the JSON, so compare its type, its content and the file's name.
    await Promise.all(
      prompt.messages.map(
        async ({ content: [part] }) =>
          part?.type === 'blob' && [part.blob.type, part.name, await part.blob.text()],
      ),
    ),
  ];
  expect(JSON.stringify(all)).not.toMatch(/canary|4711-abc/);
  expect(JSON.stringify(all)).toContain('a … b … c');
  const lists = await use(one, listPrompts);
  expect(lists).toMatchObject([{ name: 'good', title: 'a … b … c', arguments: [{ name: 'a' }] }]);
});

it('cuts the key from the files of a result too, from their names and types, and leaves other bytes as they are', async () => {
  const key = 'sk-canary-4711-abcdef';
  const file = (uri: string, bytes: string, mimeType: string) => ({
    type: 'resource',
    resource: { uri, blob: btoa(bytes), mimeType },
  });
  const content = [
    file('x:/notes.txt', `a ${key} b`, 'application/octet-stream'),
    // Not valid UTF-8.
    file(`x:/${key}.bin`, '\x00\xff\xfe', `application/${key}`),
  ];
  await meet({ 'tools/call': { content } }, { 'X-Api-Key': key });
  const outcome = await world.call('mcp__small__echo');
  expect(outcome).toMatchObject({ type: 'success' });
  const blocks = outcome.type === 'success' && Array.isArray(outcome.result) ? outcome.result : [];
  expect(blocks.slice(1)).toEqual([
    { type: 'file', name: 'notes.txt', media_type: 'application/octet-stream', data: bytesOf('a … b') },
    { type: 'file', name: '….bin', media_type: 'application/…', data: new Uint8Array([0, 255, 254]) },
  ]);
});

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
