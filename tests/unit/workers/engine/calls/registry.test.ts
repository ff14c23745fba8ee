import { describe, expect, it } from 'vitest';
import { isChosen } from '#shared/tools/tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { serveCalls } from '#shared/rpc/port-calls.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';
import { listTools } from '#workers/engine/calls/list-tools.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { aliases } from '#shared/tools/tool-aliases.ts';

const [first] = definitions;
if (!first) throw new Error('There are no tools.');
const offered = definitions.filter(isChosen);

describe('createRegistry', () => {
  const registry = createRegistry(definitions);

  it('finds a tool by its name and by its aliases', () => {
    expect(registry.find('read_file')?.name).toBe('read_file');
    expect(registry.find('get_local_time')?.name).toBe('get_current_time');
    expect(registry.find('constructor')).toBeUndefined();
  });

  it('resolves every alias to a tool that exists', () => {
    for (const alias of Object.keys(aliases)) expect(registry.find(alias), alias).toBeDefined();
  });

  it('lists a tool without what only the engine needs of it', () => {
    const listed = listTools(registry).find(({ name }) => name === 'execute_shell_command');
    expect(Object.keys(listed ?? {}).toSorted()).toEqual(
      [
        ...['backgroundParameter', 'capabilities', 'category', 'commandParameter', 'description', 'enabled'],
        ...[
          'name',
          'optionalCapabilities',
          'parameters',
          'permissions',
          'repeatable',
          'source',
          'timeoutSeconds',
          'title',
          'version',
        ],
      ].toSorted(),
    );
  });

  it('lists a version for every tool, and no deadline for one that waits for the user', () => {
    const listed = listTools(createRegistry([{ ...first, version: '2.1.0' }, ...definitions.slice(1)]));
    const find = (name: string) => listed.find((each) => each.name === name);
    expect(find(first.name)?.version).toBe('2.1.0');
    expect(find('question')).toMatchObject({ version: '1.0.0', timeoutSeconds: null });
    expect(find('read_file')).toMatchObject({ version: '1.0.0', timeoutSeconds: 10 });
  });

  it('offers a tool for tests to no agent, and still finds it', () => {
    expect(registry.find('noop')).toBeDefined();
    expect(registry.select({ tools: ['*', 'noop'] }).map(({ name }) => name)).not.toContain('noop');
  });

  it('refuses a name that is taken', () => {
    expect(() => createRegistry([first, first])).toThrow(`Tool '${first.name}' is already registered.`);
  });

  it.each(['ReadFile', 'read-file', '_read', 'read__file', '1read', ''])('refuses the name %j', (name) => {
    expect(() => createRegistry([{ ...first, name }])).toThrow('is not snake_case');
  });

  it('selects groups, and leaves out what a denied capability needs', () => {
    const names = (agent: Parameters<typeof registry.select>[0]) =>
      registry.select(agent).map(({ name }) => name);
    expect(names({ tools: ['group:network'] })).toEqual([
      'fetch_url',
      'web_search',
      'codesearch',
      'http_request',
    ]);
    expect(names({ tools: ['*'], deny: ['network'] })).not.toContain('http_request');
    expect(names({ tools: ['*'], deny: ['files.write'] })).toContain('read_file');
  });

  it('selects all tools for * and only the named ones otherwise', () => {
    expect(registry.select({ tools: ['*'] })).toHaveLength(offered.length);
    expect(registry.select({ tools: ['read_file', 'unknown'] }).map(({ name }) => name)).toEqual([
      'read_file',
    ]);
  });
});

describe('tools that are switched off', () => {
  const off = createRegistry(definitions, { isDisabled: (name) => name === 'read_file' });

  it('stay in the list, marked, and are not offered', () => {
    expect(listTools(off).find(({ name }) => name === 'read_file')).toMatchObject({ enabled: false });
    expect(off.select({ tools: ['*'] }).map(({ name }) => name)).not.toContain('read_file');
    expect(off.isEnabled('write_file')).toBe(true);
  });
});

describe('tools of a feature that is off', () => {
  const feature = { isOff: true };
  const registry = createRegistry(definitions, {
    isAbsent: ({ capabilities }) => feature.isOff && capabilities.includes('memory'),
  });

  it('are in no list and not offered, and come back with it', () => {
    const names = () => [listTools(registry).map(({ name }) => name), registry.names()];
    for (const list of names()) expect(list).not.toContain('memory_store');
    expect(registry.select({ tools: ['memory_store'] })).toEqual([]);
    expect(registry.isEnabled('memory_store')).toBe(false);
    expect(registry.find('memory_store')).toBeDefined();
    feature.isOff = false;
    for (const list of names()) expect(list).toContain('memory_store');
    expect(registry.isEnabled('memory_store')).toBe(true);
  });
});

describe('tools whose API this browser does not have', () => {
  const device = createDeviceBridge();
  const registry = createRegistry(definitions, { lackOf: device.lackOf });
  const names = () => registry.select({ tools: ['*'] }).map(({ name }) => name);

  it('are all offered as long as no page has said what there is', async () => {
    await device.learn();
    expect(names()).toHaveLength(offered.length);
    expect(device.absent()).toEqual([]);
  });

  it('stay in the list with the reason, and are not offered', async () => {
    const { port1, port2 } = new MessageChannel();
    serveCalls(port2, { device: async () => ({ ok: true, value: ['notifications', 'clipboard'] }) });
    device.connect(port1);
    await device.learn();
    expect(names()).toContain('send_notification');
    expect(names()).not.toContain('get_location');
    expect(listTools(registry).find(({ name }) => name === 'get_location')).toMatchObject({
      enabled: false,
      unusable: { reason: 'browser_lacks', detail: 'Geolocation API' },
    });
    expect(listTools(registry).find(({ name }) => name === 'read_file')).not.toHaveProperty('unusable');
    expect(device.absent()).toContain('Geolocation API');
    for (const port of [port1, port2]) port.close();
  });
});

describe('the source of a tool', () => {
  const announce = (id: string, definition: ToolDefinition) => {
    const registry = createRegistry([first]);
    registry.attach({
      id,
      tools: () => [{ definition, answer: async () => ({ type: 'success', result: '' }) }],
      refused: () => [],
      onChange: () => () => undefined,
    });
    return registry;
  };
  const external: ToolDefinition = {
    ...first,
    parameters: { type: 'object', properties: {} },
    ...{
      source: 'mcp__tracker',
      name: 'mcp__tracker__list',
      returns: ['server'],
      contacts: { type: 'server' },
    },
  };

  it('is that of its tool source, with names below the id of the source', () =>
    expect(announce('mcp__tracker', external).find(external.name)).toBe(external));

  it.each([
    ['the source of built-in tools', { ...first, name: external.name }],
    ['another tool source', { ...external, source: 'mcp__other' as const }],
    ['a name without its prefix', { ...external, name: 'list' }],
    ['the name of a built-in tool', { ...external, name: first.name }],
    ['a name of another tool source', { ...external, name: 'mcp__other__list' }],
  ] as const)('cannot claim %s', (_, definition) => {
    const registry = announce('mcp__tracker', definition);
    expect(registry.select({ tools: ['*', 'mcp__tracker__*', definition.name] })).not.toContain(definition);
    expect(listTools(registry).find(({ source }) => source === 'mcp__tracker')?.unusable).toMatchObject({
      reason: 'name_taken',
    });
  });

  it('of a registered tool is the app', () =>
    expect(() => createRegistry([external])).toThrow('is not built in'));
});
