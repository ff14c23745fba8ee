/**
 * A tool server's source handles changed announcements; the registry handles sources that are added and
 * removed.
 */
import { describe, expect, it } from 'vitest';
import { serverKinds } from '#shared/models/provider.ts';
import { asId } from '#shared/ids.ts';
import { defaultAgent } from '#shared/agents/agent.ts';
import * as limits from '#shared/limits.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { listTools } from '#workers/engine/calls/list-tools.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { createMemoryServer } from '#tests/fixtures/mcp/external-server.ts';

const search = {
  name: 'Search',
  description: 'Finds things.',
  parameters: { properties: { query: { type: 'string' } } },
};
const bomb = { name: 'bomb', parameters: { $ref: 'https://evil.test/' } };

function setUp(off = '') {
  const changes: string[] = [];
  const registry = createRegistry(definitions, {
    isDisabled: (name) => name === off,
    onChange: (source) => changes.push(source),
  });
  const server = createMemoryServer('Docs', [search, bomb]);
  const source = createExternalSource(server);
  return { changes, registry, server, source, detach: registry.attach(source) };
}

describe('a source made of a server', () => {
  const { source, server } = setUp();

  it('has an id that its names begin with, and keeps the original for the call', async () => {
    expect(source.id).toBe('mcp__docs');
    const [tool] = source.tools();
    expect(tool?.definition).toMatchObject({
      name: 'mcp__docs__search',
      title: 'Search',
      runs: 'engine',
      timeoutSeconds: 60,
    });
    const control = {
      signal: new AbortController().signal,
      progress: () => undefined,
      hold: () => () => undefined,
      caller: { call: asId<'call'>('c'), codeSession: asId<'session'>('console') },
    };
    expect(await tool?.answer?.({}, control)).toEqual({ type: 'success', result: 'Docs ran Search' });
    expect(server.calls).toEqual(['Search']);
  });

  it('gives the reason for a refused tool, and keeps the others', () => {
    expect(source.refused()).toEqual([
      {
        name: 'mcp__docs__bomb',
        refusal: { reason: 'schema_foreign_reference', detail: 'https://evil.test/' },
      },
    ]);
    expect(source.tools()).toHaveLength(1);
  });

  it('keeps the definition object only if nothing changed', () => {
    const { source, server } = setUp();
    const [before] = source.tools();
    server.announce([{ ...search }, { name: 'more' }]);
    expect(source.tools()[0]?.definition).toBe(before?.definition);
    server.announce([{ ...search, description: 'Does something else.' }]);
    expect(source.tools()[0]?.definition).not.toBe(before?.definition);
  });

  it('accepts no more tools than the limit, whatever is announced', () => {
    const { source, server } = setUp();
    server.announce(Array.from({ length: 100_000 }, (_, index) => ({ name: `tool${index}` })));
    expect(source.tools()).toHaveLength(limits.external.toolsPerSource);
    expect(source.refused()).toMatchObject([{ refusal: { reason: 'too_many_tools' } }]);
  });

  it('shortens texts, removes invisible characters, and limits the deadline', () => {
    const { source, server } = setUp();
    server.announce([
      {
        name: 'a',
        title: 'x'.repeat(500),
        description: `\u{e0049}${'y'.repeat(9_000)}`,
        timeoutSeconds: 9_999,
      },
      { name: 'b', timeoutSeconds: -1 },
    ]);
    const [a, b] = source.tools().map(({ definition }) => definition);
    expect(a?.title).toHaveLength(limits.external.titleCharacters);
    expect(a?.description).toMatch(/^y+…$/);
    expect([a?.timeoutSeconds, b?.timeoutSeconds]).toEqual([60, 60]);
  });

  it('has definitions that every format accepts', async () => {
    const tools = source.tools().map(({ definition }) => definition);
    for (const format of serverKinds)
      expect(JSON.stringify((await loadProvider(format)).definitions(tools))).toContain('mcp__docs__search');
  });
});

describe('the registry with outside sources', () => {
  it('finds, lists and selects them by their names and wildcards only', () => {
    const { registry } = setUp();
    const selected = (...tools: string[]) => registry.select({ tools }).map(({ name }) => name);
    expect(selected('*', 'group:network').filter((name) => name.includes('__'))).toEqual([]);
    expect(selected('mcp__docs__search')).toEqual(['mcp__docs__search']);
    expect(selected('mcp__docs__*')).toEqual(['mcp__docs__search']);
    expect(selected('mcp__*')).toEqual(['mcp__docs__search']);
    expect(selected('mcp__do__*', 'mcp__docs__s*', 'mcp__docs*')).toEqual([]);
    expect(registry.select({ tools: ['mcp__docs__*'], deny: ['network'] })).toEqual([]);
    expect(registry.select(defaultAgent).some(({ name }) => name.includes('__'))).toBe(false);
    expect(listTools(registry).filter(({ source }) => source === 'mcp__docs')).toMatchObject([
      { name: 'mcp__docs__search', enabled: true },
      { name: 'mcp__docs__bomb', enabled: false, unusable: { reason: 'schema_foreign_reference' } },
    ]);
    expect(registry.sourceOf('read_file')).toBe('built-in');
  });

  it('is notified of changes, forgets removed tools, and still knows their source', () => {
    const { registry, server, changes, detach } = setUp();
    const before = registry.find('mcp__docs__search');
    server.announce([{ ...search, description: 'Changed.' }]);
    const after = registry.find('mcp__docs__search');
    expect(after?.description).toBe('Changed.');
    // A call that was validated against the old tool is not executed with the new one.
    expect(before && registry.answerOf(before)).toBeUndefined();
    expect(after && registry.answerOf(after)).toBeDefined();
    detach();
    detach();
    server.announce([search]);
    expect(registry.find('mcp__docs__search')).toBeUndefined();
    expect(registry.sourceOf('mcp__docs__search')).toBe('mcp__docs');
    expect(changes).toEqual(['mcp__docs', 'mcp__docs', 'mcp__docs']);
  });

  it('keeps a name for the first source that used it, and switches external tools off like built-in ones', () => {
    const { registry } = setUp('mcp__docs__search');
    const second = createMemoryServer('docs', [search, { name: 'other' }]);
    registry.attach(createExternalSource(second));
    expect(registry.isEnabled('mcp__docs__search')).toBe(false);
    expect(listTools(registry).filter(({ unusable }) => unusable?.reason === 'name_taken')).toHaveLength(1);
    expect(registry.find('mcp__docs__other')).toBeDefined();
  });
});
