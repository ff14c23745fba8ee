/** Every tool source passes `tool-source-laws.ts`: built-in tools, an in-memory server, MCP servers, hostile ones. */
import { expect } from 'vitest';
import * as limits from '#shared/limits.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import { hostile } from '#tests/fixtures/mcp/hostile-mcp.ts';
import { echo, startMcpServer, type McpServerOptions } from '#tests/fixtures/mcp/mcp-server.ts';
import { openMcpWorld } from '#tests/fixtures/mcp/mcp-world.ts';
import { createMemoryServer } from '#tests/fixtures/mcp/external-server.ts';
import { builtIn, testToolSource, type OpenedSource } from './tool-source-laws.ts';

const described = (name: string, description: string) => ({ name, description, parameters: {} });
const bomb = { name: 'bomb', parameters: { $ref: 'https://evil.test/' } };

testToolSource('the built-in tools', async () => ({
  source: builtIn(definitions),
  usable: ['read_file', 'http_request', 'question'],
  refused: [],
  close: () => undefined,
}));

testToolSource('a server in memory', async () => {
  const other = described('other', 'Stays as it is.');
  const server = createMemoryServer('Docs', [described('search', 'Finds.'), other, bomb]);
  let changes = 0;
  return {
    source: createExternalSource(server),
    usable: ['mcp__docs__search', 'mcp__docs__other'],
    refused: ['mcp__docs__bomb'],
    answers: 'mcp__docs__search',
    change: async () => {
      server.announce([described('search', `Finds more, ${++changes}.`), other, bomb]);
      return 'mcp__docs__search';
    },
    close: () => undefined,
  };
});

/** An MCP server over HTTP, connected in the same way as by the engine. */
async function connect(options: McpServerOptions = {}): Promise<Pick<OpenedSource, 'source' | 'close'>> {
  const server = await startMcpServer(options);
  const world = await openMcpWorld();
  const one = await world.add({ name: 'Small', url: server.url });
  return {
    source: createExternalSource(one.server.external),
    async close() {
      world.close();
      await server.close();
    },
  };
}

testToolSource('an MCP server', async () => {
  let extra: object[] = [];
  const server = await startMcpServer({
    tools: () => [
      echo,
      { ...echo, name: 'fails' },
      { name: 'bomb', inputSchema: { type: 'object', $ref: 'https://evil.test/' } },
      ...extra,
    ],
    call: (name) => ({ content: [{ type: 'text', text: 'ok' }], isError: name === 'fails' }),
  });
  const world = await openMcpWorld();
  const one = await world.add({ name: 'Small', url: server.url });
  const source = createExternalSource(one.server.external);
  await expect.poll(() => server.listeners()).toBe(1);
  return {
    source,
    usable: ['mcp__small__echo', 'mcp__small__fails'],
    refused: ['mcp__small__bomb'],
    answers: 'mcp__small__echo',
    fails: 'mcp__small__fails',
    async change() {
      const name = `more${extra.length}`;
      extra = [...extra, { ...echo, name }];
      server.sendToStreams({ method: 'notifications/tools/list_changed' });
      const names = () => one.server.external.tools().map((tool) => tool.name);
      // The client debounces these notifications by 1 s, which is also the default timeout of a poll.
      await expect.poll(names, { timeout: 5_000 }).toContain(name);
      return `mcp__small__${name}`;
    },
    async close() {
      world.close();
      await server.close();
    },
  };
});

type BadFaith = Pick<OpenedSource, 'usable' | 'refused' | 'fails'>;

/**
 * Tools that remain of each hostile server; `hostile.test.ts` covers servers without tools, and slow ones.
 */
const badFaith: Record<keyof typeof hostile, BadFaith | 'hostile.test.ts'> = {
  'endless stream': failing(),
  'endless comments': failing(),
  'huge event': failing(),
  'huge answer': failing(),
  'slow drip': 'hostile.test.ts',
  'bad JSON': failing(),
  'deep answer': failing(),
  'too many tools': { usable: ['mcp__small__t0', 'mcp__small__t255'], refused: ['mcp__small__t256'] },
  'endless pages': 'hostile.test.ts',
  'schema bombs': {
    usable: ['mcp__small__echo', 'mcp__small__answers'],
    refused: ['mcp__small__doubling', 'mcp__small__wide'],
  },
  'bottomless schema': 'hostile.test.ts',
  'deceiving names': { usable: ['mcp__small__read_file'], refused: [] },
  'reconnect at once': { usable: ['mcp__small__echo'], refused: [] },
  'flood of changes': 'hostile.test.ts',
};

/** `hostile.test.ts` tests all 100,000 tools once; with them, each of these laws would take seconds. */
const fewTooMany: McpServerOptions = {
  tools: () =>
    Array.from({ length: limits.external.toolsPerSource + 2 }, (_, at) => ({ ...echo, name: `t${at}` })),
};

function failing(): BadFaith {
  return { usable: ['mcp__small__echo'], refused: [], fails: 'mcp__small__echo' };
}

for (const kind of Object.keys(badFaith) as (keyof typeof hostile)[]) {
  const left = badFaith[kind];
  if (left === 'hostile.test.ts') continue;
  testToolSource(`an MCP server of bad faith: ${kind}`, async () => ({
    ...(await connect(kind === 'too many tools' ? fewTooMany : hostile[kind])),
    ...left,
  }));
}
