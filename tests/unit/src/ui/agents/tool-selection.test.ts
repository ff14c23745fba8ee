/** The checkboxes and the stored list of tools agree: single tools, groups, all tools, and unknown tools. */
import { describe, expect, it } from 'vitest';
import type { ToolCategory } from '#shared/tools/tool.ts';
import { collapseNames, entriesElsewhere, expandEntries, groupTools } from '#src/ui/agents/tool-selection.ts';

const tool = (name: string, category: ToolCategory, source = 'built-in') => ({ name, category, source });
const tools = [tool('fetch', 'network'), tool('read', 'io'), tool('write', 'io'), tool('noop', 'system')];
const collapse = (names: string[], before: string[] = []) => collapseNames(new Set(names), tools, before);

describe('collapseNames', () => {
  it('stores a whole group as the group, in the order of the groups', () =>
    expect(collapse(['fetch', 'write', 'read'])).toEqual(['group:io', 'group:network']));
  it('stores everything as *', () => expect(collapse(['read', 'write', 'fetch', 'noop'])).toEqual(['*']));
  it('stores part of a group by name', () => expect(collapse(['write'])).toEqual(['write']));
  it('replaces * by names and groups when one tool is removed', () =>
    expect(collapse(['read', 'fetch', 'noop'], ['*'])).toEqual(['read', 'group:network', 'group:system']));
  it('keeps entries of tools that are not available', () =>
    expect(collapse([], ['read', 'mcp__docs__*', 'later'])).toEqual(['mcp__docs__*', 'later']));
});

describe('expandEntries', () => {
  it('knows names, groups and *', () => {
    expect([...expandEntries(['group:io', 'noop', 'later'], tools)]).toEqual(['read', 'write', 'noop']);
    expect(expandEntries(['*'], tools).size).toBe(4);
  });
  it('gives the same list again', () => {
    for (const entries of [['*'], ['group:io'], ['read', 'group:network', 'later'], []])
      expect(collapseNames(expandEntries(entries, tools), tools, entries)).toEqual(entries);
  });
});

describe('entriesElsewhere', () => {
  it('names entries that are not available', () =>
    expect(entriesElsewhere(['*', 'read', 'group:io', 'group:git', 'later'], tools)).toEqual([
      'group:git',
      'later',
    ]));
});

describe('tools from outside', () => {
  const mine = [
    ...tools,
    tool('mcp__docs__a', 'network', 'mcp__docs'),
    tool('mcp__docs__b', 'network', 'mcp__docs'),
  ];
  const all = mine.map(({ name }) => name);

  it('are a group of their own, stored as its wildcard, and never part of * or of a category', () => {
    expect(groupTools(mine).map(({ entry }) => entry)).toEqual([
      'group:io',
      'group:network',
      'group:system',
      'mcp__docs__*',
    ]);
    expect(expandEntries(['*', 'group:network'], mine).has('mcp__docs__a')).toBe(false);
    expect([...expandEntries(['mcp__docs__*'], mine)]).toEqual(['mcp__docs__a', 'mcp__docs__b']);
    expect(collapseNames(new Set(all), mine, [])).toEqual(['*', 'mcp__docs__*']);
    expect(collapseNames(new Set(['mcp__docs__b']), mine, ['mcp__docs__*'])).toEqual(['mcp__docs__b']);
  });

  it('stay in the list while their server is away', () =>
    expect(collapse(['read', 'write', 'fetch', 'noop'], ['mcp__docs__*', 'later'])).toEqual([
      '*',
      'mcp__docs__*',
    ]));
});
